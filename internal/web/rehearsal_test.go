package web_test

import (
	"slices"
	"strings"
	"testing"

	"kontor/internal/shop/order"
	"kontor/internal/web"
	"kontor/tests/shoptest"
)

var rehearsal = shoptest.Web(func(o *web.Options) { o.Rehearsal = true })

const rehearsalMark = `<aside class="rehearsal"`

// During a rehearsal every page says so, once, and so does every order,
// whether its prices fit or not.
func TestRehearsalIsMarkedEverywhere(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t, rehearsal)
	wantMarks(t, s.Anonymous().Get("/zugang/"), 1)
	c := s.Visitor()
	for _, path := range []string{"/", "/api/docs", "/gibt-es-nicht"} {
		wantMarks(t, c.Get(path), 1)
	}
	wantMarks(t, c.Get("/api/bestseller"), 0)
	admin := s.Operator()
	wantMarks(t, admin.Get("/verwaltung/"), 1)
	s.Visitor().PostOrder(shoptest.Order()).Want(201)
	s.Visitor().PostOrder(shoptest.Order(shoptest.Set("summe", 0.01))).Want(201)
	for _, id := range []int64{1, 2} {
		o, err := s.DB.Order(t.Context(), id)
		if err != nil || !o.HasHint(order.HintRehearsal) || o.HasHint(order.HintTotal) != (id == 2) {
			t.Errorf("order %d has the hints %+v, %v", id, o.Hints, err)
		}
	}
	if got := listIDs(admin, "hinweis", "probe"); !slices.Equal(got, []int64{2, 1}) {
		t.Errorf("the list finds %v", got)
	}
}

// Otherwise nothing says so, whatever a customer sends.
func TestNoMarkWithoutARehearsal(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	for _, path := range []string{"/", "/api/docs", "/zugang/"} {
		wantMarks(t, s.Visitor().Get(path), 0)
	}
	s.Visitor().PostOrder(shoptest.Order(shoptest.Set("rehearsal", true), shoptest.Set("probe", true), shoptest.SetJSON("hinweise", `[{"art":"probe","text":"x"}]`))).Want(201)
	if o, err := s.DB.Order(t.Context(), 1); err != nil || o.HasHint(order.HintRehearsal) {
		t.Errorf("hints %+v, %v", o.Hints, err)
	}
}

func wantMarks(t *testing.T, a shoptest.Answer, want int) {
	t.Helper()
	if got := strings.Count(a.Text(), rehearsalMark); got != want {
		t.Errorf("%d marks in the page, want %d:\n%.300s", got, want, a.Text())
	}
}
