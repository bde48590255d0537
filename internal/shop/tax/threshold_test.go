package tax

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"kontor/internal/shop"
)

// F16: whatever is sold, taken back and added by other channels, in whatever order, a year
// in which one sale was taxed where the goods arrive has no later one that is not; and a
// sale is taxed there if the sums say so, never before.
func TestF16_TheLatchHolds(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		meter, latched, passed := make(Meter), make(map[int]bool), make(map[int]bool)
		ended := make(map[int]shop.Cents) // sums of years when they ended
		day := time.Date(2025, 11, 1, 12, 0, 0, 0, time.UTC)
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			before := day.Year()
			day = day.AddDate(0, 0, rapid.IntRange(0, 40).Draw(t, "days"))
			for year := before; year < day.Year(); year++ {
				ended[year] = meter[year].Sum()
			}
			supplied := day.AddDate(0, 0, -rapid.IntRange(0, 50).Draw(t, "earlier"))
			net := shop.Cents(rapid.Int64Range(-4_000_00, 4_000_00).Draw(t, "net"))
			year := supplied.Year()
			if rapid.IntRange(0, 9).Draw(t, "elsewhere") == 0 {
				y := meter[year]
				y.Elsewhere += max(net, 0)
				meter[year] = y
			} else {
				due := latched[year] || meter[year].Sum()+net > Threshold || ended[year-1] > Threshold || meter.passed(year-1)
				got := meter.Add(shop.DayOf(supplied), shop.DayOf(day), net)
				if due && !got || got && !due && !passed[year] {
					t.Fatalf("%s of %d: at the destination: %v", net, year, got)
				}
				latched[year] = got
			}
			for year := range meter {
				passed[year] = passed[year] || meter.AtDestination(year)
			}
		}
	})
}

// F16: how much of the threshold is reached, and what the operator gets to know of it.
func TestF16_Notices(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		last, this Year
		percent    int64
		due        Notice
	}{
		{Year{}, Year{}, 0, NoNotice},
		{Year{}, Year{Issued: -5_00}, 0, NoNotice},
		{Year{}, Year{Issued: 5_000_00, Elsewhere: 2_999_99}, 79, NoNotice},
		{Year{}, Year{Issued: 5_000_00, Elsewhere: 3_000_00}, 80, Near},
		{Year{}, Year{Issued: 10_000_00}, 100, Near},
		{Year{}, Year{Issued: 10_000_00, Notified: Near}, 100, NoNotice},
		{Year{}, Year{Issued: 10_000_01}, 100, Passed},
		{Year{}, Year{Issued: 10_000_01, Notified: Near}, 100, Passed},
		{Year{}, Year{Issued: 20_000_00, Notified: Passed}, 200, NoNotice},
		{Year{}, Year{Issued: 1_00, Latched: "2026-11-21"}, 0, Passed},
		{Year{Issued: 10_000_01}, Year{Issued: 9_000_00}, 90, NoNotice},
		{Year{Latched: "2025-03-01"}, Year{Issued: 9_000_00}, 90, Near}, // taken back before the year ended
	} {
		meter := Meter{2025: c.last, 2026: c.this}
		if percent, due := c.this.Percent(), meter.Due(2026); percent != c.percent || due != c.due {
			t.Errorf("%s: %d %%, notice %d; want %d and %d", fmt.Sprint(c), percent, due, c.percent, c.due)
		}
	}
}
