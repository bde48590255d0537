package main

import (
	"fmt"
	"slices"
	"time"
)

// durations are the times of single requests.
type durations []time.Duration

// at returns the duration that p percent of the requests did not exceed.
func (d durations) at(p int) time.Duration {
	if len(d) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(d))
	return sorted[(len(sorted)*p+99)/100-1]
}

// series is one figure in each round.
type series []float64

// median returns the median of the rounds, which a single disturbed round does not
// move.
func (s series) median() float64 {
	if len(s) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(s))
	half := len(sorted) / 2
	if len(sorted)%2 == 0 {
		return (sorted[half-1] + sorted[half]) / 2
	}
	return sorted[half]
}

// over returns the ratio to another figure by round: disturbances of the machine that
// last longer than a round affect both.
func (s series) over(other series) series {
	ratios := make(series, len(s))
	for i := range s {
		ratios[i] = s[i] / other[i]
	}
	return ratios
}

// minus returns the difference to another figure by round.
func (s series) minus(other series) series {
	differences := make(series, len(s))
	for i := range s {
		differences[i] = s[i] - other[i]
	}
	return differences
}

// spread formats the median with the minimum and maximum of the rounds.
func (s series) spread(format func(float64) string, unit string) string {
	return fmt.Sprintf("%s (%s–%s)%s", format(s.median()), format(slices.Min(s)), format(slices.Max(s)), unit)
}

func whole(n float64) string   { return fmt.Sprintf("%.0f", n) }
func percent(n float64) string { return fmt.Sprintf("%.1f", 100*n) }

// digits formats a number with three digits, or all before the point.
func digits(n float64) string {
	switch {
	case n >= 100:
		return fmt.Sprintf("%.0f", n)
	case n >= 10:
		return fmt.Sprintf("%.1f", n)
	}
	return fmt.Sprintf("%.2f", n)
}

// millis formats a number of milliseconds.
func millis(n float64) string { return short(time.Duration(n * float64(time.Millisecond))) }

func inMillis(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// short formats a duration with three digits.
func short(d time.Duration) string {
	switch {
	case d >= time.Second:
		return digits(d.Seconds()) + " s"
	case d >= time.Millisecond:
		return digits(inMillis(d)) + " ms"
	}
	return fmt.Sprintf("%d µs", d.Microseconds())
}

// verdict says whether a figure reached its target.
func verdict(target string, reached bool) string {
	if reached {
		return target + ": reached"
	}
	return target + ": MISSED"
}
