package web_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kontor/internal/shop/order"
	"kontor/tests/shoptest"
)

const (
	statementsPath = "/api/verwaltung/kontoauszuege"
	receiptsPath   = "/api/verwaltung/zahlungseingaenge"
	fileType       = "Content-Type: application/octet-stream"
)

type receiptList struct {
	Eingaenge []receipt
	Weiter    *string
	Anzahl    struct{ Offen, Gebucht, Erledigt int }
}

type receipt struct {
	ID         int64
	Betrag     float64
	Zustand    string
	Urteil     *string
	Notiz      string
	Bestellung *struct {
		ID     int64
		Status string
	}
	Vorschlaege []struct{ ID int64 }
}

func statement(lines ...string) string {
	return "Buchungstag;Name;Verwendungszweck;Betrag\n" + strings.Join(lines, "\n") + "\n"
}

// H30: the content of a statement is shown, and nothing changes before the operator
// decides.
func TestH30_StatementIsImportedAndBooked(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t, shoptest.Public())
	operator := shop.Operator()
	for range 3 {
		operator.PostOrder(shoptest.Order()).Want(http.StatusCreated)
	}
	file := statement(
		"20.11.2026;Erika;BK 2O26 0001;22,20",
		"20.11.2026;Otto;BK-2026-0002;20,00",
		"20.11.2026;Anna;Miete;500,00",
		"20.11.2026;Stadtwerke;BK-2026-0003;-22,20")
	for _, want := range []shoptest.Body{
		{"ok": true, "gelesen": 4.0, "neu": 3.0, "bekannt": 0.0, "abgaenge": 1.0},
		{"ok": true, "gelesen": 4.0, "neu": 0.0, "bekannt": 3.0, "abgaenge": 1.0},
	} {
		if got := operator.Post(statementsPath, file, fileType).Want(http.StatusOK).JSON(); !cmp.Equal(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
	}
	shop.WantStatuses(order.StatusPaymentOpen, order.StatusPaymentOpen, order.StatusPaymentOpen)

	var open receiptList
	operator.Get(receiptsPath + "?zustand=offen").Want(http.StatusOK).Into(&open)
	for i, want := range []string{"unbekannt", "zu_wenig", "passt"} { // the last line first
		if r := open.Eingaenge[i]; r.Urteil == nil || *r.Urteil != want {
			t.Errorf("receipt %d: %+v, want %s", r.ID, r, want)
		}
	}
	fits := open.Eingaenge[2]
	act := func(id int64, what string, body any) shoptest.Answer {
		return operator.Post(fmt.Sprintf("%s/%d/%s", receiptsPath, id, what), body)
	}
	act(fits.ID, "buchen", shoptest.Body{"bestellung": fits.Bestellung.ID}).Want(http.StatusOK)
	act(fits.ID, "buchen", shoptest.Body{"bestellung": 2}).
		WantError(http.StatusConflict, "Dieser Zahlungseingang ist schon bearbeitet. Bitte neu laden.")
	act(open.Eingaenge[1].ID, "buchen", shoptest.Body{"bestellung": 1}).
		WantError(http.StatusConflict, "Diese Bestellung wartet nicht auf Geld.")
	act(open.Eingaenge[0].ID, "erledigen", shoptest.Body{"notiz": "gehört nicht zum Shop"}).Want(http.StatusOK)
	shop.WantStatuses(order.StatusPaid, order.StatusPaymentOpen, order.StatusPaymentOpen)

	var all receiptList
	operator.Get(receiptsPath).Want(http.StatusOK).Into(&all)
	if all.Anzahl.Offen != 1 || all.Anzahl.Gebucht != 1 || all.Anzahl.Erledigt != 1 || all.Eingaenge[0].Notiz != "gehört nicht zum Shop" {
		t.Errorf("%+v", all)
	}
	act(fits.ID, "zuruecknehmen", shoptest.Body{}).Want(http.StatusOK)
	shop.WantStatuses(order.StatusPaymentOpen, order.StatusPaymentOpen, order.StatusPaymentOpen)
	shop.WantNotLogged("Erika", "Otto", "Miete", "BK 2O26")
}

// A statement that cannot be read, or was sent by the wrong person, leaves nothing.
func TestStatementsRefused(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t, shoptest.Public())
	operator := shop.Operator()
	operator.Post(statementsPath, statement("20.11.2026;Erika;BK-2026-0001;22,20", "20.11.2026;Otto;x;viel"), fileType).
		WantError(http.StatusBadRequest, "Zeile 3 der CSV-Datei: der Betrag ist nicht lesbar.")
	operator.Post(statementsPath, statement("20.11.2026;Erika;BK-2026-0001;22,20")).
		WantError(http.StatusUnsupportedMediaType, "Die Datei muss mit dem Content-Type application/octet-stream gesendet werden.")
	operator.Post(statementsPath, strings.Repeat("x", 8<<20+1), fileType).
		WantError(http.StatusRequestEntityTooLarge, "Die Anfrage ist zu groß.")
	shop.Visitor().Post(statementsPath, statement("20.11.2026;Erika;BK-2026-0001;22,20"), fileType).
		WantError(http.StatusUnauthorized, "Sitzung abgelaufen. Bitte Code erneut eingeben.")
	for _, query := range []string{"?zustand=weg", "?limit=0", "?cursor=x"} {
		operator.Get(receiptsPath + query).Want(http.StatusBadRequest)
	}
	operator.Post(receiptsPath+"/7/buchen", shoptest.Body{"bestellung": 1}).WantError(http.StatusNotFound, "Zahlungseingang nicht gefunden.")
	operator.Post(receiptsPath+"/7/buchen", shoptest.Body{"bestellung": "1"}).WantError(http.StatusBadRequest, "Ungültige Anfrage.")
	var all receiptList
	if operator.Get(receiptsPath).Want(http.StatusOK).Into(&all); len(all.Eingaenge) != 0 {
		t.Errorf("%+v", all)
	}
}
