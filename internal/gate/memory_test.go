package gate_test

import (
	"context"
	"slices"
	"sync"
	"time"

	"kontor/internal/gate"
)

// memory implements the rules for failures without a database.
type memory struct {
	mu      sync.Mutex
	guesses []gate.Guess // only failed ones
	err     error        // returned instead of storing another one
	calls   int
}

func (m *memory) TryCode(_ context.Context, g gate.Guess, failed func(gate.History) bool) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.calls++
	if !failed(m.history(g)) {
		return nil
	}
	if m.err == nil {
		m.guesses = append(m.guesses, g)
	}
	return m.err
}

func (m *memory) history(g gate.Guess) gate.History {
	return gate.History{
		Client: m.times(func(f gate.Guess) bool { return f.Gate == g.Gate && f.Client == g.Client }),
		Subnet: m.times(func(f gate.Guess) bool { return f.Gate == g.Gate && f.Subnet == g.Subnet && g.Subnet != "" }),
		Gate:   m.times(func(f gate.Guess) bool { return f.Gate == g.Gate }),
	}
}

func (m *memory) times(counts func(gate.Guess) bool) (latest []time.Time) {
	for _, f := range slices.Backward(m.guesses) {
		if counts(f) && len(latest) < gate.Depth {
			latest = append(latest, f.At)
		}
	}
	return latest
}

// SpendAllowance makes memory a [gate.Allowances] that forgets everything.
func (m *memory) SpendAllowance(_ context.Context, _ string, _ time.Time, spend func(time.Time) time.Time) error {
	m.calls++
	spend(time.Time{})
	return m.err
}
