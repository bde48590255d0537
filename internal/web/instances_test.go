package web_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"kontor/internal/web"
	"kontor/tests/shoptest"
)

// startInstances starts three servers on one PostgreSQL database.
func startInstances(t *testing.T, change ...func(*web.Options)) (all [3]*testShop) {
	t.Helper()
	dir := t.TempDir()
	for i := range all {
		all[i] = startShopAt(t, shoptest.Shared(dir), change...)
	}
	return all
}

func TestR49_CookiesPassAtEveryInstance(t *testing.T) {
	t.Parallel()
	all := startInstances(t)
	cookies := cookiesOf(all[0].operator())
	for _, s := range all {
		s.visitor().get("/api/verwaltung/orders", cookies).want(t, 200, "")
	}
}

// cookiesOf copies a visitor's cookies into a header.
func cookiesOf(v *visitor) string {
	return "Cookie: " + siteCookie + "=" + v.Cookie(siteCookie) + "; " + adminCookie + "=" + v.Cookie(adminCookie)
}

func TestR49_S14_LeavingOneInstanceLeavesAll(t *testing.T) {
	t.Parallel()
	all := startInstances(t)
	v := all[0].operator()
	copied := cookiesOf(v)
	stays := cookiesOf(all[2].operator())
	all[1].visitor().post("/api/zugang/verwaltung/abmelden", "", copied).want(t, 200, "")
	for _, s := range all { // at once, not after a while
		s.visitor().get("/api/verwaltung/orders", copied).want(t, 401, noAdmin)
		s.visitor().get("/api/bestseller", copied).want(t, 200, "")
	}
	all[2].visitor().post("/api/zugang/abmelden", "", copied).want(t, 200, "")
	for _, s := range all {
		s.visitor().get("/api/bestseller", copied).want(t, 401, noSite)
		s.visitor().get("/api/verwaltung/orders", stays).want(t, 200, "")
	}
}

// S15: guesses at one moment, over all instances, are looked at five times.
func TestR49_S15_WrongCodesCountTogether(t *testing.T) {
	t.Parallel()
	all := startInstances(t, behindProxy)
	var guessing sync.WaitGroup
	answers := make([]answer, 60)
	for i := range answers {
		guessing.Go(func() {
			answers[i] = all[i%3].visitor().post("/api/zugang", guess("falsch"), "X-Forwarded-For: 198.51.100.7")
		})
	}
	guessing.Wait()
	statuses := make(map[int]int)
	for _, a := range answers {
		statuses[a.status]++
	}
	if statuses[401] != 5 || statuses[429] != 55 {
		t.Errorf("answers by status: %v, want 5 of 401 and 55 of 429", statuses)
	}
	for _, s := range all {
		s.visitor().post("/api/zugang", guess(siteCode), "X-Forwarded-For: 198.51.100.7").
			want(t, 429, "Zu viele falsche Codes. Bitte in 15 Minuten noch einmal versuchen.")
		s.visitor().post("/api/zugang", guess(siteCode), "X-Forwarded-For: 203.0.113.5").want(t, 200, "")
		s.clock.advance(15 * time.Minute)
	}
	for _, s := range all {
		s.visitor().post("/api/zugang", guess(siteCode), "X-Forwarded-For: 198.51.100.7").want(t, 200, "")
	}
}

func TestR49_G17_CeilingOfTheGateOverInstances(t *testing.T) {
	t.Parallel()
	all := startInstances(t, behindProxy)
	from := func(i int) string { return fmt.Sprintf("X-Forwarded-For: 198.51.100.%d", i) }
	for i := range 50 {
		all[i%3].visitor().post("/api/zugang", guess("falsch"), from(i)).want(t, 401, wrongCode)
	}
	for i, s := range all {
		s.visitor().post("/api/zugang", guess(siteCode), from(i)).
			want(t, 429, "Zu viele falsche Codes. Bitte in 15 Minuten noch einmal versuchen.")
		owner := s.visitor()
		owner.post("/api/zugang", guess(siteCode), from(100+i)).want(t, 200, "")
		owner.post("/api/zugang/verwaltung", guess(adminCode), from(i)).want(t, 200, "")
	}
}

func TestR49_H18_OrdersOfOneClientCountTogether(t *testing.T) {
	t.Parallel()
	all := startInstances(t, public, func(o *web.Options) { o.OrdersPerMinute = 4 })
	var ordering sync.WaitGroup
	answers := make([]answer, 18)
	for i := range answers {
		ordering.Go(func() { answers[i] = all[i%3].visitor().post("/api/orders", orderBody()) })
	}
	ordering.Wait()
	accepted := 0
	for _, a := range answers {
		if a.status == 201 {
			accepted++
			continue
		}
		a.want(t, 429, "Zu viele Bestellungen in kurzer Zeit. Bitte gleich noch einmal versuchen.")
		if a.header.Get("Retry-After") != "15" {
			t.Errorf("Retry-After %q", a.header.Get("Retry-After"))
		}
	}
	if accepted != 4 {
		t.Errorf("%d orders were accepted, want 4", accepted)
	}
	all[1].wantStored(t, 4)
}

// What was ended and counted outlives the process.
func TestS14_S15_GatesRememberOverARestart(t *testing.T) {
	t.Parallel()
	dir := shoptest.Dir(t.TempDir())
	first := startShopAt(t, dir, behindProxy)
	v := first.operator()
	copied := cookiesOf(v)
	v.post("/api/zugang/verwaltung/abmelden", "").want(t, 200, "")
	for range 5 {
		first.visitor().post("/api/zugang", guess("falsch"), "X-Forwarded-For: 198.51.100.7").want(t, 401, wrongCode)
	}
	if err := first.db.Close(); err != nil {
		t.Fatal(err)
	}
	second := startShopAt(t, dir, behindProxy)
	second.visitor().get("/api/verwaltung/orders", copied).want(t, 401, noAdmin)
	second.visitor().get("/api/bestseller", copied).want(t, 200, "")
	second.visitor().post("/api/zugang", guess(siteCode), "X-Forwarded-For: 198.51.100.7").
		want(t, 429, "Zu viele falsche Codes. Bitte in 15 Minuten noch einmal versuchen.")
}
