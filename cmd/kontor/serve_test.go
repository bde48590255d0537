package main

import (
	"runtime/debug"
	"testing"
)

// A server collects garbage less often, unless GOGC says how often or memory is limited.
func TestServerCollectsLess(t *testing.T) {
	before := debug.SetGCPercent(50)
	defer debug.SetGCPercent(before)
	for _, c := range []struct {
		environ []string
		want    int
	}{{[]string{"GOGC=50"}, 50}, {[]string{"GOMEMLIMIT=64MiB"}, 50}, {[]string{"GOGCX=1"}, garbagePercent}} {
		(&program{environ: c.environ}).collectLess()
		if got := debug.SetGCPercent(50); got != c.want {
			t.Errorf("%q: GOGC %d, want %d", c.environ, got, c.want)
		}
	}
}
