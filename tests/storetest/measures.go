package storetest

import (
	"time"

	"github.com/google/go-cmp/cmp"

	"kontor/internal/shop/report"
)

var measureScenarios = []scenario{
	{"W25 figures for the metrics", figuresMeasured},
}

func figuresMeasured(s *suite) {
	want := report.Measures{Payments: map[string]int64{
		"neu": 0, "angelegt": 0, "einzug_laeuft": 0, "wartet_auf_zahlung": 0, "erstattung_noetig": 0, "erstattung_laeuft": 0, "klaerung": 0,
	}}
	s.measures("an empty shop", want)

	newest := noon.Add(time.Hour)
	s.place(at(newest)) // its mails are not set up
	want.LastOrder = newest
	s.measures("an order", want)

	mails := s.owe(noon.Add(-2 * time.Hour)) // and an order
	s.owe(noon.Add(-time.Hour))
	sent := mails[0]
	sent.Sent(noon)
	if err := s.Store.SettleMessage(s.t.Context(), &sent); err != nil {
		s.t.Fatal(err)
	}
	want.LastOrder, want.MailsWaiting, want.OldestMail = noon, int64(2*len(mails)-1), noon.Add(-2*time.Hour)
	s.measures("mails that wait", want)

	s.waiting("eins")
	s.paidPayment("zwei")
	if _, err := s.Store.OpenPayment(s.t.Context(), opening("drei")); err != nil {
		s.t.Fatal(err)
	}
	want.Payments["neu"], want.Payments["angelegt"] = 1, 1
	s.begin("aaaa0001", noon)
	s.begin("aaaa0002", noon.Add(-23*time.Hour))
	s.begin("aaaa0003", noon.Add(-25*time.Hour)) // over
	want.Sessions, want.AuditEntries = 2, 3
	got := s.measured()
	want.LastOrder, want.MailsWaiting, want.OldestMail = got.LastOrder, got.MailsWaiting, got.OldestMail // the payment is an order too
	s.measures("payments and sessions", want)
}

func (s *suite) measured() report.Measures {
	s.t.Helper()
	got, err := s.Store.Measures(s.t.Context(), noon)
	if err != nil {
		s.t.Fatal(err)
	}
	return got
}

func (s *suite) measures(when string, want report.Measures) {
	s.t.Helper()
	if diff := cmp.Diff(want, s.measured()); diff != "" {
		s.t.Errorf("%s (-want +got):\n%s", when, diff)
	}
}
