package storetest

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
	"kontor/internal/shop/payment"
)

// refund orders a refund of a payment.
func (s *suite) refund(of int64, amount shop.Cents) (payment.Refund, error) {
	refund, _, err := s.Store.OrderRefund(s.t.Context(), *payment.NewRefund(of, amount, "", "", "Verwaltung abc", noon))
	return refund, err
}

// refundStep makes one step of a refund, which causes no message.
func (s *suite) refundStep(r payment.Refund, apply func(*payment.Refund, *payment.Payment) error) (payment.Refund, error) {
	changed, err := s.Store.ChangeRefund(s.t.Context(), payment.RefundChange{
		PaymentID: r.PaymentID, ID: r.ID, At: noon.Add(time.Minute), Apply: apply,
		Owe: func(_, _ *payment.Refund, _ *payment.Payment, _ *order.Order) []message.Message { return nil },
	})
	return changed.Refund, err
}

func (s *suite) balance() payment.Balance {
	s.t.Helper()
	b, err := s.Store.PaymentBalance(s.t.Context())
	if err != nil || b.Difference() != 0 {
		s.t.Errorf("balance %+v, %v", b, err)
	}
	return b
}

// failedRefund returns a refund that PayPal has refused.
func (s *suite) failedRefund(of int64, amount shop.Cents) payment.Refund {
	s.t.Helper()
	r, err := s.refund(of, amount)
	if err == nil {
		r, err = s.refundStep(r, fail)
	}
	if err != nil {
		s.t.Fatalf("refund: %v", err)
	}
	return r
}

func fail(r *payment.Refund, _ *payment.Payment) error {
	r.Conclude(payment.PayPalRefund{}, &payment.PayPalRefusal{Status: 422, Issue: payment.PayPalIssueInsufficientFunds}, noon)
	return nil
}

func retry(r *payment.Refund, of *payment.Payment) error { return r.Retry(of, noon) }

func refundRace(s *suite) {
	for i := range 10 {
		p := s.paidPayment(fmt.Sprint(i))
		var accepted, refused atomic.Int64
		atOnce(4, func(int) {
			switch _, err := s.refund(p.ID, 800); {
			case err == nil:
				accepted.Add(1)
			case errors.Is(err, payment.ErrRefundTooMuch):
				refused.Add(1)
			default:
				s.t.Errorf("refund: %v", err)
			}
		})
		if accepted.Load() != 2 || refused.Load() != 2 { // 20.70 € holds 8.00 € twice
			s.t.Fatalf("%d refunds were accepted, %d refused", accepted.Load(), refused.Load())
		}
	}
	if b := s.balance(); b.Underway != 10*1600 || b.Ordered != 10*(2070-1600) {
		s.t.Errorf("balance %+v", b)
	}
}

func refundRetryRace(s *suite) {
	p := s.paidPayment("1")
	failed := s.failedRefund(p.ID, 1200)
	var retried, ordered atomic.Int64
	atOnce(6, func(i int) {
		var err error
		if i%2 == 0 {
			if _, err = s.refundStep(failed, retry); err == nil {
				retried.Add(1)
			}
		} else if _, err = s.refund(p.ID, 1200); err == nil {
			ordered.Add(1)
		}
		if err != nil && !errors.Is(err, payment.ErrRefundTooMuch) && !errors.Is(err, payment.ErrNothingToSettle) {
			s.t.Errorf("refund: %v", err)
		}
	})
	if retried.Load()+ordered.Load() != 1 {
		s.t.Errorf("%d retries and %d new refunds were accepted", retried.Load(), ordered.Load())
	}
	if b := s.balance(); b.Underway != 1200 {
		s.t.Errorf("balance %+v", b)
	}
}

func refundCases(s *suite) {
	p := s.paidPayment("1")
	s.paidPayment("2")
	cases := func(want int) {
		s.t.Helper()
		page, err := s.Store.Payments(s.t.Context(), payment.Filter{Cases: true})
		if err != nil || len(page.Payments) != want || page.Cases != int64(want) || s.balance().Cases != int64(want) {
			s.t.Errorf("%+v, %v", page, err)
		}
		if want > 0 && page.Payments[0].ID != p.ID {
			s.t.Errorf("the case is %+v", page.Payments[0])
		}
	}
	cases(0)
	failed := s.failedRefund(p.ID, 500)
	cases(1)
	if due, err := s.Store.ClaimPayments(s.t.Context(), 9, noon.Add(time.Minute)); err != nil || len(due) != 1 || due[0].ID != p.ID {
		s.t.Errorf("the payments that are read again: %+v, %v", due, err)
	}
	again, err := s.refundStep(failed, retry)
	if err != nil || again.RequestID() == failed.RequestID() {
		s.t.Errorf("retried as %q after %q, %v", again.RequestID(), failed.RequestID(), err)
	}
	cases(0)
	if _, err := s.refundStep(again, fail); err != nil {
		s.t.Fatal(err)
	}
	cases(1)
	closed, err := s.refundStep(again, func(r *payment.Refund, _ *payment.Payment) error { return r.Close(noon) })
	if err != nil || !closed.ClosedAt.Equal(noon) {
		s.t.Errorf("%+v, %v", closed, err)
	}
	cases(0)
}

func refundStepRefused(s *suite) {
	p, other := s.paidPayment("1"), s.paidPayment("2")
	failed := s.failedRefund(p.ID, 500)
	elsewhere := failed
	elsewhere.PaymentID = other.ID
	if _, err := s.refundStep(elsewhere, retry); !errors.Is(err, payment.ErrNotFound) {
		s.t.Errorf("a refund of another payment: %v", err)
	}
	refusal := errors.New("not like this")
	if _, err := s.refundStep(failed, func(r *payment.Refund, _ *payment.Payment) error {
		r.Amount = 1
		return refusal
	}); !errors.Is(err, refusal) {
		s.t.Errorf("%v", err)
	}
	details, err := s.Store.PaymentDetails(s.t.Context(), p.ID)
	if err != nil || len(details.Refunds) != 1 || details.Refunds[0] != failed {
		s.t.Errorf("%+v, want %+v, %v", details.Refunds, failed, err)
	}
}

// A refund of an earlier version has no name, until another attempt at it begins.
func refundNames(s *suite) {
	p, foreign := s.paidPayment("1"), s.waiting("2")
	old := payment.NewRefund(p.ID, 500, "", "", "Verwaltung abc", noon)
	old.Named = false
	unnamed, _, err := s.Store.OrderRefund(s.t.Context(), *old)
	if err != nil || unnamed.CustomID() != "" {
		s.t.Fatalf("%+v, %v", unnamed, err)
	}
	named, err := s.refund(p.ID, 300)
	if err != nil || named.CustomID() != named.RequestID() {
		s.t.Fatalf("%+v, %v", named, err)
	}
	var known payment.Ordered
	learn := func(p *payment.Payment) {
		if known = nil; p.Ordered != nil {
			known = slices.SortedFunc(slices.Values(*p.Ordered), func(a, b payment.Refund) int { return cmp.Compare(a.ID, b.ID) })
		}
	}
	s.mustStep(p.ID, learn)
	if len(known) != 2 || known[0] != unnamed || known[1] != named {
		s.t.Errorf("a step knows %+v, want %+v and %+v", known, unnamed, named)
	}
	again, err := s.refundStep(unnamed, fail)
	if err == nil {
		again, err = s.refundStep(again, retry)
	}
	s.mustStep(p.ID, learn)
	if err != nil || again.CustomID() != again.RequestID() || len(known) != 2 || known[0] != again {
		s.t.Errorf("retried as %+v, %v; a step knows %+v", again, err, known)
	}
	gone := capturedAs("2", foreign.Total-1)
	s.mustStep(foreign.ID, func(p *payment.Payment) { p.Observe(gone, noon) })
	s.mustStep(foreign.ID, func(p *payment.Payment) { p.BeginRefund(noon) })
	s.mustStep(foreign.ID, func(p *payment.Payment) {
		if learn(p); known != nil || p.RefundCustomID() != p.RefundRequest() {
			s.t.Errorf("the automatic refund is %+v, others %+v", p.Refund, known)
		}
	})
}

// mustStep makes one step of a payment, which must be stored.
func (s *suite) mustStep(id int64, apply func(*payment.Payment)) {
	s.t.Helper()
	if _, err := s.paymentStep(id, apply); err != nil {
		s.t.Fatal(err)
	}
}
