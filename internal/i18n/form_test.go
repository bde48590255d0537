package i18n_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"kontor/internal/i18n"
)

// visible makes non-breaking spaces visible.
var visible = strings.NewReplacer("\u00a0", "~", "\u202f", "^")

func TestAmounts(t *testing.T) {
	t.Parallel()
	for tag, want := range map[string]map[int64]string{
		"de": {0: "0,00~€", 5: "0,05~€", 123450: "1.234,50~€", 1234550: "12.345,50~€", 123456789012: "1.234.567.890,12~€", -490: "−4,90~€", math.MinInt64: "−92.233.720.368.547.758,08~€"},
		"en": {0: "€0.00", 5: "€0.05", 123450: "€1,234.50", 1234550: "€12,345.50", -490: "−€4.90"},
		"fr": {0: "0,00~€", 99999: "999,99~€", 123450: "1^234,50~€", 1234550: "12^345,50~€", -490: "−4,90~€"},
		"it": {0: "0,00~€", 123450: "1.234,50~€", 1234550: "12.345,50~€", -490: "−4,90~€"},
	} {
		for cents, text := range want {
			if got := visible.Replace(i18n.For(tag).Amount(cents)); got != text {
				t.Errorf("%s: %d cents are %q, want %q", tag, cents, got, text)
			}
		}
	}
}

func TestNumbers(t *testing.T) {
	t.Parallel()
	for tag, want := range map[string]string{"de": "1.000.000", "en": "1,000,000", "fr": "1^000^000", "it": "1.000.000", i18n.Swiss: "1.000.000"} {
		if got := visible.Replace(i18n.For(tag).Number(1_000_000)); got != want {
			t.Errorf("%s: a million is %q, want %q", tag, got, want)
		}
	}
	if got := i18n.For("de").Number(-1234); got != "−1.234" {
		t.Errorf("a negative number is %q", got)
	}
}

func TestColons(t *testing.T) {
	t.Parallel()
	for tag, want := range map[string]string{"de": ":", "en": ":", "fr": "~:", "it": ":", i18n.Swiss: ":"} {
		if got := visible.Replace(i18n.For(tag).Colon()); got != want {
			t.Errorf("%s: the colon is %q, want %q", tag, got, want)
		}
	}
}

func TestMoments(t *testing.T) {
	t.Parallel()
	november := time.Date(2026, time.November, 21, 9, 5, 0, 0, time.UTC)
	first := time.Date(2027, time.March, 1, 23, 59, 59, 0, time.UTC)
	for tag, want := range map[string][2]string{
		"de": {"21.~November 2026, 09:05~Uhr", "1.~März 2027, 23:59~Uhr"},
		"en": {"21~November 2026, 09:05", "1~March 2027, 23:59"},
		"fr": {"21~novembre 2026 à 09:05", "1er~mars 2027 à 23:59"},
		"it": {"21~novembre 2026, ore 09:05", "1º~marzo 2027, ore 23:59"},
	} {
		for i, at := range []time.Time{november, first} {
			if got := visible.Replace(i18n.For(tag).Moment(at)); got != want[i] {
				t.Errorf("%s: %v is %q, want %q", tag, at, got, want[i])
			}
		}
	}
}

// The caller chooses the zone.
func TestDaysAreThoseOfTheTimesZone(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, time.December, 31, 23, 30, 0, 0, time.UTC)
	for hours, want := range map[int]string{0: "31.~Dezember 2026", 1: "1.~Januar 2027"} {
		zone := time.FixedZone("", hours*3600)
		if got := visible.Replace(i18n.For("de").Day(at.In(zone))); got != want {
			t.Errorf("%d hours east it is %q, want %q", hours, got, want)
		}
	}
}
