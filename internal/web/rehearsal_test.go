package web_test

import (
	"slices"
	"strings"
	"testing"

	"kontor/internal/shop/order"
	"kontor/internal/web"
)

func rehearsal(o *web.Options) { o.Rehearsal = true }

const rehearsalMark = `<aside class="rehearsal"`

// During a rehearsal every page says so, once, and so does every order,
// whether its prices fit or not.
func TestRehearsalIsMarkedEverywhere(t *testing.T) {
	t.Parallel()
	s := startShop(t, rehearsal)
	s.visitor().get("/zugang/").wantMarks(t, 1)
	v := s.insider()
	for _, path := range []string{"/", "/api/docs", "/gibt-es-nicht"} {
		v.get(path).wantMarks(t, 1)
	}
	v.get("/api/bestseller").wantMarks(t, 0)
	admin := s.operator()
	admin.get("/verwaltung/").wantMarks(t, 1)
	s.place()
	s.place("summe", "0.01")
	for _, id := range []int64{1, 2} {
		o, err := s.db.Order(t.Context(), id)
		if err != nil || !o.HasHint(order.HintRehearsal) || o.HasHint(order.HintTotal) != (id == 2) {
			t.Errorf("order %d has the hints %+v, %v", id, o.Hints, err)
		}
	}
	if got := admin.ids("hinweis", "probe"); !slices.Equal(got, []int64{2, 1}) {
		t.Errorf("the list finds %v", got)
	}
}

// Otherwise nothing says so, whatever a customer sends.
func TestNoMarkWithoutARehearsal(t *testing.T) {
	t.Parallel()
	s := startShop(t)
	for _, path := range []string{"/", "/api/docs", "/zugang/"} {
		s.insider().get(path).wantMarks(t, 0)
	}
	s.place("rehearsal", "true", "probe", "true", "hinweise", `[{"art":"probe","text":"x"}]`)
	if o, err := s.db.Order(t.Context(), 1); err != nil || o.HasHint(order.HintRehearsal) {
		t.Errorf("hints %+v, %v", o.Hints, err)
	}
}

func (a answer) wantMarks(t *testing.T, want int) {
	t.Helper()
	if got := strings.Count(a.body, rehearsalMark); got != want {
		t.Errorf("%d marks in the page, want %d:\n%.300s", got, want, a.body)
	}
}
