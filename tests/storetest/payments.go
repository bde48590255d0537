package storetest

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
	"kontor/internal/shop/payment"
)

var paymentScenarios = []scenario{
	{"T15 steps of one payment at once: one order", paymentOnce},
	{"T15 a due payment is claimed by one", paymentClaims},
	{"T48 a lease lasts as long as it is renewed", leaseRenewed},
	{"T48 the leases of a dead process end at the next start, of a living one they stay", leasesTakenOver},
	{"T32 the same page at once: one payment", paymentOpenings},
	{"T45 refunds at once: never more than was captured", refundRace},
	{"T45 a refund that failed is retried by one, against what is left", refundRetryRace},
	{"T43 failed refunds are cases until they are closed", refundCases},
	{"T58 a dispute is kept once, and what is outdated changes nothing", disputeKept},
	{"T58 a dispute that is won brings back what it took, whenever that is known", disputeWon},
	{"T58 a dispute that is lost leaves the buyer what the verdict says", disputeLost},
	{"T58 the same news of a dispute at once: one message", disputeRace},
	{"T58 a dispute about an unknown capture waits for its payment", disputeStray},
	{"T58 a notification keeps the dispute that it names", eventOfDispute},
	{"T43 a step that is refused changes nothing", refundStepRefused},
	{"T58 each step of a payment knows the refunds, whose names stay as they began", refundNames},
}

// opening requests the payment of the plain order by the page with the given key.
func opening(page string) payment.Opening {
	basket := newOrder(func(o *order.Order) { o.PaymentMethod = order.MethodPayPal })
	return payment.Opening{Payment: payment.NewPayment(page, basket, false, noon), Prices: checkout.PriceCheckOff}
}

// paymentStep makes one step of a payment.
func (s *suite) paymentStep(id int64, apply func(*payment.Payment)) (payment.Changed, error) {
	return s.Store.ChangePayment(s.t.Context(), paymentChange(id, apply))
}

func paymentChange(id int64, apply func(*payment.Payment)) payment.Change {
	return payment.Change{
		ID: id, Actor: payment.ActorJob, At: noon, Prefix: "BK", Apply: apply,
		Owe: func(_, _ *payment.Payment, _ *order.Order) []message.Message { return nil },
	}
}

// capturedAs is PayPal's state of an order whose money has arrived.
func capturedAs(name string, amount shop.Cents) *payment.PayPalOrder {
	of := payment.PayPalAmount{Cents: amount, Currency: payment.CurrencyEuro}
	return &payment.PayPalOrder{
		ID: "ORDER-" + name, Status: payment.PayPalOrderCompleted, Amount: of,
		Captures: []payment.PayPalCapture{{ID: "CAPTURE-" + name, Status: payment.PayPalCaptureCompleted, Amount: of}},
	}
}

// waiting returns a payment that PayPal knows, whose buyer has not approved it.
func (s *suite) waiting(name string) payment.Payment {
	s.t.Helper()
	opened, err := s.Store.OpenPayment(s.t.Context(), opening("Seite-"+name))
	if err != nil {
		s.t.Fatalf("open: %v", err)
	}
	changed, err := s.paymentStep(opened.Payment.ID, func(p *payment.Payment) { p.CreatedAs("ORDER-"+name, noon) })
	if err != nil {
		s.t.Fatalf("create: %v", err)
	}
	return changed.Payment
}

// paidPayment returns a payment that became the plain order, of 20.70 €.
func (s *suite) paidPayment(name string) payment.Payment {
	s.t.Helper()
	p := s.waiting(name)
	changed, err := s.paymentStep(p.ID, func(p *payment.Payment) { p.Observe(capturedAs(name, p.Total), noon) })
	if err != nil || changed.Payment.State != payment.StateCompleted {
		s.t.Fatalf("%+v, %v", changed.Payment, err)
	}
	return changed.Payment
}

// atOnce runs a function n times in parallel.
func atOnce(n int, do func(i int)) {
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { do(i) })
	}
	all.Wait()
}

func paymentOnce(s *suite) {
	p := s.waiting("1")
	var orders atomic.Int64
	atOnce(8, func(int) {
		changed, err := s.paymentStep(p.ID, func(p *payment.Payment) { p.Observe(capturedAs("1", p.Total), noon) })
		if err != nil {
			s.t.Errorf("step: %v", err)
		}
		if changed.Order != nil {
			orders.Add(1)
		}
	})
	if n := s.rows(); orders.Load() != 1 || n.orders != 1 {
		s.t.Errorf("%d steps placed an order, %+v", orders.Load(), n)
	}
	if b := s.balance(); b.Captured != 2070 || b.Ordered != 2070 {
		s.t.Errorf("balance %+v", b)
	}
}

func paymentClaims(s *suite) {
	for i := range 5 {
		s.waiting(fmt.Sprint(i))
	}
	later := noon.Add(time.Hour)
	var mu sync.Mutex
	var claimed []int64
	atOnce(6, func(int) {
		due, err := s.Store.ClaimPayments(s.t.Context(), 2, later)
		if err != nil {
			s.t.Errorf("claim: %v", err)
		}
		mu.Lock()
		defer mu.Unlock()
		for _, p := range due {
			claimed = append(claimed, p.ID)
		}
	})
	slices.Sort(claimed)
	if !slices.Equal(claimed, slices.Compact(slices.Clone(claimed))) {
		s.t.Errorf("claimed twice: %v", claimed)
	}
	if due, err := s.Store.ClaimPayments(s.t.Context(), 9, later.Add(payment.LeaseLife)); err != nil || len(due) != 5 {
		s.t.Errorf("%d payments are due after the leases, %v", len(due), err)
	}
}

// due returns the payments that are due, and takes their leases.
func (s *suite) due(at time.Time) (ids []int64) {
	s.t.Helper()
	claimed, err := s.Store.ClaimPayments(s.t.Context(), 9, at)
	if err != nil {
		s.t.Fatalf("claim: %v", err)
	}
	for _, p := range claimed {
		ids = append(ids, p.ID)
	}
	return ids
}

func leaseRenewed(s *suite) {
	p, released := s.waiting("1"), s.waiting("2")
	at := noon.Add(time.Hour)
	if n := len(s.due(at)); n != 2 {
		s.t.Fatalf("%d payments are due", n)
	}
	if _, err := s.paymentStep(released.ID, func(p *payment.Payment) { p.Release(at) }); err != nil {
		s.t.Fatal(err)
	}
	for range 3 {
		at = at.Add(payment.LeaseLife - time.Second)
		for _, id := range []int64{p.ID, released.ID} {
			if err := s.Store.RenewLease(s.t.Context(), payment.Lease{Payment: id}, at.Add(payment.LeaseLife)); err != nil {
				s.t.Errorf("renew: %v", err)
			}
		}
		if ids := s.due(at); len(ids) != 0 {
			s.t.Errorf("%v are due although they are leased", ids)
		}
	}
	if got, err := s.Store.Payment(s.t.Context(), released.ID); err != nil || got.Leased(at) {
		s.t.Errorf("a lease that was released is back: %+v, %v", got, err)
	}
	if ids := s.due(at.Add(payment.LeaseLife)); !slices.Contains(ids, p.ID) {
		s.t.Errorf("due are %v", ids)
	}
}

func leasesTakenOver(s *suite) {
	if _, err := s.refund(s.paidPayment("1").ID, 500); err != nil {
		s.t.Fatal(err)
	}
	p := s.waiting("2")
	takeOver := func(at time.Time) {
		s.t.Helper()
		if err := s.Store.EndLeases(s.t.Context(), at); err != nil {
			s.t.Fatal(err)
		}
	}
	soon := noon.Add(time.Second)
	takeOver(soon)
	refunds, err := s.Store.ClaimRefunds(s.t.Context(), 9, soon)
	if err != nil || (len(refunds) == 1) == s.Shared {
		s.t.Errorf("%d refunds are due after the start, %v", len(refunds), err)
	}
	later := noon.Add(time.Hour)
	if ids := s.due(later); !slices.Contains(ids, p.ID) {
		s.t.Fatalf("due are %v", ids)
	}
	takeOver(later)
	if ids := s.due(later); slices.Contains(ids, p.ID) == s.Shared {
		s.t.Errorf("due after the start are %v", ids)
	}
}

func paymentOpenings(s *suite) {
	var mine atomic.Int64
	var ids sync.Map
	atOnce(8, func(int) {
		opened, err := s.Store.OpenPayment(s.t.Context(), opening("Seite"))
		if err != nil && !errors.Is(err, payment.ErrBusy) {
			s.t.Errorf("open: %v", err)
		}
		if opened.Mine {
			mine.Add(1)
		}
		if err == nil {
			ids.Store(opened.Payment.ID, true)
		}
	})
	count := 0
	ids.Range(func(any, any) bool { count++; return true })
	if mine.Load() != 1 || count != 1 {
		s.t.Errorf("%d payments, %d callers who ask PayPal", count, mine.Load())
	}
}
