package report

import (
	"cmp"
	"fmt"
	"strconv"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
)

// OverdueAfter is how long after the order its payment counts as overdue.
const OverdueAfter = 14 * 24 * time.Hour

// Figures are what the database says about a day, and about now.
type Figures struct {
	Taken    order.Tally    // orders of the day, whatever became of them
	Paid     order.Tally    // those of them that are paid by now
	Newest   string         // number of the newest order of all; empty: there is none
	Overdue  order.Tally    // unpaid orders older than [OverdueAfter]
	Payments int64          // payments through PayPal that wait for the operator
	Mails    message.Counts // of all messages
}

// Condition is how the shop stands apart from its orders.
type Condition struct {
	Todo    []message.ReportTodo // what the operator should see to, worst first
	Copies  *Copies              // nil: the shop makes none
	Disks   []Disk
	Audit   string // head of the audit log; empty: it has no entry
	Version string // of the program
}

// Copies is how the copies of the shop stand.
type Copies struct {
	Newest  *Copy  // nil: there is none
	Failure string // German, why the latest attempt left none; empty: it succeeded
	Command string // German, outcome of the command for daily copies; empty: there is none
}

// Copy is a verified copy of the shop.
type Copy struct {
	At     time.Time
	Bytes  int64
	Orders int64
}

// Disk is where data of the shop lie.
type Disk struct {
	Dir  string
	Free int64 // bytes
	Used int64 // bytes, by the shop
}

// Compose writes the report on a day. The shop's first order was taken at begun, which
// is zero for a shop without any.
func Compose(day shop.Day, f *Figures, c *Condition, begun, now time.Time) *message.Report {
	return &message.Report{
		Subject: fmt.Sprintf("%s: %s am %s", verdict(c.Todo), taken(f.Taken), day.German()),
		Todo:    c.Todo,
		Parts: []message.ReportPart{
			{Title: "Bestellungen am " + day.German(), Rows: []message.ReportRow{
				{Label: "Eingegangen", Value: taken(f.Taken)},
				{Label: "Davon bezahlt", Value: taken(f.Paid)},
				{Label: "Höchste Bestellnummer", Value: cmp.Or(f.Newest, "keine")},
			}},
			{Title: "Offen", Rows: []message.ReportRow{
				{Label: "Unbezahlt seit mehr als 14 Tagen", Value: taken(f.Overdue)},
				{Label: "PayPal-Zahlungen, die auf Sie warten", Value: count(f.Payments)},
				{Label: "Gescheiterte E-Mails", Value: count(f.Mails[message.Failed])},
				{Label: "Angehaltene E-Mails", Value: count(f.Mails[message.Held])},
			}},
			{Title: "Sicherung", Rows: copies(c.Copies, now)},
			{Title: "Betrieb", Rows: running(c, begun, now)},
		},
	}
}

func verdict(todo []message.ReportTodo) string {
	switch len(todo) {
	case 0:
		return "Alles in Ordnung"
	case 1:
		return "Bitte ansehen"
	}
	return fmt.Sprintf("Bitte ansehen (%d)", len(todo))
}

func taken(t order.Tally) string {
	switch t.Orders {
	case 0:
		return "keine Bestellung"
	case 1:
		return "1 Bestellung, " + t.Sum.String() + "\u00a0€"
	}
	return count(t.Orders) + " Bestellungen, " + t.Sum.String() + "\u00a0€"
}

// copies describes the newest copy.
func copies(c *Copies, now time.Time) (rows []message.ReportRow) {
	switch {
	case c == nil:
		return []message.ReportRow{{Label: "Sicherungen", Value: "ausgeschaltet"}}
	case c.Newest == nil:
		rows = append(rows, message.ReportRow{Label: "Letzte Sicherung", Value: "noch keine"})
	default:
		n := c.Newest
		rows = append(rows,
			message.ReportRow{Label: "Letzte Sicherung", Value: n.At.In(shop.Berlin).Format("02.01.2006, 15:04 Uhr") + age(now.Sub(n.At))},
			message.ReportRow{Label: "Inhalt", Value: fmt.Sprintf("%s Bestellungen, %s, geprüft", count(n.Orders), size(n.Bytes))})
	}
	if c.Failure != "" {
		rows = append(rows, message.ReportRow{Label: "Letzter Versuch", Value: "gescheitert: " + c.Failure})
	}
	if c.Command != "" {
		rows = append(rows, message.ReportRow{Label: "Befehl für die Tagessicherung", Value: c.Command})
	}
	return rows
}

// age returns how old a copy is if that is remarkable.
func age(d time.Duration) string {
	if d < 48*time.Hour {
		return ""
	}
	return fmt.Sprintf(" (vor %d Tagen)", d/(24*time.Hour))
}

func running(c *Condition, begun, now time.Time) (rows []message.ReportRow) {
	for _, d := range c.Disks {
		rows = append(rows, message.ReportRow{Label: "Frei auf dem Datenträger von " + d.Dir, Value: size(d.Free) + reach(d, begun, now)})
	}
	return append(rows,
		message.ReportRow{Label: "Letzter Eintrag im Protokoll", Value: cmp.Or(c.Audit, "keiner")},
		message.ReportRow{Label: "Programm", Value: c.Version})
}

// longest is how far ahead [reach] sees, in days.
const longest = 3 * 365

// reach returns how long the room on a disk lasts if the shop goes on growing as it did
// on average since its first order. It needs a week of orders for that.
func reach(d Disk, begun, now time.Time) string {
	days := int64(now.Sub(begun) / (24 * time.Hour))
	if begun.IsZero() || days < 7 || d.Used <= 0 {
		return ""
	}
	perDay := max(1, d.Used/days)
	if left := d.Free / perDay; left <= longest {
		return fmt.Sprintf(", reicht beim bisherigen Wachstum noch etwa %s Tage", count(left))
	}
	return ", reicht beim bisherigen Wachstum noch über drei Jahre"
}

// count writes a number in German.
func count(n int64) string {
	digits := strconv.FormatInt(n, 10)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "." + digits[i:]
	}
	return digits
}

// size writes a number of bytes in German: 12,3 MB.
func size(bytes int64) string {
	const kilo = 1000
	value, unit := float64(bytes), "Byte"
	for _, next := range []string{"KB", "MB", "GB", "TB"} {
		if value < kilo {
			break
		}
		value, unit = value/kilo, next
	}
	if unit == "Byte" {
		return fmt.Sprintf("%d\u00a0Byte", bytes)
	}
	whole, tenth := int64(value), int64(value*10)%10
	return fmt.Sprintf("%s,%d\u00a0%s", count(whole), tenth, unit)
}
