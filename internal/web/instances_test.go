package web_test

import (
	"fmt"
	"testing"
	"time"

	"kontor/tests/shoptest"
)

// startInstances starts three servers on one PostgreSQL database, with the same codes and
// secrets.
func startInstances(t *testing.T, options ...shoptest.Option) (all [3]*shoptest.Shop) {
	t.Helper()
	options = append(options, shoptest.Shared(t.TempDir()))
	all[0] = shoptest.Start(t, options...)
	options = append(options, shoptest.KeysOf(all[0]))
	all[1], all[2] = shoptest.Start(t, options...), shoptest.Start(t, options...)
	return all
}

func TestR49_CookiesPassAtEveryInstance(t *testing.T) {
	t.Parallel()
	all := startInstances(t)
	cookies := all[0].Operator().Cookies()
	for _, s := range all {
		s.Anonymous().Get("/api/verwaltung/orders", cookies).Want(200)
	}
}

func TestR49_S14_LeavingOneInstanceLeavesAll(t *testing.T) {
	t.Parallel()
	all := startInstances(t)
	c := all[0].Operator()
	copied := c.Cookies()
	stays := all[2].Operator().Cookies()
	all[1].Anonymous().Post("/api/zugang/verwaltung/abmelden", nil, copied).Want(200)
	for _, s := range all { // at once, not after a while
		s.Anonymous().Get("/api/verwaltung/orders", copied).WantError(401, noAdmin)
		s.Anonymous().Get("/api/bestseller", copied).Want(200)
	}
	all[2].Anonymous().Post("/api/zugang/abmelden", nil, copied).Want(200)
	for _, s := range all {
		s.Anonymous().Get("/api/bestseller", copied).WantError(401, noSite)
		s.Anonymous().Get("/api/verwaltung/orders", stays).Want(200)
	}
}

// S15: guesses at one moment, over all instances, are looked at five times.
func TestR49_S15_WrongCodesCountTogether(t *testing.T) {
	t.Parallel()
	all := startInstances(t, behindProxy)
	answers := shoptest.Together(60, func(i int) shoptest.Answer {
		return all[i%3].Anonymous().Post("/api/zugang", guess("falsch"), "X-Forwarded-For: 198.51.100.7")
	})
	statuses := make(map[int]int)
	for _, a := range answers {
		statuses[a.Status]++
	}
	if statuses[401] != 5 || statuses[429] != 55 {
		t.Errorf("answers by status: %v, want 5 of 401 and 55 of 429", statuses)
	}
	for _, s := range all {
		s.Anonymous().Post("/api/zugang", guess(s.SiteCode), "X-Forwarded-For: 198.51.100.7").
			WantError(429, "Zu viele falsche Codes. Bitte in 15 Minuten noch einmal versuchen.")
		s.Anonymous().Post("/api/zugang", guess(s.SiteCode), "X-Forwarded-For: 203.0.113.5").Want(200)
		s.Clock.Advance(15 * time.Minute)
	}
	for _, s := range all {
		s.Anonymous().Post("/api/zugang", guess(s.SiteCode), "X-Forwarded-For: 198.51.100.7").Want(200)
	}
}

func TestR49_G17_CeilingOfTheGateOverInstances(t *testing.T) {
	t.Parallel()
	all := startInstances(t, behindProxy)
	from := func(i int) string { return fmt.Sprintf("X-Forwarded-For: 198.51.100.%d", i) }
	for i := range 50 {
		all[i%3].Anonymous().Post("/api/zugang", guess("falsch"), from(i)).WantError(401, wrongCode)
	}
	for i, s := range all {
		s.Anonymous().Post("/api/zugang", guess(s.SiteCode), from(i)).
			WantError(429, "Zu viele falsche Codes. Bitte in 15 Minuten noch einmal versuchen.")
		owner := s.Anonymous()
		owner.Post("/api/zugang", guess(s.SiteCode), from(100+i)).Want(200)
		owner.Post("/api/zugang/verwaltung", guess(s.AdminCode), from(i)).Want(200)
	}
}

func TestR49_H18_OrdersOfOneClientCountTogether(t *testing.T) {
	t.Parallel()
	all := startInstances(t, shoptest.Public(), shoptest.OrdersPerMinute(4))
	answers := shoptest.Together(18, func(i int) shoptest.Answer { return all[i%3].Anonymous().PostOrder(shoptest.Order()) })
	accepted := 0
	for _, a := range answers {
		if a.Status == 201 {
			accepted++
			continue
		}
		a.WantError(429, "Zu viele Bestellungen in kurzer Zeit. Bitte gleich noch einmal versuchen.")
		if a.Header.Get("Retry-After") != "15" {
			t.Errorf("Retry-After %q", a.Header.Get("Retry-After"))
		}
	}
	if accepted != 4 {
		t.Errorf("%d orders were accepted, want 4", accepted)
	}
	all[1].WantOrders(4)
}

// What was ended and counted outlives the process.
func TestS14_S15_GatesRememberOverARestart(t *testing.T) {
	t.Parallel()
	dir := shoptest.Dir(t.TempDir())
	first := shoptest.Start(t, dir, behindProxy)
	c := first.Operator()
	copied := c.Cookies()
	c.Post("/api/zugang/verwaltung/abmelden", nil).Want(200)
	for range 5 {
		first.Anonymous().Post("/api/zugang", guess("falsch"), "X-Forwarded-For: 198.51.100.7").WantError(401, wrongCode)
	}
	if err := first.DB.Close(); err != nil {
		t.Fatal(err)
	}
	second := shoptest.Start(t, dir, shoptest.KeysOf(first), behindProxy)
	second.Anonymous().Get("/api/verwaltung/orders", copied).WantError(401, noAdmin)
	second.Anonymous().Get("/api/bestseller", copied).Want(200)
	second.Anonymous().Post("/api/zugang", guess(second.SiteCode), "X-Forwarded-For: 198.51.100.7").
		WantError(429, "Zu viele falsche Codes. Bitte in 15 Minuten noch einmal versuchen.")
}
