package books

import (
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kontor/internal/books"
	"kontor/tests/crowd"
	"kontor/tests/shoptest"
)

// planted are faults of the database, each with the auditor's expected output, in which
// 1 to 4 in angle brackets stand for the orders' marks.
var planted = map[string]struct {
	plant string // statements
	want  []string
}{
	"acknowledged and lost": {`DELETE FROM orders WHERE id = 2`, []string{
		`<2> was answered 201 with BK-2026-0002 and is not stored`, `Positionen ohne Bestellung: 2`, `Zähler der Bestellungen .* status:zahlungOffen `}},
	"lost with all that belongs to it": {`DELETE FROM order_items WHERE order_id = 3; DELETE FROM idempotenz WHERE order_id = 3;
		DELETE FROM mails WHERE order_id = 3; DELETE FROM orders WHERE id = 3`, []string{
		`<3> was answered 201 with BK-2026-0003 and is not stored`, `Zähler der Bestellungen .* status:zahlungOffen `}},
	"stored for another": {`UPDATE orders SET kunde_name = (SELECT kunde_name FROM orders WHERE id = 2) WHERE id = 3`, []string{
		`<2> is stored 2 times`, `<3> was answered 201 with BK-2026-0003 and is not stored`}},
	"another number":     {`UPDATE orders SET bestellnummer = 'BK-2026-0042' WHERE id = 2`, []string{`answered 2 BK-2026-0002, stored 2 BK-2026-0042`, `Bestellung 2 hat die Nummer "BK-2026-0042", richtig wäre …-2026-0002`}},
	"no number":          {`UPDATE orders SET bestellnummer = NULL WHERE id = 2`, []string{`Bestellung 2 hat die Nummer "", richtig wäre …-2026-0002`}},
	"another status":     {`UPDATE orders SET status = 'bezahlt' WHERE id = 2`, []string{`BK-2026-0002 has status "bezahlt"`, `Zähler der Bestellungen`, `Zähler der Positionen`}},
	"without its key":    {`DELETE FROM idempotenz WHERE order_id = 2`, []string{`BK-2026-0002 has the key ""`}},
	"more of an item":    {`UPDATE order_items SET menge = menge + 1 WHERE order_id = 2 AND position = 1`, []string{`BK-2026-0002 is not stored whole`}},
	"another address":    {`UPDATE orders SET ort = 'Nirgends' WHERE id = 2`, []string{`BK-2026-0002 is not stored whole`}},
	"orders counted off": {`UPDATE order_counters SET anzahl = anzahl + 1 WHERE tag = '' AND status = 'bezahlt'`, []string{`Zähler der Bestellungen \{tag: status:bezahlt .* ist \{[2-9] .* richtig wäre \{1`}},
	"money counted off":  {`UPDATE order_counters SET summe_cent = summe_cent - 1 WHERE tag <> '' AND status = 'storniert'`, []string{`Zähler der Bestellungen \{tag:2026-11-21 status:storniert`}},
	"pieces counted off": {`UPDATE item_counters SET menge = menge + 1 WHERE tag = ''`, []string{`Zähler der Positionen \{tag: produkt:artikel-`}},
	"pieces not counted": {`DELETE FROM item_counters WHERE tag <> ''`, []string{`Zähler der Positionen \{tag:2026-11-21 produkt:artikel-.* ist \{0 0\}`}},
	"uses counted off":   {`UPDATE coupon_counters SET anzahl = anzahl - 1`, []string{`Zähler der Gutscheine EINMAL10 ist \{0 0\}, richtig wäre \{1 0\}`}},

	"Positionen ohne Bestellung":   {`UPDATE order_items SET order_id = 999 WHERE order_id = 2`, []string{`Positionen ohne Bestellung: 999`, `Bestellungen ohne Positionen: 2`}},
	"Bestellungen ohne Positionen": {`DELETE FROM order_items WHERE order_id = 2`, []string{`Bestellungen ohne Positionen: 2`, `BK-2026-0002 is not stored whole`}},
	"orders without their messages": {`INSERT INTO mails (schluessel, art, order_id, sprache, an, zustand, versuche, in_arbeit, faellig_ab, aufgeben_ab, created_at, updated_at)
		VALUES ('k', 'kunde_eingang', 2, 'de', '', 'gesendet', 1, 0, '', '', '', '')`, []string{`orders without their messages: 1 2 3 4`}},
	"Nachrichten falsch gezählt": {`INSERT INTO mail_counters (zustand, slot, anzahl) VALUES ('offen', 31, 1)`, []string{`Nachrichten falsch gezählt: `}},
	"Lücken in den Positionen":   {`UPDATE order_items SET position = position + 100 WHERE order_id = 2`, []string{`Lücken in den Positionen: 2`}},
	"Gutscheine ohne Einlösung":  {`DELETE FROM gutschein_einloesungen`, []string{`Gutscheine ohne Einlösung: 1`}},
	"Einlösungen ohne Gutschein": {`UPDATE gutschein_einloesungen SET code = 'ANDERER'`, []string{`Einlösungen ohne Gutschein: 1`}},
	"Änderungen ohne Verlauf":    {`DELETE FROM order_events WHERE order_id = 4 AND nr = 2`, []string{`Änderungen ohne Verlauf: 4`}},
	"Verläufe mit anderem Ende": {`UPDATE order_events SET nach = 'zahlungOffen' WHERE order_id = 4 AND nr = 3`, []string{
		`Verläufe mit anderem Ende: 4`}},
	"Bestände anders als ihre Buchungen": {`INSERT INTO bestaende (slug, partie, bestand) VALUES ('wolle', '', 3)`, []string{
		`Bestände anders als ihre Buchungen: wolle`}},
	"Bestellungen, die mehr zurückgaben, als sie nahmen": {`INSERT INTO bestaende (slug, partie, bestand) VALUES ('wolle', '', 1);
		INSERT INTO bestandsbuchungen (slug, partie, menge, art, order_id, wer, zeit) VALUES ('wolle', '', 1, 'storno', 2, 'Shop', '2026-11-21T09:00:00.000Z')`,
		[]string{`Bestellungen, die mehr zurückgaben, als sie nahmen: 2`}},
	"Zahlungen, die mehr zurückgaben, als sie nahmen": {`INSERT INTO bestaende (slug, partie, bestand) VALUES ('wolle', '', 1);
		INSERT INTO bestandsbuchungen (slug, partie, menge, art, vorgang, wer, zeit) VALUES ('wolle', '', 1, 'freigabe', 2, 'Shop', '2026-11-21T09:00:00.000Z')`,
		[]string{`Zahlungen, die mehr zurückgaben, als sie nahmen: 2`}},
	"EU-Fernverkäufe anders als ihre Dokumente": {`INSERT INTO fernverkauf_jahre (jahr, netto_cent, andere_cent, ziel_ab, gemeldet) VALUES (2026, 1, 0, '', 0)`,
		[]string{`EU-Fernverkäufe anders als ihre Dokumente: 2026`}},
	"Dokumente falsch zum EU-Fernverkauf gezählt": {`INSERT INTO aussteller (id, name, adresse, steuernummer, ust_id, sitz, kleinunternehmer, ab) VALUES (1, '', '', '', '', 'de', 0, '');
		INSERT INTO dokumente (id, aussteller_id, praefix, nummer, order_id, art, betrag_cent, anlass, wer, ausgestellt_at, leistung_am, lieferung_offen, fall,
			snapshot, snapshot_sha256, pdf_sha256, xml_sha256, kette) VALUES (1, 1, '', 'X-1', 1, 'rechnung', 1, '', '', '', '', 0, 'fernverkauf_ziel', '', '', '', '', '')`,
		[]string{`Dokumente falsch zum EU-Fernverkauf gezählt: X-1`}},
	"coupons that one person uses twice": {`UPDATE orders SET gutschein_code = 'EINMAL10', kunde_email = (SELECT upper(kunde_email) FROM orders WHERE id = 1) WHERE id = 2;
		INSERT INTO gutschein_einloesungen (code, email_klein, email_stamm, order_id, created_at) SELECT code, email_klein, email_stamm, 2, created_at FROM gutschein_einloesungen`, []string{
		`coupons that one person uses twice: 1`}},
}

// plantedIn are faults in engine-specific places: a number that would be issued again,
// rule R51, and rows whose references are missing.
var plantedIn = map[string]map[string]string{
	"SQLite": {
		`UPDATE sqlite_sequence SET seq = 3 WHERE name = 'orders'`: `Die Zählung der Bestellungen steht bei 3, aber es gibt Bestellung 4`,
		`DELETE FROM orders WHERE id = 2`:                          `Verweis ins Leere in order_items`,
	},
	"PostgreSQL": {
		`ALTER SEQUENCE orders_id_seq RESTART WITH 3`: `Die Zählung der Bestellungen steht bei 3, aber es gibt Bestellung 4`,
	},
}

// What must not happen is found if it happens: one fault after another is planted in
// sound books, and the auditor has to name it.
func TestPlantedFaultsAreFound(t *testing.T) {
	t.Parallel()
	for _, name := range slices.Concat(slices.Collect(maps.Keys(books.Strays)), slices.Collect(maps.Keys(books.StrayStock)), slices.Collect(maps.Keys(books.StrayDistance)), slices.Collect(maps.Keys(strays))) {
		if planted[name].plant == "" {
			t.Errorf("no fault is planted for %q", name)
		}
	}
	for engine, where := range map[string]shoptest.Option{
		"SQLite": shoptest.Dir(t.TempDir()), "PostgreSQL": shoptest.Shared(t.TempDir()),
	} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			s := shoptest.Start(t, where)
			all := trade(t, s)
			all.mustBeSound()
			for name, fault := range planted {
				all.plant(name, fault.plant, fault.want...)
			}
			for statement, want := range plantedIn[engine] {
				all.plant(statement, statement, want)
			}
			all.checkAnswers()
			all.mustBeSound()
			all.checkDouble(s)
		})
	}
}

func (a *traded) mustBeSound() {
	a.t.Helper()
	if found := a.audit(a.t.Context(), a.db, a.ledger); len(found) > 0 {
		a.t.Fatalf("found in sound books: %s", strings.Join(found, "\n"))
	}
}

// plant audits the books with a temporary fault.
func (a *traded) plant(name, statements string, want ...string) {
	a.t.Helper()
	tx, err := a.db.BeginTx(a.t.Context(), nil)
	if err != nil {
		a.t.Fatal(err)
	}
	defer tx.Rollback()
	statements = a.prelude + statements
	for statement := range strings.SplitSeq(statements, ";") {
		if _, err := tx.ExecContext(a.t.Context(), statement); err != nil {
			a.t.Fatalf("%s: %s: %v", name, statement, err)
		}
	}
	a.demand(name, a.audit(a.t.Context(), tx, a.ledger), want...)
}

// demand expects each of the sentences among the found ones.
func (a *traded) demand(name string, found []string, want ...string) {
	a.t.Helper()
	for _, sentence := range want {
		for i, o := range a.orders {
			sentence = strings.ReplaceAll(sentence, fmt.Sprintf("<%d>", i+1), o.Mark())
		}
		if !slices.ContainsFunc(found, regexp.MustCompile(sentence).MatchString) {
			a.t.Errorf("%s: not found: %s\nfound: %s", name, sentence, strings.Join(found, "\n"))
		}
	}
}

// checkAnswers audits sound books against a ledger with altered answers.
func (a *traded) checkAnswers() {
	a.t.Helper()
	first, second := a.orders[1], a.orders[2]
	given := a.answered(2, func(o *crowd.Order) { o.ID, o.Number = first.ID, first.Number })
	a.demand("a number given twice", a.audit(a.t.Context(), a.db, given), `answered 2 BK-2026-0002, stored 3 BK-2026-0003`)
	refused := a.answered(2, func(o *crowd.Order) { o.Answer.Status = http.StatusConflict })
	a.demand("refused and stored", a.audit(a.t.Context(), a.db, refused), `<3> was answered 409 and is stored`)
	unsent := maps.Clone(a.ledger)
	delete(unsent, second.Mark())
	a.demand("sent by nobody", a.audit(a.t.Context(), a.db, unsent), `<3> is stored, but nobody sent it`)
}

// checkDouble lets a customer send an order again without its key, so that the shop
// stores it as another one.
func (a *traded) checkDouble(s *shoptest.Shop) {
	a.t.Helper()
	again := *a.orders[1]
	again.Key = ""
	if again.Send(s.Visitor().HTTP(), s.URL); again.Number != "BK-2026-0005" {
		a.t.Fatalf("the order is answered %d %s", again.Answer.Status, again.Answer.Body)
	}
	found := a.audit(a.t.Context(), a.db, a.ledger)
	a.demand("stored twice", found, `<2> is stored 2 times`)
	if len(found) > 1 {
		a.t.Errorf("found besides a double order: %s", strings.Join(found, "\n"))
	}
}
