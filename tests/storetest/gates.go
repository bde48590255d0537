package storetest

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"kontor/internal/gate"
)

var gateScenarios = []scenario{
	{"G17 failures come back by client, subnet and gate, the latest first", failedCodes},
	{"S15 R49 guesses at one moment see each other", guessesTakeTurns},
	{"G18 many clients do not grow the table", failuresAreBounded},
	{"S14 R49 a session that was ended stays ended", endedSessions},
	{"H18 R49 one client's orders at one moment take turns", ordersTakeTurns},
	{"G18 allowances that are whole are not kept", allowancesAreBounded},
	{"what no longer counts is forgotten", forgetGateState},
}

func guess(client, subnet string, at time.Time) gate.Guess {
	return gate.Guess{Gate: gate.Site, Client: client, Subnet: subnet, At: at, Keep: 1000}
}

// fail stores a failure and returns the history before it.
func (s *suite) fail(g gate.Guess) (before gate.History) {
	s.t.Helper()
	err := s.Store.TryCode(s.t.Context(), g, func(h gate.History) bool {
		before = h
		return true
	})
	if err != nil {
		s.t.Fatalf("try a code: %v", err)
	}
	return before
}

func failedCodes(s *suite) {
	seconds := func(before ...int) (times []time.Time) {
		for _, n := range before {
			times = append(times, noon.Add(time.Duration(n)*time.Second))
		}
		return times
	}
	for i, g := range []gate.Guess{guess("anna", "wide", noon), guess("berta", "wide", noon), guess("clara", "", noon), guess("anna", "wide", noon)} {
		g.At = noon.Add(time.Duration(i) * time.Second)
		s.fail(g)
	}
	other := guess("anna", "wide", noon)
	other.Gate = gate.Administration
	if h := s.fail(other); len(h.Client)+len(h.Subnet)+len(h.Gate) > 0 {
		s.t.Errorf("another gate knows %+v", h)
	}
	err := s.Store.TryCode(s.t.Context(), guess("anna", "wide", noon), func(h gate.History) bool {
		if !slices.EqualFunc(h.Client, seconds(3, 0), time.Time.Equal) ||
			!slices.EqualFunc(h.Subnet, seconds(3, 1, 0), time.Time.Equal) ||
			!slices.EqualFunc(h.Gate, seconds(3, 2, 1, 0), time.Time.Equal) {
			s.t.Errorf("history %+v", h)
		}
		return false
	})
	if n := s.count("zugang_fehlversuche"); err != nil || n != 5 {
		s.t.Errorf("%d failures are kept, %v", n, err)
	}
	if h := s.fail(guess("dora", "", noon)); len(h.Subnet) > 0 {
		s.t.Errorf("clients without a subnet share %v", h.Subnet)
	}
}

func guessesTakeTurns(s *suite) {
	var guessing sync.WaitGroup
	for range 40 {
		guessing.Go(func() {
			err := s.Store.TryCode(s.t.Context(), guess("anna", "", noon), func(h gate.History) bool { return len(h.Client) < 5 })
			if err != nil {
				s.t.Error(err)
			}
		})
	}
	guessing.Wait()
	if n := s.count("zugang_fehlversuche"); n != 5 {
		s.t.Errorf("%d failures are kept, want 5", n)
	}
}

func failuresAreBounded(s *suite) {
	for i := range 100 {
		g := guess(fmt.Sprint(i), "", noon)
		g.Keep = 60
		if h := s.fail(g); len(h.Gate) != min(i, gate.Depth) {
			s.t.Fatalf("failure %d sees %d before it", i, len(h.Gate))
		}
	}
	if n := s.count("zugang_fehlversuche"); n != 60 {
		s.t.Errorf("%d failures are kept, want 60", n)
	}
}

func endedSessions(s *suite) {
	for range 2 { // twice counts once
		if err := s.Store.EndGateSession(s.t.Context(), gate.Site, "f00d", noon); err != nil {
			s.t.Fatal(err)
		}
	}
	for id, want := range map[string]bool{"site f00d": true, "verwaltung f00d": false, "site beef": false} {
		purpose, session, _ := strings.Cut(id, " ")
		if ended, err := s.Store.GateSession(s.t.Context(), gate.Purpose(purpose), gate.Session{ID: session, IssuedAt: noon}); ended.Over != want || err != nil {
			s.t.Errorf("%s ended: %v, %v", id, ended, err)
		}
	}
}

// spend uses one of five orders.
func (s *suite) spend(client string, now time.Time) {
	err := s.Store.SpendAllowance(s.t.Context(), client, now, func(whole time.Time) time.Time {
		if whole.IsZero() {
			whole = now
		}
		if whole.Sub(now) >= 50*time.Second {
			return time.Time{}
		}
		return whole.Add(10 * time.Second)
	})
	if err != nil {
		s.t.Errorf("spend: %v", err)
	}
}

func ordersTakeTurns(s *suite) {
	var ordering sync.WaitGroup
	for i := range 40 {
		ordering.Go(func() { s.spend([]string{"anna", "berta"}[i%2], noon) })
	}
	ordering.Wait()
	for _, client := range []string{"anna", "berta"} {
		err := s.Store.SpendAllowance(s.t.Context(), client, noon, func(whole time.Time) time.Time {
			if got := whole.Sub(noon); got != 50*time.Second {
				s.t.Errorf("%s is whole after %v, want 50s", client, got)
			}
			return time.Time{}
		})
		if err != nil {
			s.t.Error(err)
		}
	}
}

func allowancesAreBounded(s *suite) {
	for i := range 60 { // 60 clients, a second apart; each allowance is full after 10
		s.spend(fmt.Sprint(i), noon.Add(time.Duration(i)*time.Second))
	}
	if n := s.count("bestell_kontingente"); n > 12 {
		s.t.Errorf("%d allowances are kept", n)
	}
}

func forgetGateState(s *suite) {
	for i, at := range []time.Time{noon.Add(-gate.ThrottlePeriod - time.Second), noon.Add(-time.Second)} {
		s.fail(guess("anna", "", at))
		if err := s.Store.EndGateSession(s.t.Context(), gate.Site, fmt.Sprint(i), at.Add(gate.ThrottlePeriod)); err != nil {
			s.t.Fatal(err)
		}
	}
	s.spend("anna", noon.Add(-time.Minute))
	s.spend("berta", noon)
	if err := s.Store.ForgetGateState(s.t.Context(), noon); err != nil {
		s.t.Fatal(err)
	}
	for _, table := range []string{"zugang_fehlversuche", "zugang_beendet", "bestell_kontingente"} {
		if n := s.count(table); n != 1 {
			s.t.Errorf("%s keeps %d rows, want 1", table, n)
		}
	}
}

// count returns how many rows a table has.
func (s *suite) count(table string) (n int) {
	s.t.Helper()
	s.scan(`SELECT count(*) FROM `+table, nil, &n)
	return n
}
