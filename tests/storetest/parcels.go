package storetest

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/google/go-cmp/cmp"

	"kontor/internal/shop"
	"kontor/internal/shop/dispatch"
	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
)

var parcelScenarios = []scenario{
	{"F34 a parcel is read back as it was entered, with what follows from it", parcelReadBack},
	{"F34 a refused parcel leaves nothing behind", parcelRefused},
	{"F34 of parallel parcels with everything one is stored", parallelParcels},
	{"F34 what became of a parcel decides on the state of its order", parcelChanged},
	{"F34 orders are listed by how much of them has left", dispatchFiltered},
}

func parcelOf(number string, contents ...order.ParcelLine) dispatch.Request {
	return dispatch.Request{
		Carrier: order.CarrierDHL, Number: number, Contents: contents, DespiteOpen: true, Silent: true, Actor: "Verwaltung a1b2",
	}
}

func (s *suite) dispatch(id int64, r dispatch.Request) order.Details {
	s.t.Helper()
	d, err := s.Store.AddParcel(s.t.Context(), id, r, issuer("Wollwerk"), noon.Add(time.Hour))
	if err != nil {
		s.t.Fatal(err)
	}
	return d
}

func parcelReadBack(s *suite) {
	o, other := s.place(costing(0)), s.place(from("andere@example.org"))
	before := s.details(o.ID)
	got := s.dispatch(o.ID, parcelOf("0034"))
	later := noon.Add(time.Hour)
	want := before
	want.Version, want.UpdatedAt, want.Dispatch = before.Version+1, later, order.DispatchSent
	want.Parcels = []order.Parcel{{
		ID: 1, Carrier: order.CarrierDHL, Number: "0034", Sent: shop.DayOf(noon), Contents: before.Undispatched(),
		Actor: "Verwaltung a1b2", CreatedAt: later,
	}}
	want.Events = append(want.Events, order.Event{
		At: later, Actor: "Verwaltung a1b2", Kind: order.EventDispatch,
		Text: "Sendung mit DHL 0034, versandt am " + shop.DayOf(noon).German(),
	})
	if len(got.Parcels) == 1 {
		want.Parcels[0].ID = got.Parcels[0].ID
	}
	if diff := cmp.Diff(want, got); diff != "" {
		s.t.Errorf("stored (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(got, s.details(o.ID)); diff != "" {
		s.t.Errorf("answer and stored order differ:\n%s", diff)
	}
	if d := s.details(other.ID); len(d.Parcels) != 0 || d.Dispatch != order.DispatchOpen || d.Version != other.Version {
		s.t.Errorf("another order has %v", d.Parcels)
	}
	loud := parcelOf("0035")
	loud.Silent = false
	if d := s.dispatch(other.ID, loud); len(d.Messages) == 0 || d.Messages[len(d.Messages)-1].Kind != message.KindDispatched ||
		d.Messages[len(d.Messages)-1].Dispatched.Number != "0035" {
		s.t.Errorf("the customer is owed %+v", d.Messages)
	}
	s.countersAgree()
}

func parcelRefused(s *suite) {
	o := s.place()
	s.setStatus(o.ID, order.StatusPaymentOpen)
	before := s.details(o.ID)
	unpaid, stale := parcelOf("1"), parcelOf("1")
	unpaid.DespiteOpen = false
	stale.IfVersion = before.Version + 1
	for want, request := range map[error]dispatch.Request{
		dispatch.ErrUnpaid: unpaid, shop.ErrStale: stale, dispatch.ErrUnfit: parcelOf("1", order.ParcelLine{Position: 1, Quantity: 1 << 40}),
	} {
		if _, err := s.Store.AddParcel(s.t.Context(), o.ID, request, issuer("Wollwerk"), noon); !errors.Is(err, want) {
			s.t.Errorf("%v, want %v", err, want)
		}
	}
	if _, err := s.Store.AddParcel(s.t.Context(), o.ID+1, parcelOf("1"), issuer("Wollwerk"), noon); !errors.Is(err, order.ErrNotFound) {
		s.t.Errorf("an unknown order: %v", err)
	}
	if _, err := s.Store.ChangeParcel(s.t.Context(), 1, dispatch.Change{TakenBack: true}, noon); !errors.Is(err, dispatch.ErrNotFound) {
		s.t.Errorf("an unknown parcel: %v", err)
	}
	if diff := cmp.Diff(before, s.details(o.ID)); diff != "" {
		s.t.Errorf("changed:\n%s", diff)
	}
}

func parallelParcels(s *suite) {
	o := s.place()
	results := make([]error, 8)
	var all sync.WaitGroup
	for i := range results {
		all.Go(func() { _, results[i] = s.Store.AddParcel(s.t.Context(), o.ID, parcelOf(""), issuer("Wollwerk"), noon) })
	}
	all.Wait()
	stored := 0
	for _, err := range results {
		switch {
		case err == nil:
			stored++
		case !errors.Is(err, dispatch.ErrUnfit):
			s.t.Error(err)
		}
	}
	if d := s.details(o.ID); stored != 1 || len(d.Parcels) != 1 || d.Dispatch != order.DispatchSent {
		s.t.Errorf("%d succeeded, %d stored, %s", stored, len(d.Parcels), d.Dispatch)
	}
}

func parcelChanged(s *suite) {
	o := s.place()
	change := func(id int64, c dispatch.Change, want order.DispatchState) {
		s.t.Helper()
		d, err := s.Store.ChangeParcel(s.t.Context(), id, c, noon.Add(2*time.Hour))
		if err != nil || d.Dispatch != want || s.details(o.ID).Dispatch != want {
			s.t.Fatalf("%s, %v, want %s", d.Dispatch, err, want)
		}
	}
	first := s.dispatch(o.ID, parcelOf("1", order.ParcelLine{Position: 1, Quantity: 1}))
	if first.Dispatch != order.DispatchPartly {
		s.t.Fatalf("a part: %s", first.Dispatch)
	}
	both := s.dispatch(o.ID, parcelOf("2"))
	today, number := shop.DayOf(noon), "3"
	change(both.Parcels[0].ID, dispatch.Change{Delivered: &today, Number: &number}, order.DispatchSent)
	change(both.Parcels[1].ID, dispatch.Change{Delivered: &today}, order.DispatchDelivered)
	change(both.Parcels[1].ID, dispatch.Change{TakenBack: true}, order.DispatchPartly)
	if _, err := s.Store.ChangeParcel(s.t.Context(), both.Parcels[1].ID, dispatch.Change{Delivered: &today}, noon); !errors.Is(err, dispatch.ErrUnfit) {
		s.t.Errorf("one that was taken back: %v", err)
	}
	change(both.Parcels[0].ID, dispatch.Change{TakenBack: true}, order.DispatchOpen)
	if d := s.details(o.ID); d.Parcels[0].Number != "3" || d.Parcels[0].Delivered != today || len(d.Undispatched()) == 0 {
		s.t.Errorf("kept are %+v", d.Parcels)
	}
}

func dispatchFiltered(s *suite) {
	open, partly, sent := s.place(), s.place(from("b@example.org")), s.place(from("c@example.org"))
	s.dispatch(partly.ID, parcelOf("1", order.ParcelLine{Position: 1, Quantity: 1}))
	s.dispatch(sent.ID, parcelOf("2"))
	for state, want := range map[order.DispatchState]int64{
		order.DispatchOpen: open.ID, order.DispatchPartly: partly.ID, order.DispatchSent: sent.ID, order.DispatchDelivered: 0,
	} {
		page, err := s.Store.Orders(s.t.Context(), order.Filter{Dispatch: state})
		if err != nil {
			s.t.Fatal(err)
		}
		if len(page.Orders) != min(int(want), 1) || want != 0 && (page.Orders[0].ID != want || page.Orders[0].Dispatch != state) {
			s.t.Errorf("%s: %+v", state, page.Orders)
		}
	}
}

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
