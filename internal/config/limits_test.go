package config_test

import (
	"slices"
	"testing"
	"time"

	"kontor/internal/config"
)

// limits returns the values of all limits on strangers.
func limits(c *config.Config) []any {
	return []any{c.ConnectionLimit, c.TotalConnectionLimit, c.RequestLimit, c.ExportLimit, c.SendPatience}
}

// W28: nobody who reaches a shop on loopback is a stranger, so the limits are off
// there; one that is set explicitly holds even there, but not in a rehearsal.
func TestW28_LimitsAreOffOnLoopback(t *testing.T) {
	t.Parallel()
	off, on := []any{0, 0, 0, 0, time.Duration(0)}, []any{64, 4096, 64, 8, 20 * time.Second}
	if got := limits(mustLoad(t)); !slices.Equal(got, off) {
		t.Errorf("on loopback: %v", got)
	}
	if got := limits(mustLoad(t, server()...)); !slices.Equal(got, on) {
		t.Errorf("reachable for others: %v", got)
	}
	behindProxy := mustLoad(t, append(server(), "LISTEN_ADDR=127.0.0.1:8080")...)
	if got := limits(behindProxy); !slices.Equal(got, on) {
		t.Errorf("on loopback behind https: %v", got)
	}
	set := mustLoad(t, "VERBINDUNGS_LIMIT=3", "SENDEFRIST=5s")
	if got := limits(set); !slices.Equal(got, []any{3, 0, 0, 0, 5 * time.Second}) {
		t.Errorf("set on loopback: %v", got)
	}
	set.LiftLimits()
	if got := limits(set); !slices.Equal(got, off) {
		t.Errorf("rehearsed: %v", got)
	}
}

func TestDescribeSaysThatALimitIsOff(t *testing.T) {
	t.Parallel()
	find := func(c *config.Config) config.Row {
		rows := c.Describe()
		return rows[slices.IndexFunc(rows, func(r config.Row) bool { return r.Name == "VERBINDUNGS_LIMIT" })]
	}
	for want, c := range map[string]*config.Config{
		"aus (auf diesem Rechner; sonst 64)": mustLoad(t), "64": mustLoad(t, server()...), "3": mustLoad(t, "VERBINDUNGS_LIMIT=3"),
	} {
		if row := find(c); row.Value != want {
			t.Errorf("%q from %q, want %q", row.Value, row.Origin, want)
		}
	}
}

// W30: ordering with a stranger's e-mail address and guessing coupons are limited by
// default; orders only where anybody may order.
func TestW30_LimitsByDefault(t *testing.T) {
	t.Parallel()
	limits := func(c *config.Config) [5]int {
		return [5]int{c.OrderLimit, c.MailsPerHour, c.MailsPerDay, c.CouponLimit, c.SignInLimit}
	}
	public := append(server(), "SITE_PUBLIC=true")
	rehearsed := mustLoad(t, "BESTELL_LIMIT=3", "MAIL_LIMIT_STUNDE=3")
	rehearsed.LiftLimits()
	for name, c := range map[string]struct {
		config *config.Config
		want   [5]int
	}{
		"public":           {mustLoad(t, public...), [5]int{20, 10, 30, 10, 30}},
		"closed":           {mustLoad(t, server()...), [5]int{0, 10, 30, 10, 30}},
		"loopback, public": {mustLoad(t, "SITE_PUBLIC=true"), [5]int{}},
		"set on loopback":  {mustLoad(t, "BESTELL_LIMIT=3", "GUTSCHEIN_LIMIT=4"), [5]int{3, 0, 0, 4, 0}},
		"set while closed": {mustLoad(t, append(server(), "BESTELL_LIMIT=3")...), [5]int{3, 10, 30, 10, 30}},
		"turned off":       {mustLoad(t, append(public, "BESTELL_LIMIT=0", "MAIL_LIMIT_TAG=0")...), [5]int{0, 10, 0, 10, 30}},
		"rehearsed":        {rehearsed, [5]int{}},
	} {
		if got := limits(c.config); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	for _, row := range mustLoad(t, server()...).Describe() {
		if row.Name == "BESTELL_LIMIT" && row.Value != "aus (solange SITE_PUBLIC nicht true ist; sonst 20)" {
			t.Errorf("BESTELL_LIMIT of a closed shop: %q", row.Value)
		}
	}
}
