package coupon_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/coupon"
	"kontor/tests/refusal"
)

func TestCouponCheck(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		change func(*coupon.Coupon)
		fails  bool
	}{
		"as it is":              {func(*coupon.Coupon) {}, false},
		"umlaut, blank, signs":  {func(c *coupon.Coupon) { c.Code = "FRÜHLING 10 & MEHR!" }, false},
		"longest code":          {func(c *coupon.Coupon) { c.Code = strings.Repeat("Ü", 60) }, false},
		"code too long":         {func(c *coupon.Coupon) { c.Code = strings.Repeat("Ü", 61) }, true},
		"no code":               {func(c *coupon.Coupon) { c.Code = "" }, true},
		"code of dots":          {func(c *coupon.Coupon) { c.Code = ".." }, true},
		"slash in code":         {func(c *coupon.Coupon) { c.Code = "A/B" }, true},
		"percent sign in code":  {func(c *coupon.Coupon) { c.Code = "10%" }, true},
		"newline in code":       {func(c *coupon.Coupon) { c.Code = "A\nB" }, true},
		"invisible in code":     {func(c *coupon.Coupon) { c.Code = "A\u200bB" }, true},
		"other kind":            {func(c *coupon.Coupon) { c.Kind = "rabatt" }, true},
		"no kind":               {func(c *coupon.Coupon) { c.Kind = "" }, true},
		"all of it":             {func(c *coupon.Coupon) { c.Value = 100 }, false},
		"more than all of it":   {func(c *coupon.Coupon) { c.Value = 100.5 }, true},
		"amount above 100":      {func(c *coupon.Coupon) { c.Kind, c.Value = coupon.Amount, 250 }, false},
		"amount above limit":    {func(c *coupon.Coupon) { c.Kind, c.Value = coupon.Amount, 2e9 }, true},
		"no value":              {func(c *coupon.Coupon) { c.Value = 0 }, true},
		"negative value":        {func(c *coupon.Coupon) { c.Value = -5 }, true},
		"value NaN":             {func(c *coupon.Coupon) { c.Value = math.NaN() }, true},
		"negative minimum":      {func(c *coupon.Coupon) { c.MinimumGoods = -0.01 }, true},
		"minimum NaN":           {func(c *coupon.Coupon) { c.MinimumGoods = math.NaN() }, true},
		"negative limit":        {func(c *coupon.Coupon) { c.MaxRedemptions = -1 }, true},
		"one day":               {func(c *coupon.Coupon) { c.From, c.Until = "2026-11-21", "2026-11-21" }, false},
		"open beginning":        {func(c *coupon.Coupon) { c.Until = "2026-11-21" }, false},
		"ends before it begins": {func(c *coupon.Coupon) { c.From, c.Until = "2026-11-22", "2026-11-21" }, true},
	} {
		found := coupon.Coupon{Code: "SOMMER10", Kind: coupon.Percent, Value: 10}
		tt.change(&found)
		var want *shop.Error
		if tt.fails {
			want = coupon.ErrInvalid
		}
		refusal.Want(t, name, found.Check(), want)
	}
}

// A coupon is valid from the first to the last instant of its days in Berlin, even if
// one of them has 23 or 25 hours.
func TestRedeemableInBerlinDays(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		from, until shop.Day
		at          string
		want        bool
	}{
		{"", "", "2026-11-21T09:15:00.000Z", true},
		{"2026-11-21", "2026-11-21", "2026-11-20T22:59:59.999Z", false},
		{"2026-11-21", "2026-11-21", "2026-11-20T23:00:00.000Z", true},
		{"2026-11-21", "2026-11-21", "2026-11-21T22:59:59.999Z", true},
		{"2026-11-21", "2026-11-21", "2026-11-21T23:00:00.000Z", false},
		{"2026-03-29", "2026-03-29", "2026-03-28T22:59:59.999Z", false}, // winter time
		{"2026-03-29", "2026-03-29", "2026-03-28T23:00:00.000Z", true},
		{"2026-03-29", "2026-03-29", "2026-03-29T21:59:59.999Z", true}, // summer time
		{"2026-03-29", "2026-03-29", "2026-03-29T22:00:00.000Z", false},
		{"2026-10-25", "2026-10-25", "2026-10-24T21:59:59.999Z", false}, // summer time
		{"2026-10-25", "2026-10-25", "2026-10-24T22:00:00.000Z", true},
		{"2026-10-25", "2026-10-25", "2026-10-25T22:59:59.999Z", true}, // winter time
		{"2026-10-25", "2026-10-25", "2026-10-25T23:00:00.000Z", false},
		{"2026-11-21", "", "2030-01-01T00:00:00.000Z", true},
		{"", "2026-11-21", "2020-01-01T00:00:00.000Z", true},
	} {
		at, err := shop.ParseTime(tt.at)
		if err != nil {
			t.Fatal(err)
		}
		coupon := coupon.Coupon{Active: true, From: tt.from, Until: tt.until}
		for _, zone := range []*time.Location{time.UTC, shop.Berlin, time.FixedZone("", -8*3600)} {
			if got := coupon.Redeemable(at.In(zone), 0); got != tt.want {
				t.Errorf("from %q until %q at %s: %t, want %t", tt.from, tt.until, tt.at, got, tt.want)
			}
		}
	}
}

func TestRedeemable(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 21, 9, 15, 0, 0, time.UTC)
	for name, tt := range map[string]struct {
		coupon coupon.Coupon
		goods  shop.Cents
		want   bool
	}{
		"inactive":       {coupon.Coupon{}, 10_000, false},
		"no minimum":     {coupon.Coupon{Active: true}, 0, true},
		"minimum met":    {coupon.Coupon{Active: true, MinimumGoods: 40.005}, 4001, true},
		"minimum missed": {coupon.Coupon{Active: true, MinimumGoods: 40.005}, 4000, false},
		"used up is not its business": {
			coupon.Coupon{Active: true, MaxRedemptions: 1, Redemptions: 1}, 0, true,
		},
	} {
		if got := tt.coupon.Redeemable(at, tt.goods); got != tt.want {
			t.Errorf("%s: %t, want %t", name, got, tt.want)
		}
	}
}
