package demo

import (
	"math"
	"math/rand/v2"
	"time"

	"kontor/internal/shop"
)

// timeline draws the times of n orders in ascending order without storing them: the
// order statistics of n uniform draws, one after another (Bentley and Saxe, 1980),
// spread over the year by how busy each of its hours is.
type timeline struct {
	random *rand.Rand
	start  time.Time
	hour   float64   // nanoseconds covered by one entry of busy
	busy   []float64 // running sums of the hours' weights
	at     int       // index of the hour reached so far
	left   float64   // share of the year's orders still to come
	drawn  int
	n      int
}

func newTimeline(n int, until time.Time, random *rand.Rand) *timeline {
	start := until.AddDate(-1, 0, 0).Truncate(time.Millisecond)
	hours := int(until.Sub(start) / time.Hour)
	busy := make([]float64, hours)
	sum := 0.0
	for i := range busy {
		sum += busyness(start.Add(time.Duration(i) * time.Hour))
		busy[i] = sum
	}
	// The i-th order is delayed by i milliseconds, so that no two share one; the year
	// to draw from is that much shorter.
	drawable := until.Sub(start) - time.Duration(n)*time.Millisecond
	return &timeline{random: random, start: start, hour: float64(drawable) / float64(hours), busy: busy, left: 1, n: n}
}

// next returns the time of the next order, in whole milliseconds.
func (t *timeline) next() time.Time {
	t.left *= math.Pow(1-t.random.Float64(), 1/float64(t.n-t.drawn))
	target := (1 - t.left) * t.busy[len(t.busy)-1]
	for t.busy[t.at] < target && t.at < len(t.busy)-1 {
		t.at++
	}
	before := 0.0
	if t.at > 0 {
		before = t.busy[t.at-1]
	}
	hours := float64(t.at) + (target-before)/(t.busy[t.at]-before)
	passed := time.Duration(hours * t.hour).Truncate(time.Millisecond)
	passed += time.Duration(t.drawn) * time.Millisecond
	t.drawn++
	return t.start.Add(passed)
}

// How many orders arrive in an hour, relative to the average: by month, weekday from
// Sunday on, and hour of the day in Berlin. People make presents in November and
// December and spend the summer outdoors.
var (
	byMonth   = [...]float64{0.95, 0.9, 0.9, 0.85, 0.75, 0.65, 0.6, 0.65, 0.85, 1.1, 1.8, 2.0}
	byWeekday = [...]float64{1.35, 1.1, 0.95, 0.95, 0.95, 0.8, 0.9}
	byHour    = [...]float64{
		0.25, 0.1, 0.05, 0.05, 0.05, 0.1, 0.3, 0.6, 0.9, 1.2, 1.3, 1.2,
		1.1, 1.1, 1.2, 1.2, 1.2, 1.3, 1.5, 1.9, 2.2, 2.1, 1.4, 0.7,
	}
)

// afterChristmas is the relative volume on the days when no parcel would arrive in
// time.
const afterChristmas = 0.3

func busyness(at time.Time) float64 {
	local := at.In(shop.Berlin)
	busy := byMonth[local.Month()-1] * byWeekday[local.Weekday()] * byHour[local.Hour()]
	if local.Month() == time.December && local.Day() > 21 {
		busy *= afterChristmas
	}
	return busy
}
