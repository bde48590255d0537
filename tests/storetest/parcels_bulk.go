package storetest

import (
	"fmt"
	"time"

	"kontor/internal/shop/dispatch"
	"kontor/internal/shop/order"
)

var parcelBulkScenarios = []scenario{
	{"F27 the same list again enters no second parcel, message or document", sameListTwice},
	{"F27 a parcel that was taken back does not come back with its list", takenBackStays},
	{"F27 a refused parcel stops none of the others, and a preview stores nothing", listPreviewed},
}

// several enters a list of parcels, and returns what became of them.
func (s *suite) several(entries []dispatch.Entry) (results []dispatch.Result) {
	s.t.Helper()
	outcomes, err := s.packers().DispatchAll(s.t.Context(), entries, issuer("Wollwerk"))
	if err != nil {
		s.t.Fatal(err)
	}
	for _, o := range outcomes {
		results = append(results, o.Result)
	}
	return results
}

func (s *suite) packers() *dispatch.Service {
	return dispatch.New(s.Store, nil, func() time.Time { return noon.Add(time.Hour) })
}

func listed(number, parcel string) dispatch.Entry {
	r := parcelOf(parcel)
	r.Silent = false
	return dispatch.Entry{OrderNumber: number, Request: r}
}

func sameListTwice(s *suite) {
	var entries []dispatch.Entry
	for i := range 3 {
		o := s.place(from(fmt.Sprintf("%d@example.org", i)))
		entries = append(entries, listed(o.Number, fmt.Sprint("00", i)))
	}
	if got := s.several(entries); fmt.Sprint(got) != "[neu neu neu]" {
		s.t.Fatalf("first: %v", got)
	}
	before := []order.Details{s.details(1), s.details(2), s.details(3)}
	if got := s.several(entries); fmt.Sprint(got) != "[bekannt bekannt bekannt]" {
		s.t.Errorf("again: %v", got)
	}
	for i, was := range before {
		d := s.details(int64(i + 1))
		if len(d.Parcels) != 1 || len(d.Issued) != 1 || len(d.Messages) != len(was.Messages) || d.Version != was.Version {
			s.t.Errorf("%s has %+v, %+v, %+v", d.Number, d.Parcels, d.Issued, d.Messages)
		}
		if last := was.Messages[len(was.Messages)-1]; last.Dispatched == nil {
			s.t.Errorf("the customer was owed %+v", last)
		}
	}
	s.wantSound(3, "RE-2026-00003")
}

func takenBackStays(s *suite) {
	o := s.place()
	list := []dispatch.Entry{listed(o.Number, "1")}
	s.several(list)
	if _, err := s.packers().Change(s.t.Context(), s.details(o.ID).Parcels[0].ID, dispatch.Change{TakenBack: true}); err != nil {
		s.t.Fatal(err)
	}
	if got := s.several(list); fmt.Sprint(got) != "[bekannt]" || s.details(o.ID).Dispatch != order.DispatchOpen {
		s.t.Errorf("%v, %s", got, s.details(o.ID).Dispatch)
	}
}

func listPreviewed(s *suite) {
	first, second := s.place(), s.place(from("b@example.org"))
	s.setStatus(second.ID, order.StatusCancelled)
	entries := []dispatch.Entry{
		listed("BK-2026-9999", "1"), listed(second.Number, "2"), listed(first.Number, "3"), listed(first.Number, "3"), listed(first.Number, "4"), listed(first.Number, "<"),
	}
	const want = "[fehler fehler neu bekannt fehler fehler]"
	before := s.details(first.ID)
	outcomes, err := s.packers().Preview(s.t.Context(), entries)
	var got []dispatch.Result
	for _, o := range outcomes {
		got = append(got, o.Result)
	}
	if err != nil || fmt.Sprint(got) != want || outcomes[1].Why.Text != "Die Bestellung ist storniert. Sie wird nicht versandt." {
		s.t.Errorf("preview: %v, %v", got, err)
	}
	if d := s.details(first.ID); d.Version != before.Version || len(d.Parcels) != 0 {
		s.t.Errorf("the preview stored %+v", d.Parcels)
	}
	if got := s.several(entries); fmt.Sprint(got) != want {
		s.t.Errorf("entered: %v", got)
	}
	s.wantSound(1, "RE-2026-00001")
}
