package config_test

import (
	"slices"
	"testing"
	"time"

	"kontor/internal/config"
)

// limits are the values of all that protects from strangers.
func limits(c *config.Config) []any {
	return []any{c.ConnectionLimit, c.TotalConnectionLimit, c.RequestLimit, c.ExportLimit, c.SendPatience}
}

// W28: who reaches a shop on loopback is no stranger, so there the limits are off;
// one that is set holds there too, but not in a rehearsal.
func TestW28_LimitsAreOffOnLoopback(t *testing.T) {
	t.Parallel()
	off, on := []any{0, 0, 0, 0, time.Duration(0)}, []any{64, 4096, 64, 8, 20 * time.Second}
	if got := limits(mustLoad(t)); !slices.Equal(got, off) {
		t.Errorf("on loopback: %v", got)
	}
	if got := limits(mustLoad(t, server()...)); !slices.Equal(got, on) {
		t.Errorf("reachable for others: %v", got)
	}
	behindProxy := mustLoad(t, append(server(), "LISTEN_ADDR=127.0.0.1:8080")...)
	if got := limits(behindProxy); !slices.Equal(got, on) {
		t.Errorf("on loopback behind https: %v", got)
	}
	set := mustLoad(t, "VERBINDUNGS_LIMIT=3", "SENDEFRIST=5s")
	if got := limits(set); !slices.Equal(got, []any{3, 0, 0, 0, 5 * time.Second}) {
		t.Errorf("set on loopback: %v", got)
	}
	set.LiftLimits()
	if got := limits(set); !slices.Equal(got, off) {
		t.Errorf("rehearsed: %v", got)
	}
}

func TestDescribeSaysThatALimitIsOff(t *testing.T) {
	t.Parallel()
	find := func(c *config.Config) config.Row {
		rows := c.Describe()
		return rows[slices.IndexFunc(rows, func(r config.Row) bool { return r.Name == "VERBINDUNGS_LIMIT" })]
	}
	for want, c := range map[string]*config.Config{
		"aus (auf diesem Rechner; sonst 64)": mustLoad(t), "64": mustLoad(t, server()...), "3": mustLoad(t, "VERBINDUNGS_LIMIT=3"),
	} {
		if row := find(c); row.Value != want {
			t.Errorf("%q from %q, want %q", row.Value, row.Origin, want)
		}
	}
}
