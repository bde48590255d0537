package shop_test

import (
	"testing"
	"time"

	"kontor/internal/shop"
	"kontor/tests/refusal"
)

func TestTimeFormat(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 21, 10, 15, 0, 123_999_999, shop.Berlin)
	const text = "2026-11-21T09:15:00.123Z"
	if got := shop.FormatTime(at); got != text {
		t.Errorf("FormatTime = %q, want %q", got, text)
	}
	back, err := shop.ParseTime(text)
	if want := at.Truncate(time.Millisecond); err != nil || !back.Equal(want) || back.Location() != time.UTC {
		t.Errorf("ParseTime = %v, %v, want %v in UTC", back, err, want)
	}
	for _, bad := range []string{"", "2026-11-21", "2026-11-21T09:15:00Z+1", "2026-11-21T09:15:00.123+01:00"} {
		if back, err := shop.ParseTime(bad); err == nil {
			t.Errorf("ParseTime(%q) = %v", bad, back)
		}
	}
}

// Berlin's clocks go forward on 29 March 2026 and back on 25 October.
func TestDays(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		day, next shop.Day
		start     string
		hours     time.Duration
	}{
		{"2026-11-21", "2026-11-22", "2026-11-20T23:00:00.000Z", 24},
		{"2026-07-01", "2026-07-02", "2026-06-30T22:00:00.000Z", 24},
		{"2026-03-29", "2026-03-30", "2026-03-28T23:00:00.000Z", 23},
		{"2026-03-30", "2026-03-31", "2026-03-29T22:00:00.000Z", 24},
		{"2026-10-25", "2026-10-26", "2026-10-24T22:00:00.000Z", 25},
		{"2026-10-26", "2026-10-27", "2026-10-25T23:00:00.000Z", 24},
		{"2026-12-31", "2027-01-01", "2026-12-30T23:00:00.000Z", 24},
		{"2028-02-28", "2028-02-29", "2028-02-27T23:00:00.000Z", 24},
		{"2027-02-28", "2027-03-01", "2027-02-27T23:00:00.000Z", 24},
	} {
		start, end := tt.day.Start(), tt.day.Next().Start()
		if tt.day.Next() != tt.next || shop.FormatTime(start) != tt.start || end.Sub(start) != tt.hours*time.Hour {
			t.Errorf("%s starts %s, lasts %v, next is %s", tt.day, shop.FormatTime(start), end.Sub(start), tt.day.Next())
		}
		first, last := shop.DayOf(start), shop.DayOf(end.Add(-time.Millisecond))
		if first != tt.day || last != tt.day || shop.DayOf(end) != tt.next {
			t.Errorf("%s: first instant on %s, last on %s, the one after on %s", tt.day, first, last, shop.DayOf(end))
		}
	}
}

func TestLastDay(t *testing.T) {
	t.Parallel()
	const last = shop.Day("9999-12-31")
	if got := last.Next(); got != last {
		t.Errorf("after %s comes %s", last, got)
	}
	if got := shop.Day("9999-12-30").Next(); got != last {
		t.Errorf("before %s comes a day followed by %s", last, got)
	}
}

func TestParseDay(t *testing.T) {
	t.Parallel()
	for _, good := range []string{"", "2026-11-21", "2028-02-29", "9999-12-31"} {
		if day, err := shop.ParseDay(good); err != nil || string(day) != good {
			t.Errorf("ParseDay(%q) = %q, %v", good, day, err)
		}
	}
	for _, bad := range []string{"21.11.2026", "2026-1-2", "2026-02-29", "2026-13-01", "2026-11-21 ", "10000-01-01", "heute"} {
		_, err := shop.ParseDay(bad)
		refusal.Want(t, bad, err, shop.ErrInvalidFilter)
	}
}
