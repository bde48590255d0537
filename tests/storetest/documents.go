package storetest

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"kontor/internal/shop/order"
)

var documentScenarios = []scenario{
	{"F23 a document stays as it was issued, byte for byte", documentKept},
	{"F24 nobody changes or deletes a document with SQL", documentsFixed},
	{"what was changed around the store is found", chainBroken},
	{"numbers begin anew each year, and continue above what a restore skipped", numbersContinue},
	{"documents from before keep their numbers, and get files once", documentsAdopted},
	{"the end of retention empties documents, counted from the newest one", documentsEmptied},
}

// wantSound wants that many documents, the newest with that number, and no fault.
func (s *suite) wantSound(n int64, last string) {
	s.t.Helper()
	check, err := s.Store.CheckDocuments(s.t.Context())
	if err != nil || check.Documents != n || check.Last != last || len(check.Faults) != 0 || len(check.Skipped) != 0 {
		s.t.Errorf("%v: %+v, want %d, the last %s", err, check, n, last)
	}
}

// document returns the file of a document; number empty: of the newest invoice.
func (s *suite) document(id int64, number string) string {
	s.t.Helper()
	_, content, err := s.Store.Document(s.t.Context(), id, number)
	if err != nil {
		s.t.Fatal(err)
	}
	return string(content.PDF)
}

func documentKept(s *suite) {
	unpaid := s.place()
	if _, _, err := s.Store.Document(s.t.Context(), unpaid.ID, ""); !errors.Is(err, order.ErrNotInvoiced) {
		s.t.Errorf("before it is issued: %v", err)
	}
	o := s.invoiced()
	const want = "Wollwerk RE-2026-00001 "
	if got := s.document(o.ID, ""); got != want+o.Number {
		s.t.Errorf("%q", got)
	}
	_, err := s.Store.IssueInvoice(s.t.Context(), o.ID, order.InvoiceRequest{Kind: order.InvoiceCorrection, Amount: 100}, issuer("Anders"), noon)
	if err != nil {
		s.t.Fatal(err)
	}
	if got := s.document(o.ID, ""); got != want+o.Number {
		s.t.Errorf("under another name: %q", got)
	}
	if got := s.document(o.ID, "RE-2026-00002"); got != "Anders RE-2026-00002 "+o.Number {
		s.t.Errorf("%q", got)
	}
	if _, _, err := s.Store.Document(s.t.Context(), o.ID, "RE-2026-00003"); !errors.Is(err, order.ErrInvoiceNotFound) {
		s.t.Errorf("an unknown number: %v", err)
	}
	if got := s.lines(`SELECT name FROM aussteller ORDER BY id`); len(got) != 2 {
		s.t.Errorf("issuers: %v", got)
	}
	s.wantSound(2, "RE-2026-00002")
}

func documentsFixed(s *suite) {
	s.invoiced()
	for _, statement := range []string{
		`DELETE FROM dokumente`, `UPDATE dokumente SET betrag_cent = 1`, `UPDATE dokumente SET pdf = NULL`, `UPDATE dokumente SET snapshot = '{}'`,
		`UPDATE dokumente SET nummer = 'RE-2026-00009'`, `UPDATE dokumente SET kette = ''`, `UPDATE dokumente SET fall = 'ausfuhr'`,
		`UPDATE dokumente SET geleert_at = '2037-01-01T00:00:00.000Z'`, `UPDATE dokumente SET xml = pdf`,
		`UPDATE dokumente SET geleert_at = '2037-01-01T00:00:00.000Z', snapshot = '', pdf = NULL, xml = NULL, betrag_cent = 1`,
	} {
		if err := s.Exec(statement); err == nil || !strings.Contains(err.Error(), "Dokumente werden nicht ge") {
			s.t.Errorf("%s: %v", statement, err)
		}
	}
	if s.Shared {
		if err := s.Exec(`TRUNCATE dokumente CASCADE`); err == nil {
			s.t.Error("truncated")
		}
	}
	s.wantSound(1, "RE-2026-00001")
}

// withoutTriggers runs a statement as somebody who knows the database would.
func (s *suite) withoutTriggers(statement string) {
	s.t.Helper()
	all := []string{`DROP TRIGGER IF EXISTS dokumente_fest`, `DROP TRIGGER IF EXISTS dokumente_bleiben`, statement}
	if s.Shared {
		all[0], all[1] = all[0]+` ON dokumente`, all[1]+` ON dokumente`
	}
	for _, statement := range all {
		if err := s.Exec(statement); err != nil {
			s.t.Fatal(err)
		}
	}
}

func chainBroken(s *suite) {
	o := s.invoiced()
	for range 2 {
		s.mustInvoice(o.ID, order.InvoiceRequest{Kind: order.InvoiceCorrection, Amount: 10}, noon)
	}
	s.wantSound(3, "RE-2026-00003")
	for _, c := range []struct{ change, fault string }{
		{`UPDATE dokumente SET snapshot = 'other' WHERE nr = 1`, "RE-2026-00001: der Inhalt"},
		{`UPDATE dokumente SET betrag_cent = 1 WHERE nr = 2`, "RE-2026-00002: die Kette"},
		{`DELETE FROM dokumente WHERE nr = 2`, "RE-2026-00003: die Kette"},
		{`UPDATE dokumente SET nr = 7 WHERE nr = 3`, "RE-2026-00003: die Nummer"},
	} {
		s.withoutTriggers(c.change)
		check, err := s.Store.CheckDocuments(s.t.Context())
		if err != nil || !strings.Contains(strings.Join(check.Faults, "\n"), c.fault) {
			s.t.Errorf("%s: %v, %q", c.change, err, check.Faults)
		}
	}
}

func numbersContinue(s *suite) {
	o := s.invoiced()
	year := time.Date(2026, 12, 31, 23, 30, 0, 0, time.UTC) // in Berlin it is over
	correction := order.InvoiceRequest{Kind: order.InvoiceCorrection, Amount: 10}
	for _, want := range []string{"RE-2027-00001", "RE-2027-00002"} {
		if got := s.mustInvoice(o.ID, correction, year); got != want {
			s.t.Errorf("%s, want %s", got, want)
		}
	}
	s.wantSound(3, "RE-2027-00002")
	raise := `UPDATE sqlite_sequence SET seq = 100 WHERE name = 'dokumente'`
	if s.Shared {
		raise = `SELECT setval('dokumente_id_seq', 100)`
	}
	if err := s.Exec(raise); err != nil {
		s.t.Fatal(err)
	}
	for _, want := range []string{"RE-2027-00100", "RE-2027-00101"} {
		if got := s.mustInvoice(o.ID, correction, year); got != want {
			s.t.Errorf("after a restore: %s, want %s", got, want)
		}
	}
	check, err := s.Store.CheckDocuments(s.t.Context())
	if err != nil || len(check.Faults) != 0 || len(check.Skipped) != 1 || !strings.Contains(check.Skipped[0], "vor RE-2027-00100 ") {
		s.t.Errorf("%v: %+v", err, check)
	}
}

func documentsAdopted(s *suite) {
	paid, unpaid, cancelled := s.place(), s.place(), s.place()
	s.setStatus(paid.ID, order.StatusPaid)
	s.setStatus(cancelled.ID, order.StatusCancelled)
	for _, statement := range []string{
		fmt.Sprintf(`INSERT INTO rechnungen (order_id, nr, nummer, art, betrag_cent, wer, created_at)
			VALUES (%d, 1, '%s-1', 'storno', %d, 'Verwaltung', '2026-11-22T12:00:00.000Z')`, cancelled.ID, cancelled.Number, cancelled.TotalCents()),
		fmt.Sprintf(`INSERT INTO dokument_uebernahme (id, naechste, bis) VALUES (1, %d, %d)`, paid.ID, cancelled.ID),
	} {
		if err := s.Exec(statement); err != nil {
			s.t.Fatal(err)
		}
	}
	if _, err := s.invoice(paid.ID, order.InvoiceRequest{Kind: order.InvoiceRegular}, noon); !errors.Is(err, order.ErrInvoiceUnfit) {
		s.t.Errorf("issued before the earlier ones were taken over: %v", err)
	}
	by := issuer("Wollwerk")
	by.Prefix = ""
	by.Draw = func(o *order.Details, i order.Invoice) (order.Content, error) {
		return order.Content{Snapshot: []byte(i.Number)}, nil
	}
	for range 2 {
		if more, err := s.Store.AdoptDocuments(s.t.Context(), by); more || err != nil {
			s.t.Fatalf("more %v, %v", more, err)
		}
	}
	s.wantSound(3, cancelled.Number+"-1")
	if d := s.details(unpaid.ID); len(d.Issued) != 0 {
		s.t.Errorf("an order that nobody paid has %v", d.Issued)
	}
	if d := s.details(cancelled.ID); d.Invoiced() != 0 || d.Issued[0].Number != cancelled.Number || len(d.Proposals()) != 0 {
		s.t.Errorf("the cancelled one: %+v", d.Issued)
	}
	s.filledOnce(paid)
	if got := s.mustInvoice(paid.ID, order.InvoiceRequest{Kind: order.InvoiceCorrection, Amount: 1}, noon); got != "RE-2026-00001" {
		s.t.Errorf("the first of the series is %s", got)
	}
	s.wantSound(4, "RE-2026-00001")
}

// filledOnce wants the files that are drawn first to be kept.
func (s *suite) filledOnce(o *order.Order) {
	s.t.Helper()
	document, content, err := s.Store.Document(s.t.Context(), o.ID, o.Number)
	if err != nil || content.PDF != nil || string(content.Snapshot) != o.Number {
		s.t.Fatalf("%v: %+v", err, content)
	}
	for _, drawn := range []string{"first", "second"} {
		got, err := s.Store.FillDocument(s.t.Context(), document.ID, order.Content{PDF: []byte(drawn)})
		if err != nil || string(got.PDF) != "first" || got.XML != nil {
			s.t.Errorf("%s: %v, %q", drawn, err, got.PDF)
		}
	}
	if err := s.Exec(`UPDATE dokumente SET pdf = snapshot_sha256 WHERE pdf IS NOT NULL`); err == nil {
		s.t.Error("filled twice")
	}
}

func documentsEmptied(s *suite) {
	s.importOld()
	s.setStatus(1, order.StatusPaid)
	s.mustInvoice(1, order.InvoiceRequest{Kind: order.InvoiceRegular}, noon)
	if numbers := s.anonymize("2036-12-31T11:00:00.000Z"); strings.Contains(strings.Join(numbers, " "), "BK-2018-0001") {
		s.t.Errorf("before the term of its invoice: %v", numbers)
	}
	for _, y := range s.retentionYears() {
		if y.Country == "de" && y.Year == 2026 && (y.Orders != 2 || y.FreeOn != "2037-01-01") || y.Country == "de" && y.Year == 2018 {
			s.t.Errorf("%+v", y)
		}
	}
	if numbers := s.anonymize("2037-01-01T11:00:00.000Z"); !strings.Contains(strings.Join(numbers, " "), "BK-2018-0001") {
		s.t.Errorf("after the term of its invoice: %v", numbers)
	}
	_, content, err := s.Store.Document(s.t.Context(), 1, "")
	if err != nil || content.PDF != nil || len(content.Snapshot) != 0 {
		s.t.Errorf("%v: %q is left", err, content)
	}
	s.wantSound(1, "RE-2026-00001")
}
