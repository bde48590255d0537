package shop

import (
	"time"
	_ "time/tzdata" // the shop's days are Berlin's, even on machines without zone files
)

// TimeFormat is the format of instants: UTC, with milliseconds. Texts in this format
// sort in the order of the instants.
const TimeFormat = "2006-01-02T15:04:05.000Z"

// Berlin is the time zone of the shop's days.
var Berlin = mustLoad("Europe/Berlin")

func mustLoad(name string) *time.Location {
	zone, err := time.LoadLocation(name)
	if err != nil {
		panic(err) // the zone data is compiled in
	}
	return zone
}

// FormatTime writes an instant in [TimeFormat].
func FormatTime(t time.Time) string { return t.UTC().Format(TimeFormat) }

// ParseTime reads what [FormatTime] wrote.
func ParseTime(s string) (time.Time, error) { return time.Parse(TimeFormat, s) }

// Day is a calendar day in Berlin, written 2026-11-21; empty means no limit.
type Day string

// DayOf returns the Berlin day that t falls on.
func DayOf(t time.Time) Day { return Day(t.In(Berlin).Format(time.DateOnly)) }

// ParseDay reads a day; an empty text is the empty day.
func ParseDay(s string) (Day, error) {
	if s == "" {
		return "", nil
	}
	if _, err := time.Parse(time.DateOnly, s); err != nil {
		return "", ErrInvalidFilter
	}
	return Day(s), nil
}

// Start returns the instant at which the day begins in Berlin.
func (d Day) Start() time.Time {
	t, _ := time.ParseInLocation(time.DateOnly, string(d), Berlin)
	return t
}

// German returns the day in German notation: 21.11.2026.
func (d Day) German() string { return d.Start().Format("02.01.2006") }

// Year returns the calendar year of a day.
func (d Day) Year() int { return d.Start().Year() }

// lastDay is the last day that fits a four-digit year.
const lastDay Day = "9999-12-31"

// Next returns the following day; the last day of the year 9999 has none.
func (d Day) Next() Day {
	if d == lastDay {
		return d
	}
	t, _ := time.Parse(time.DateOnly, string(d))
	return Day(t.AddDate(0, 0, 1).Format(time.DateOnly))
}

// AfterWorkdays returns the day that many working days later: Mondays to Fridays. Public
// holidays count, since they are others in each country that parcels go to.
func (d Day) AfterWorkdays(n int64) Day {
	for n > 0 {
		d = d.Next()
		if weekday := d.Start().Weekday(); weekday != time.Saturday && weekday != time.Sunday {
			n--
		}
	}
	return d
}

// Clock returns a clock in UTC that is truncated to milliseconds, the precision in
// which times are stored.
func Clock(now func() time.Time) func() time.Time {
	return func() time.Time { return now().UTC().Truncate(time.Millisecond) }
}
