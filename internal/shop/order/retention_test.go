package order

import (
	"testing"

	"kontor/internal/shop"
)

// L13, L14: orders are kept as long as each country's law requires, counted from the
// end of their year.
func TestL13_L14_RetentionTerms(t *testing.T) {
	t.Parallel()
	for country, want := range map[shop.Country]struct {
		free   shop.Day // for an order of 2018
		before shop.Day // on the last day of 2026
	}{
		"de": {"2027-01-01", "2018-01-01"}, "at": {"2026-01-01", "2019-01-01"},
		"ch": {"2029-01-01", "2016-01-01"}, "lu": {"2029-01-01", "2016-01-01"},
	} {
		if got := Retention.FreeOn(country, 2018); got != want.free {
			t.Errorf("%s: free on %s, want %s", country, got, want.free)
		}
		if got := Retention.FreeBefore(country, "2026-12-31"); got != want.before {
			t.Errorf("%s: free before %s, want %s", country, got, want.before)
		}
	}
	for _, country := range shop.Countries {
		if Retention[country] == 0 {
			t.Errorf("no term for %s", country)
		}
	}
	year := RetentionYear{Orders: 5, Anonymous: 2, FreeOn: "2027-01-01"}
	if before, after := year.Due("2026-12-31"), year.Due("2027-01-01"); before != 0 || after != 3 {
		t.Errorf("due before %d, from the day %d", before, after)
	}
}
