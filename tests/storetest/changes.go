package storetest

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/google/go-cmp/cmp"

	"kontor/internal/shop"
	"kontor/internal/shop/order"
)

var changeScenarios = []scenario{
	{"H44 a change of state is stored with who, when, from and to", statusChanged},
	{"every state leads to every state", allTransitions},
	{"a note is stored and recorded in the history", noteChanged},
	{"state and note change together", bothChanged},
	{"setting the state that an order has is recorded too", statusConfirmed},
	{"H44 a change over an old version is refused", staleChange},
	{"an unknown order cannot be changed", unknownOrder},
	{"an invalid state changes nothing", invalidStatus},
	{"S52 parallel changes all count, one after the other", parallelChanges},
	{"S52 R15 the time of a change grows though the clock goes back", changesAfterTheClockGoesBack},
	{"of parallel changes over one version one wins", parallelStale},
}

func statusChanged(s *suite) {
	o := s.place()
	other := s.place(from("andere@example.org"))
	paid := order.StatusPaid
	changed, err := s.Store.ChangeOrder(s.t.Context(), o.ID, order.Change{Status: &paid, Actor: "Verwaltung a1b2"}, noon.Add(time.Minute))
	if err != nil {
		s.t.Fatal(err)
	}
	want := *o
	want.Status, want.UpdatedAt, want.Version = order.StatusPaid, noon.Add(time.Minute), 2
	if diff := cmp.Diff(want, changed.Order); diff != "" {
		s.t.Errorf("changed order (-want +got):\n%s", diff)
	}
	history := []order.Event{
		{At: noon, Actor: order.ActorShop, Kind: order.EventCreated},
		{At: noon.Add(time.Minute), Actor: "Verwaltung a1b2", Kind: order.EventStatus, From: "zahlungOffen", To: "bezahlt"},
	}
	if diff := cmp.Diff(history, changed.Events); diff != "" {
		s.t.Errorf("history (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(changed, s.details(o.ID)); diff != "" {
		s.t.Errorf("answer and stored order differ:\n%s", diff)
	}
	if diff := cmp.Diff(*other, s.details(other.ID).Order); diff != "" {
		s.t.Errorf("another order changed:\n%s", diff)
	}
}

func allTransitions(s *suite) {
	o := s.place()
	version := o.Version
	for _, before := range order.Statuses {
		for _, after := range order.Statuses {
			s.setStatus(o.ID, before)
			changed := s.setStatus(o.ID, after)
			if version += 2; changed.Status != after || changed.Version != version {
				s.t.Errorf("%s to %s: %s, version %d, want %d", before, after, changed.Status, changed.Version, version)
			}
			s.countersAgree()
		}
	}
}

// countersAgree compares everything read from counters with plain queries over the
// orders.
func (s *suite) countersAgree() {
	s.t.Helper()
	if diff := cmp.Diff(s.plainBestsellers(), s.bestsellers()); diff != "" {
		s.t.Errorf("best sellers (-plain +got):\n%s", diff)
	}
	want := s.plainStatusCounts()
	for status, n := range s.page(order.Filter{Limit: 1}).Counts {
		if n != want[status] {
			s.t.Errorf("%d orders are %s, counted %d", want[status], status, n)
		}
		delete(want, status)
	}
	if len(want) > 0 {
		s.t.Errorf("not counted: %v", want)
	}
}

func noteChanged(s *suite) {
	o := s.place()
	for i, note := range []string{"Kunde\nangerufen 😀", `'); DROP TABLE orders;--`, ""} {
		changed := s.change(o.ID, order.Change{Note: &note})
		last := changed.Events[len(changed.Events)-1]
		if changed.Note != note || changed.Status != o.Status || changed.Version != int64(i)+2 ||
			last.Kind != order.EventNote || last.Text != note || last.From != "" || last.To != "" {
			s.t.Errorf("note %q: %+v", note, changed)
		}
	}
}

func bothChanged(s *suite) {
	o := s.place()
	note, paid := "Geld ist da", order.StatusPaid
	changed := s.change(o.ID, order.Change{Status: &paid, Note: &note})
	if changed.Note != note || changed.Status != paid || changed.Version != 2 || len(changed.Events) != 3 {
		s.t.Errorf("changed order %+v", changed)
	}
}

func statusConfirmed(s *suite) {
	o := s.place()
	open, note, none := order.StatusPaymentOpen, "Geld fehlt", ""
	for _, tt := range []struct {
		change   order.Change
		recorded []order.EventKind
	}{
		{order.Change{Status: &open}, []order.EventKind{order.EventStatus}},
		{order.Change{Status: &open, Note: &none}, []order.EventKind{order.EventStatus}},
		{order.Change{Status: &open, Note: &note}, []order.EventKind{order.EventNote, order.EventStatus}},
		{order.Change{Note: &note}, []order.EventKind{order.EventNote}},
	} {
		before := s.details(o.ID)
		changed := s.change(o.ID, tt.change)
		var recorded []order.EventKind
		for _, e := range changed.Events[len(before.Events):] {
			recorded = append(recorded, e.Kind)
			if e.Kind == order.EventStatus && (e.From != "zahlungOffen" || e.To != "zahlungOffen") || !e.At.Equal(changed.UpdatedAt) {
				s.t.Errorf("entry %+v", e)
			}
		}
		if slices.Sort(recorded); !slices.Equal(recorded, tt.recorded) || !changed.UpdatedAt.After(before.UpdatedAt) {
			s.t.Errorf("%+v: recorded %v, want %v; updated %v", tt.change, recorded, tt.recorded, changed.UpdatedAt)
		}
	}
	s.countersAgree()
}

func staleChange(s *suite) {
	o := s.place()
	s.setStatus(o.ID, order.StatusPaid)
	before := s.details(o.ID)
	cancelled := order.StatusCancelled
	for _, version := range []int64{1, 3, -1} {
		if _, err := s.tryChange(o.ID, order.Change{Status: &cancelled, IfVersion: version}); !errors.Is(err, shop.ErrStale) {
			s.t.Errorf("change over version %d: %v", version, err)
		}
	}
	if diff := cmp.Diff(before, s.details(o.ID)); diff != "" {
		s.t.Errorf("a stale change was stored:\n%s", diff)
	}
	s.change(o.ID, order.Change{Status: &cancelled, IfVersion: 2})
}

func unknownOrder(s *suite) {
	s.place()
	before := s.rows()
	paid := order.StatusPaid
	for _, id := range []int64{0, -1, 2, 999_999, 1 << 62} {
		if _, err := s.tryChange(id, order.Change{Status: &paid}); !errors.Is(err, order.ErrNotFound) {
			s.t.Errorf("change of order %d: %v", id, err)
		}
		if _, err := s.Store.Order(s.t.Context(), id); !errors.Is(err, order.ErrNotFound) {
			s.t.Errorf("order %d: %v", id, err)
		}
	}
	if after := s.rows(); after != before {
		s.t.Errorf("rows %+v, before %+v", after, before)
	}
}

func invalidStatus(s *suite) {
	o := s.place()
	invalid := order.Status("versendet")
	if _, err := s.tryChange(o.ID, order.Change{Status: &invalid}); err == nil {
		s.t.Error("an invalid state was stored")
	}
	if now := s.details(o.ID); now.Version != 1 || now.Status != o.Status || len(now.Events) != 1 {
		s.t.Errorf("order after that %+v", now)
	}
	s.countersAgree()
}

func parallelChanges(s *suite) {
	o := s.place()
	var changing sync.WaitGroup
	for i := range 30 {
		changing.Go(func() {
			status := order.Statuses[i%len(order.Statuses)]
			if _, err := s.tryChange(o.ID, order.Change{Status: &status, Actor: fmt.Sprint(i)}); err != nil {
				s.t.Error(err)
			}
		})
	}
	changing.Wait()
	now := s.details(o.ID)
	if now.Version != 31 || len(now.Events) != 31 {
		s.t.Errorf("version %d with %d entries, want 31 of both", now.Version, len(now.Events))
	}
	state := string(o.Status)
	for i, entry := range now.Events[1:] {
		if entry.From != state {
			s.t.Errorf("an entry begins at %s, the one before ended at %s", entry.From, state)
		}
		if !entry.At.After(now.Events[i].At) {
			s.t.Errorf("an entry is of %v, the one before of %v", entry.At, now.Events[i].At)
		}
		state = entry.To
	}
	if state != string(now.Status) {
		s.t.Errorf("the history ends at %s, the order is %s", state, now.Status)
	}
	s.countersAgree()
}

func changesAfterTheClockGoesBack(s *suite) {
	o := s.place()
	last := o.UpdatedAt
	for _, at := range []time.Time{noon.Add(time.Hour), noon, noon.AddDate(0, 0, -400), noon.Add(time.Hour), noon.AddDate(0, 0, 1)} {
		paid := order.StatusPaid
		changed, err := s.Store.ChangeOrder(s.t.Context(), o.ID, order.Change{Status: &paid}, at)
		if err != nil {
			s.t.Fatal(err)
		}
		if event := changed.Events[len(changed.Events)-1]; !changed.UpdatedAt.After(last) || !event.At.Equal(changed.UpdatedAt) {
			s.t.Errorf("changed at %v: updated %v after %v, entry of %v", at, changed.UpdatedAt, last, event.At)
		}
		last = changed.UpdatedAt
	}
	if want := noon.AddDate(0, 0, 1); !last.Equal(want) {
		s.t.Errorf("last updated %v, want %v", last, want)
	}
}

func parallelStale(s *suite) {
	o := s.place()
	results := make(chan error, 20)
	for i := range cap(results) {
		go func() {
			status := order.Statuses[i%len(order.Statuses)]
			_, err := s.tryChange(o.ID, order.Change{Status: &status, IfVersion: 1})
			results <- err
		}()
	}
	won := 0
	for range cap(results) {
		switch err := <-results; {
		case err == nil:
			won++
		case !errors.Is(err, shop.ErrStale):
			s.t.Error(err)
		}
	}
	if now := s.details(o.ID); won != 1 || now.Version != 2 || len(now.Events) != 2 {
		s.t.Errorf("%d won, order %+v", won, now)
	}
	s.countersAgree()
}
