package storetest

import (
	"slices"
	"sync/atomic"
	"time"

	"kontor/internal/shop/payment"
)

var sweepScenarios = []scenario{
	{"T56 a list at PayPal is read by one, and again after a crash", sweepClaims},
	{"T56 payments are made due, and never later than they were", sweepDue},
	{"T57 the payments whose money moved within some days", movedPayments},
}

func sweepClaims(s *suite) {
	claim := func(at time.Time) (payment.Sweep, bool) {
		s.t.Helper()
		sweep, mine, err := s.Store.ClaimSweep(s.t.Context(), payment.SweepTransactions, at, at.Add(time.Hour))
		if err != nil {
			s.t.Errorf("claim: %v", err)
		}
		return sweep, mine
	}
	var mine atomic.Int64
	atOnce(6, func(int) {
		if sweep, claimed := claim(noon); claimed {
			mine.Add(1)
			if !sweep.Until.IsZero() {
				s.t.Errorf("read until %v before it was ever read", sweep.Until)
			}
		}
	})
	if mine.Load() != 1 {
		s.t.Errorf("%d claims succeeded", mine.Load())
	}
	if _, claimed := claim(noon.Add(59 * time.Minute)); claimed {
		s.t.Error("claimed although somebody is reading it")
	}
	sweep, claimed := claim(noon.Add(time.Hour))
	if !claimed {
		s.t.Error("never finished, and not due again")
	}
	sweep.Until = noon
	if err := s.Store.FinishSweep(s.t.Context(), sweep, noon.Add(6*time.Hour)); err != nil {
		s.t.Fatal(err)
	}
	if _, claimed := claim(noon.Add(5 * time.Hour)); claimed {
		s.t.Error("claimed before it is due")
	}
	if sweep, claimed := claim(noon.Add(6 * time.Hour)); !claimed || !sweep.Until.Equal(noon) {
		s.t.Errorf("%+v, %v", sweep, claimed)
	}
}

func sweepDue(s *suite) {
	paid, waiting := s.paidPayment("1"), s.waiting("2")
	due := func(at time.Time, want ...int64) {
		s.t.Helper()
		ids := s.due(at)
		slices.Sort(ids)
		if !slices.Equal(ids, want) {
			s.t.Errorf("due at %v are %v, want %v", at, ids, want)
		}
	}
	at := noon.Add(time.Minute)
	due(at)
	for _, since := range []time.Time{noon.Add(time.Second), noon} {
		if err := s.Store.ReadPaidSoon(s.t.Context(), since, at); err != nil {
			s.t.Fatal(err)
		}
		if since.After(noon) {
			due(at)
		}
	}
	due(at, paid.ID)
	if err := s.Store.ReadSoon(s.t.Context(), waiting.ID, at); err != nil {
		s.t.Fatal(err)
	}
	for _, id := range []int64{waiting.ID, 99} {
		if err := s.Store.ReadSoon(s.t.Context(), id, at.Add(time.Hour)); err != nil {
			s.t.Fatal(err)
		}
	}
	due(at, waiting.ID)
}

func movedPayments(s *suite) {
	paid, _, other := s.paidPayment("1"), s.waiting("2"), s.paidPayment("3")
	want := func(from, to time.Time, want ...int64) {
		s.t.Helper()
		if ids, err := s.Store.PaymentsMoved(s.t.Context(), from, to); err != nil || !slices.Equal(ids, want) {
			s.t.Errorf("between %v and %v moved %v, %v, want %v", from, to, ids, err, want)
		}
	}
	want(noon, noon.Add(time.Second), paid.ID, other.ID)
	want(noon.Add(-time.Hour), noon)
	want(noon.Add(time.Second), noon.Add(time.Hour))
	refund, err := s.refund(other.ID, 100)
	if err == nil {
		_, err = s.refundStep(refund, func(r *payment.Refund, _ *payment.Payment) error {
			r.Conclude(payment.PayPalRefund{ID: "R", Status: payment.PayPalRefundCompleted}, nil, noon.Add(time.Minute))
			return nil
		})
	}
	if err != nil {
		s.t.Fatal(err)
	}
	want(noon.Add(time.Second), noon.Add(time.Hour), other.ID)
	want(noon, noon.Add(time.Hour), paid.ID, other.ID)
}
