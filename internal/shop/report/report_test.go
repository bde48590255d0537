package report

import (
	"strings"
	"testing"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
)

var now = time.Date(2026, time.November, 23, 5, 30, 0, 0, time.UTC)

// lines writes a report as "title: label: value" lines.
func lines(r *message.Report) string {
	var text strings.Builder
	for _, part := range r.Parts {
		for _, row := range part.Rows {
			text.WriteString(part.Title + ": " + row.Label + ": " + strings.ReplaceAll(row.Value, "\u00a0", " ") + "\n")
		}
	}
	return text.String()
}

func TestQuietDay(t *testing.T) {
	r := Compose("2026-11-22", &Figures{}, &Condition{Version: "v1"}, time.Time{}, now)
	if r.Subject != "Alles in Ordnung: keine Bestellung am 22.11.2026" || len(r.Todo) != 0 {
		t.Errorf("subject %q, to do %v", r.Subject, r.Todo)
	}
	want := `Bestellungen am 22.11.2026: Eingegangen: keine Bestellung
Bestellungen am 22.11.2026: Davon bezahlt: keine Bestellung
Bestellungen am 22.11.2026: Höchste Bestellnummer: keine
Offen: Unbezahlt seit mehr als 14 Tagen: keine Bestellung
Offen: PayPal-Zahlungen, die auf Sie warten: 0
Offen: Gescheiterte E-Mails: 0
Offen: Angehaltene E-Mails: 0
Sicherung: Sicherungen: ausgeschaltet
Betrieb: Letzter Eintrag im Protokoll: keiner
Betrieb: Programm: v1
`
	if got := lines(r); got != want {
		t.Errorf("report:\n%s\nwant:\n%s", got, want)
	}
}

func TestBusyDay(t *testing.T) {
	r := Compose("2026-11-22", &Figures{
		Taken: order.Tally{Orders: 1234, Sum: 1234567}, Paid: order.Tally{Orders: 1, Sum: 200}, Newest: "BK-2026-9999",
		Overdue: order.Tally{Orders: 2, Sum: 6180}, Payments: 3, Mails: message.Counts{message.Failed: 4, message.Held: 5, message.Sent: 6},
	}, &Condition{
		Todo:   []message.ReportTodo{{Text: "a"}, {Text: "b", Remedy: "c"}},
		Copies: &Copies{Newest: &Copy{At: now.Add(-73 * time.Hour), Bytes: 999_950, Orders: 7}, Failure: "kein Platz", Command: "Exit 3"},
		Disks:  []Disk{{Dir: "/d", Free: 1000, Used: 100}, {Dir: "/s", Free: 5_000_000_000, Used: 1}},
		Audit:  "Nr. 1",
	}, now.AddDate(0, 0, -10), now)
	if r.Subject != "Bitte ansehen (2): 1.234 Bestellungen, 12.345,67\u00a0€ am 22.11.2026" {
		t.Errorf("subject %q", r.Subject)
	}
	want := `Bestellungen am 22.11.2026: Eingegangen: 1.234 Bestellungen, 12.345,67 €
Bestellungen am 22.11.2026: Davon bezahlt: 1 Bestellung, 2,00 €
Bestellungen am 22.11.2026: Höchste Bestellnummer: BK-2026-9999
Offen: Unbezahlt seit mehr als 14 Tagen: 2 Bestellungen, 61,80 €
Offen: PayPal-Zahlungen, die auf Sie warten: 3
Offen: Gescheiterte E-Mails: 4
Offen: Angehaltene E-Mails: 5
Sicherung: Letzte Sicherung: 20.11.2026, 05:30 Uhr (vor 3 Tagen)
Sicherung: Inhalt: 7 Bestellungen, 999,9 KB, geprüft
Sicherung: Letzter Versuch: gescheitert: kein Platz
Sicherung: Befehl für die Tagessicherung: Exit 3
Betrieb: Frei auf dem Datenträger von /d: 1,0 KB, reicht beim bisherigen Wachstum noch etwa 100 Tage
Betrieb: Frei auf dem Datenträger von /s: 5,0 GB, reicht beim bisherigen Wachstum noch über drei Jahre
Betrieb: Letzter Eintrag im Protokoll: Nr. 1
Betrieb: Programm: 
`
	if got := lines(r); got != want {
		t.Errorf("report:\n%s\nwant:\n%s", got, want)
	}
}

// A disk's reach is not guessed from a few days.
func TestReachOfAYoungShop(t *testing.T) {
	for _, begun := range []time.Time{{}, now, now.AddDate(0, 0, -6), now.AddDate(0, 0, 1)} {
		if text := reach(Disk{Free: 10, Used: 1000}, begun, now); text != "" {
			t.Errorf("begun %v: %q", begun, text)
		}
	}
}

// The clock on the wall counts, on the days too on which it is changed.
func TestDueWhenTheClockSaysSo(t *testing.T) {
	for day, want := range map[shop.Day]string{
		"2026-11-23": "2026-11-23T05:30:00.000Z",
		"2026-07-01": "2026-07-01T04:30:00.000Z",
		"2026-03-29": "2026-03-29T04:30:00.000Z", // an hour shorter
		"2026-10-25": "2026-10-25T05:30:00.000Z", // an hour longer
	} {
		if got := shop.FormatTime(dueAt(day, 6*time.Hour+30*time.Minute)); got != want {
			t.Errorf("%s: due at %s, want %s", day, got, want)
		}
	}
}
