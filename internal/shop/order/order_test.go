package order_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/coupon"
	"kontor/internal/shop/order"
	"kontor/tests/refusal"
)

func TestOrderNumber(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		name, prefix string
		created      time.Time
		id           int64
		want         string
	}{
		{"first", "BK", noon, 1, "BK-2026-0001"},
		{"padded", "BK", noon, 42, "BK-2026-0042"},
		{"H12 last padded", "P", noon, 9999, "P-2026-9999"},
		{"H12 first longer", "P", noon, 10_000, "P-2026-10000"},
		{"R16 a million", "P", noon, 1_000_000, "P-2026-1000000"},
		{"H13 old year in UTC", "P", time.Date(2026, 12, 31, 23, 30, 0, 0, time.UTC), 7, "P-2026-0007"},
		{"H13 new year in Berlin only", "P", time.Date(2027, 1, 1, 0, 30, 0, 0, shop.Berlin), 7, "P-2026-0007"},
		{"H13 new year in UTC", "P", time.Date(2027, 1, 1, 1, 0, 0, 0, shop.Berlin), 8, "P-2027-0008"},
		{"R14 last instant", "P", time.Date(2026, 12, 31, 23, 59, 59, 999_999_999, time.UTC), 9, "P-2026-0009"},
	} {
		if got := order.Number(tt.prefix, tt.created, tt.id); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// H39: the specification excludes two states by name, so unknown ones count.
func TestStatus(t *testing.T) {
	t.Parallel()
	for status, want := range map[order.Status]struct{ valid, counts bool }{
		"bezahlt": {true, true}, "zahlungOffen": {true, false}, "storniert": {true, false},
		"versandt": {false, true}, "Bezahlt": {false, true}, "": {false, true},
	} {
		if status.Valid() != want.valid || status.Counts() != want.counts {
			t.Errorf("%q: valid %t, counts %t, want %v", status, status.Valid(), status.Counts(), want)
		}
	}
	for _, status := range order.Statuses {
		if !status.Valid() {
			t.Errorf("%q is listed and not valid", status)
		}
	}
}

func TestCountries(t *testing.T) {
	t.Parallel()
	if len(shop.Countries) != 4 {
		t.Errorf("countries: %v", shop.Countries)
	}
	for _, country := range shop.Countries {
		if !country.Valid() || country != shop.Country(strings.ToLower(string(country))) {
			t.Errorf("%q is listed and not valid", country)
		}
	}
	for _, country := range []shop.Country{"", "DE", "fr", "de "} {
		if country.Valid() {
			t.Errorf("%q is valid", country)
		}
	}
}

func TestH44_ChangeCheck(t *testing.T) {
	t.Parallel()
	status := func(s order.Status) order.Change { return order.Change{Status: &s} }
	note := func(s string) order.Change { return order.Change{Note: &s} }
	for name, tt := range map[string]struct {
		change order.Change
		want   *shop.Error
	}{
		"paid":           {status("bezahlt"), nil},
		"unknown status": {status("versandt"), order.ErrInvalidStatus},
		"empty status":   {status(""), order.ErrInvalidStatus},
		"nothing":        {order.Change{IfVersion: 1, Actor: "Verwaltung"}, shop.ErrNothingToChange},
		"note taken off": {note(""), nil},
		"longest note":   {note(strings.Repeat("x", order.MaxNote)), nil},
		"note too long":  {note(strings.Repeat("x", order.MaxNote+1)), shop.ErrInvalidNote},
	} {
		refusal.Want(t, name, tt.change.Check(), tt.want)
	}
}

func TestIdempotencyCheck(t *testing.T) {
	t.Parallel()
	for key, want := range map[string]*shop.Error{
		"a": nil, "!~": nil, strings.Repeat("k", 255): nil,
		"": checkout.ErrIdempotencyKey, strings.Repeat("k", 256): checkout.ErrIdempotencyKey,
		"a b": checkout.ErrIdempotencyKey, "ä": checkout.ErrIdempotencyKey,
		"a\x7f": checkout.ErrIdempotencyKey, "a\n": checkout.ErrIdempotencyKey,
	} {
		idempotency := checkout.Idempotency{Key: key}
		refusal.Want(t, key, idempotency.Check(), want)
	}
}

// A refusal with details is still the same refusal, and only that one.
func TestErrorWith(t *testing.T) {
	t.Parallel()
	detailed := coupon.ErrInvalid.With("Der Wert fehlt.")
	if !errors.Is(detailed, coupon.ErrInvalid) || errors.Is(detailed, catalogue.ErrInvalidProduct) || errors.Is(detailed, errors.ErrUnsupported) {
		t.Error("the refusal is not recognised by its code")
	}
	if detailed.Error() != "Der Wert fehlt." || coupon.ErrInvalid.Error() != "Ungültige Gutscheindaten." {
		t.Errorf("texts %q and %q", detailed, coupon.ErrInvalid)
	}
}

func TestStatusCountsAll(t *testing.T) {
	t.Parallel()
	counts := order.StatusCounts{"bezahlt": 3, "storniert": 1, "versandt": 2}
	if counts.All() != 6 || order.StatusCounts(nil).All() != 0 {
		t.Errorf("%d orders in all of %v", counts.All(), counts)
	}
}
