package gate

import (
	"context"
	"time"
)

// Throttle limits the failed codes at one gate: 5 in 15 minutes per client (and 20 per
// IPv6 /48), 50 for all clients together. A client that has used up its own failures is
// refused even with the right code. Once the gate has reached its ceiling, so is every
// client with a failure of its own, while those without one may still enter: an
// attacker cannot lock out the owner. A known device counts by itself, 5 in 15 minutes,
// whatever others do; clients hidden from the shop by a proxy are subject to the gate's
// ceiling alone. Success forgives nothing; otherwise anybody who knows one code could
// buy guesses at will.
//
// The failures themselves are stored instead of a refilling allowance, so that the
// limits hold for any 15 minutes and the wait is known exactly. They are stored where
// all instances of the shop find them.
type Throttle struct {
	// Now is the clock; NewThrottle sets it to time.Now.
	Now func() time.Time

	gate     Purpose
	failures Failures
	names    disguise
	turn     chan struct{} // held while a code is tried
	refused  refusals
}

// Failures stores the failed codes of all gates.
type Failures interface {
	// TryCode calls failed with the latest failures at the gate, and stores the guess
	// as another one if it returns true. Guesses at a gate take turns, from reading the
	// failures until the new one is stored. failed may be called again after a failed
	// attempt.
	TryCode(ctx context.Context, g Guess, failed func(History) bool) error
}

// Guess is an attempt to enter a code, without the code.
type Guess struct {
	Gate   Purpose
	Client string // name of the client
	Subnet string // name of the network counted in addition; empty: none
	At     time.Time
	Keep   int // failures at the gate worth keeping, including this one
}

// NewThrottle returns the Throttle of a gate. Instances that are to count together need
// the same key, which hides their clients' addresses.
func NewThrottle(gate Purpose, failures Failures, key []byte) *Throttle {
	return &Throttle{
		Now: time.Now, gate: gate, failures: failures,
		names: disguise{label: string(gate), key: key},
		turn:  make(chan struct{}, 1),
	}
}

// Verdict is the outcome of an attempt.
type Verdict struct {
	Right bool
	// Wait is the time until the next attempt is allowed if the code was not checked; 0
	// if it was.
	Wait time.Duration
	// Failures is how many failed codes now count against the client, including this
	// one; at most [Depth].
	Failures int
}

// wrong reports whether the code was checked and is wrong.
func (v Verdict) wrong() bool { return !v.Right && v.Wait == 0 && v.Failures > 0 }

// Attempt runs check, which must be quick and report whether the code is right, unless
// the client has to wait. An error means that failures could not be read or stored:
// then nobody passes.
//
// Checking and counting are one step, so that simultaneous guesses cannot all pass
// before the first of them is counted. Guesses run one at a time: a flood of them must
// not occupy all database connections.
func (t *Throttle) Attempt(ctx context.Context, c Client, check func() bool) (Verdict, error) {
	select {
	case t.turn <- struct{}{}:
		defer func() { <-t.turn }()
	case <-ctx.Done():
		return Verdict{}, ctx.Err()
	}
	now := t.Now()
	guess := Guess{
		Gate: c.counter(t.gate), Client: t.names.hide(c.own), Subnet: t.names.hide(c.subnet),
		At: now, Keep: maxFailures,
	}
	if wait, failures := t.refused.find(now, guess.Client, guess.Subnet); wait > 0 {
		return Verdict{Wait: wait, Failures: failures}, nil
	}
	verdict, err := t.try(ctx, guess, c, check)
	switch {
	case err != nil && verdict.wrong():
		// For example, the disk is full. A guess that was not counted must not be
		// repeated.
		t.refused.add(now, ThrottlePeriod, verdict.Failures, guess.Client, guess.Subnet)
	case verdict.Wait > 0:
		t.refused.add(now, verdict.Wait, verdict.Failures, guess.Client)
	}
	if err != nil {
		return Verdict{}, err
	}
	return verdict, nil
}

// try checks the failures, then the code, and records a wrong one.
func (t *Throttle) try(ctx context.Context, guess Guess, c Client, check func() bool) (v Verdict, err error) {
	err = t.failures.TryCode(ctx, guess, func(h History) bool {
		v = Verdict{Wait: h.wait(c, guess.At), Failures: h.counting(guess.At)}
		if v.Wait > 0 {
			return false
		}
		if v.Right = check(); !v.Right {
			v.Failures = min(v.Failures+1, Depth)
		}
		return !v.Right
	})
	return v, err
}
