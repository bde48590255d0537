package order

import (
	"testing"

	"kontor/internal/shop"
)

// L13, L14, F30: orders are kept as long as the law of the shop's seat requires, counted
// from the end of their year, and those declared for the one-stop shop for ten years.
func TestL13_L14_F30_RetentionTerms(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		terms  RetentionTerms
		to     shop.Country
		free   shop.Day // for an order of 2026
		before shop.Day // on 31 December 2036
	}{
		{RetentionTerms{}, "de", "2035-01-01", "2028-01-01"},
		{RetentionTerms{Seat: "de"}, "at", "2035-01-01", "2028-01-01"},
		{RetentionTerms{Seat: "at"}, "de", "2034-01-01", "2029-01-01"},
		{RetentionTerms{Seat: "lu"}, "lu", "2037-01-01", "2026-01-01"},
		{RetentionTerms{Seat: "ch"}, "de", "2037-01-01", "2026-01-01"},
		{RetentionTerms{Seat: "de", OSSFrom: "2026-07-01"}, "at", "2037-01-01", "2026-01-01"},
		{RetentionTerms{Seat: "de", OSSFrom: "2027-01-01"}, "at", "2035-01-01", "2027-01-01"},
		{RetentionTerms{Seat: "de", OSSFrom: "2026-07-01"}, "de", "2035-01-01", "2028-01-01"},
		{RetentionTerms{Seat: "de", OSSFrom: "2026-07-01"}, "ch", "2035-01-01", "2028-01-01"},
		{RetentionTerms{Seat: "at", AtLeast: 9}, "at", "2036-01-01", "2027-01-01"},
		{RetentionTerms{Seat: "de", AtLeast: 5}, "de", "2035-01-01", "2028-01-01"},
	} {
		if got := c.terms.FreeOn(c.to, 2026); got != c.free {
			t.Errorf("%+v to %s: free on %s, want %s", c.terms, c.to, got, c.free)
		}
		if got := c.terms.FreeBefore(c.to, "2036-12-31"); got != c.before {
			t.Errorf("%+v to %s: free before %s, want %s", c.terms, c.to, got, c.before)
		}
	}
	for terms, want := range map[RetentionTerms]int{{}: 8, {Seat: "at"}: 7, {Seat: "at", OSSFrom: "2026-01-01"}: 10, {Seat: "lu", AtLeast: 12}: 12} {
		if got := terms.Longest(); got != want {
			t.Errorf("%+v: at most %d years, want %d", terms, got, want)
		}
	}
	year := RetentionYear{Orders: 5, Anonymous: 2, FreeOn: "2027-01-01"}
	if before, after := year.Due("2026-12-31"), year.Due("2027-01-01"); before != 0 || after != 3 {
		t.Errorf("due before %d, from the day %d", before, after)
	}
}
