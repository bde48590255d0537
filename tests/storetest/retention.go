package storetest

import (
	"slices"

	"github.com/google/go-cmp/cmp"

	"kontor/internal/shop"
	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
	"kontor/internal/shop/withdrawal"
)

var retentionScenarios = []scenario{
	{"orders by country and year, with their terms", retentionYears},
	{"only orders past their term lose the person", anonymizing},
	{"more orders than one transaction takes", anonymizingMany},
	{"what belongs to no order goes after the longest term", anonymizingLoose},
}

// retentionTerms are those of an Austrian shop that declares its sales abroad: seven years
// at home and for Switzerland, ten for the others.
var retentionTerms = order.RetentionTerms{Seat: "at", OSSFrom: "2018-01-01"}

// importOld stores an order to each country around two turns of the year in Berlin.
func (s *suite) importOld() {
	s.t.Helper()
	var orders []*order.Order
	for _, created := range []string{"2018-12-31T22:59:59.999Z", "2018-12-31T23:00:00.000Z", "2026-01-01T11:00:00.000Z"} {
		for _, country := range shop.Countries {
			orders = append(orders, newOrder(at(instant(created)), to(country), from(string(country)+"@alt.example"),
				func(o *order.Order) {
					o.Customer.Street, o.Note = "Gasse 7", "klingeln"
					o.Particulars = order.Particulars{Phone: "0341 1", Message: "bitte klingeln"}
				}))
		}
	}
	if _, err := s.Store.Import(s.t.Context(), slices.Values(orders), "BK"); err != nil {
		s.t.Fatal(err)
	}
}

func (s *suite) retentionYears() []order.RetentionYear {
	s.t.Helper()
	years, err := s.Store.RetentionYears(s.t.Context(), retentionTerms)
	if err != nil {
		s.t.Fatal(err)
	}
	return years
}

func retentionYears(s *suite) {
	if years := s.retentionYears(); len(years) != 0 {
		s.t.Errorf("an empty shop has %v", years)
	}
	s.importOld()
	years := s.retentionYears()
	want := []order.RetentionYear{
		{Country: "at", Year: 2018, Orders: 1, First: "BK-2018-0002", Last: "BK-2018-0002", FreeOn: "2026-01-01"},
		{Country: "ch", Year: 2018, Orders: 1, First: "BK-2018-0003", Last: "BK-2018-0003", FreeOn: "2026-01-01"},
		{Country: "de", Year: 2018, Orders: 1, First: "BK-2018-0001", Last: "BK-2018-0001", FreeOn: "2029-01-01"},
		{Country: "lu", Year: 2018, Orders: 1, First: "BK-2018-0004", Last: "BK-2018-0004", FreeOn: "2029-01-01"},
		{Country: "at", Year: 2019, Orders: 1, First: "BK-2018-0006", Last: "BK-2018-0006", FreeOn: "2027-01-01"},
	}
	if diff := cmp.Diff(want, years[:min(len(years), len(want))]); diff != "" || len(years) != 12 {
		s.t.Errorf("%d years (-want +got):\n%s", len(years), diff)
	}
}

// anonymize removes the personal data whose retention is over, and returns the numbers
// of the orders.
func (s *suite) anonymize(now string) (numbers []string) {
	s.t.Helper()
	err := s.Store.Anonymize(s.t.Context(), retentionTerms, instant(now), func(part []string) { numbers = append(numbers, part...) })
	if err == nil {
		err = s.Store.ForgetWords()
	}
	if err != nil {
		s.t.Fatal(err)
	}
	return numbers
}

func anonymizing(s *suite) {
	s.importOld()
	s.coupon("EINMAL", once)
	s.owe(noon) // messages about a new order
	before := s.all(order.Filter{})
	if numbers := s.anonymize("2026-12-31T22:59:59.999Z"); !slices.Equal(numbers, []string{"BK-2018-0002", "BK-2018-0003"}) {
		s.t.Errorf("anonymised %v", numbers)
	}
	// In Berlin the year is over.
	if numbers := s.anonymize("2026-12-31T23:00:00.000Z"); !slices.Equal(numbers, []string{"BK-2018-0006", "BK-2018-0007"}) {
		s.t.Errorf("anonymised %v", numbers)
	}
	if numbers := s.anonymize("2027-06-01T00:00:00.000Z"); len(numbers) != 0 {
		s.t.Errorf("anonymised again: %v", numbers)
	}
	for _, was := range before {
		want := was
		if slices.Contains([]int64{2, 3, 6, 7}, was.ID) {
			want.Anonymize()
			want.Version++
		}
		if diff := cmp.Diff(want, s.details(was.ID).Order); diff != "" {
			s.t.Errorf("order %d (-want +got):\n%s", was.ID, diff)
		}
	}
	s.finds("de@alt.example", 9, 5, 1)
	s.finds("at@alt.example", 10)
	s.finds("anonymisiert", 7, 6, 3, 2)
	s.finds("bk 0001", 1)
	events := s.details(2).Events
	if last := events[len(events)-1]; last.Kind != order.EventAnonymized || last.Actor != order.ActorShop || last.Text == "" {
		s.t.Errorf("history %+v", events)
	}
	s.countersAgree()
	s.usesAgree()
	s.mailsAgree()
	if len(s.details(13).Messages) == 0 {
		s.t.Error("the messages of another order are gone")
	}
	if years := s.retentionYears(); years[0].Anonymous != 1 || years[0].Due("2027-06-01") != 0 {
		s.t.Errorf("afterwards %+v", years[0])
	}
}

func anonymizingMany(s *suite) {
	s.coupon("SOMMER")
	orders := make([]*order.Order, 120)
	for i := range orders {
		orders[i] = newOrder(at(instant("2010-06-01T00:00:00.000Z")), with("SOMMER"))
	}
	if _, err := s.Store.Import(s.t.Context(), slices.Values(orders), "BK"); err != nil {
		s.t.Fatal(err)
	}
	if numbers := s.anonymize("2026-11-21T00:00:00.000Z"); len(numbers) != len(orders) {
		s.t.Errorf("%d anonymised, want %d", len(numbers), len(orders))
	}
	var left int
	s.scan(`SELECT count(*) FROM gutschein_einloesungen WHERE email_klein <> '' OR email_stamm <> ''`, nil, &left)
	if left != 0 {
		s.t.Errorf("%d redemptions with an e-mail", left)
	}
	s.usesAgree()
	s.finds("erika")
}

// withdraw stores a withdrawal that arrives at the time, and the messages about
// it.
func (s *suite) withdraw(arrived, contract string) withdrawal.Withdrawal {
	s.t.Helper()
	w := withdrawal.Withdrawal{
		Key: arrived + contract, At: instant(arrived), Name: "Wanda", Email: "wanda@alt.example",
		Contract: contract, Reason: "gefällt Wanda nicht", Language: "de",
	}
	mail := func(kind message.Kind) message.Message {
		m := message.Message{Key: w.Key + string(kind), Kind: kind, Language: "de", CreatedAt: w.At}
		m.Begin(message.SendingLater, w.At)
		return m
	}
	receipt, note := mail(message.KindWithdrawal), mail(message.KindOperatorNote)
	receipt.To, receipt.Withdrawal = w.Email, w.Withdrawn()
	note.Note = &message.OperatorNote{Subject: "Widerruf", Text: "von Wanda"}
	added, owed, err := s.Store.AddWithdrawal(s.t.Context(), w, []message.Message{receipt, note}, message.MailLimit{})
	if err != nil || len(owed) != 2 {
		s.t.Fatalf("%d messages, %v", len(owed), err)
	}
	return added
}

func anonymizingLoose(s *suite) {
	old := newOrder(at(instant("2015-06-01T00:00:00.000Z")), from("wanda@alt.example"))
	if _, err := s.Store.Import(s.t.Context(), slices.Values([]*order.Order{old}), "BK"); err != nil {
		s.t.Fatal(err)
	}
	of := s.withdraw("2015-06-02T00:00:00.000Z", "BK-2015-0001")
	if of.OrderID != 1 {
		s.t.Errorf("the withdrawal is of order %d", of.OrderID)
	}
	gone := s.withdraw("2015-12-31T22:59:59.999Z", "mein Vertrag")
	kept := s.withdraw("2015-12-31T23:00:00.000Z", "mein Vertrag")
	for _, created := range []string{"2015-06-01T00:00:00.000Z", "2016-06-01T00:00:00.000Z"} {
		if err := s.Exec(`INSERT INTO zahlungseingaenge (schluessel, gebucht_am, betrag_cent, waehrung, name, iban, zweck, zustand, notiz, importiert_at, updated_at)
			VALUES ('` + created + `', '2015-06-01', 100, 'EUR', 'Wanda', 'DE02', 'von Wanda', 'offen', '', '` + created + `', '` + created + `')`); err != nil {
			s.t.Fatal(err)
		}
	}
	if numbers := s.anonymize("2025-12-31T23:00:00.000Z"); !slices.Equal(numbers, []string{"BK-2015-0001"}) {
		s.t.Errorf("anonymised %v", numbers)
	}
	for _, w := range []withdrawal.Withdrawal{of, gone, kept} {
		got, err := s.Store.Withdrawal(s.t.Context(), w.ID)
		if err != nil {
			s.t.Fatal(err)
		}
		if w.ID != kept.ID {
			w.Name, w.Email, w.Reason = "", "", ""
		}
		if w.ID == gone.ID {
			w.Contract = ""
		}
		w.Key = got.Key
		if diff := cmp.Diff(w, got); diff != "" {
			s.t.Errorf("withdrawal %d (-want +got):\n%s", w.ID, diff)
		}
	}
	page, err := s.Store.Messages(s.t.Context(), message.Filter{Limit: 10})
	if err != nil || len(page.Messages) != 2 {
		s.t.Errorf("%d messages are left, %v; want the two of the withdrawal that is kept", len(page.Messages), err)
	}
	s.mailsAgree()
	var receipts []string
	for _, line := range s.lines(`SELECT name, iban, zweck FROM zahlungseingaenge ORDER BY importiert_at`) {
		receipts = append(receipts, line["name"].(string)+line["iban"].(string)+line["zweck"].(string))
	}
	if want := []string{"", "WandaDE02von Wanda"}; !slices.Equal(receipts, want) {
		s.t.Errorf("receipts of %q, want %q", receipts, want)
	}
}
