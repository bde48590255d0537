package storetest

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"kontor/internal/shop/order"
	"kontor/internal/shop/payment"
)

var twinScenarios = []scenario{
	{"T59 a payment that was lost, and an order like it, are asked about until that is decided", twinsAsked},
	{"T59 a lost payment and an order like it at once: always asked about", twinsAtOnce},
	{"T59 twins are of the same buyer, by address or account", twinsOfBuyer},
	{"T59 a refund that gives an order back cancels it once PayPal accepts", refundCancels},
}

// wantTwins checks which orders are asked about, in the list, by the filters, and each
// by itself.
func (s *suite) wantTwins(ids ...int64) {
	s.t.Helper()
	s.expect(order.Filter{Hint: order.HintTwin}, ids...)
	hinted := s.all(order.Filter{AnyHint: true})
	for _, listed := range s.all(order.Filter{}) {
		if slices.Contains(idsOf(hinted), listed.ID) != (len(listed.Hints) > 0) {
			s.t.Errorf("the orders with hints are %v, and order %d has %v", idsOf(hinted), listed.ID, listed.Hints)
		}
		asked := slices.Contains(ids, listed.ID)
		alone := s.details(listed.ID)
		if len(listed.Twins) > 0 != asked || listed.HasHint(order.HintTwin) != asked || !slices.Equal(listed.Twins, alone.Twins) {
			s.t.Errorf("order %d has the twins %v in the list and %v alone, and is asked about: %v", listed.ID, listed.Twins, alone.Twins, asked)
		}
	}
}

func twinsAsked(s *suite) {
	s.paidPayment("1")
	s.wantTwins()
	second := s.place(at(noon.Add(order.TwinWindow)))
	if len(second.Twins) != 1 || second.Twins[0].ID != 1 || !second.Twins[0].PayPal {
		s.t.Fatalf("the second order has the twins %+v", second.Twins)
	}
	s.place(at(noon.Add(order.TwinWindow + time.Millisecond)))
	s.place(at(noon), of(item("garn", 2, 7.9)))
	s.wantTwins(2, 1)
	s.setStatus(2, order.StatusCancelled)
	s.wantTwins()
	s.setStatus(2, order.StatusPaymentOpen)
	s.wantTwins(2, 1)
	for range 2 {
		if d, err := s.Store.DenyTwin(s.t.Context(), 2, 1, noon); err != nil || d.ID != 2 || len(d.Twins) > 0 {
			s.t.Errorf("%+v, %v", d, err)
		}
		s.wantTwins()
	}
	if _, err := s.Store.DenyTwin(s.t.Context(), 2, 3, noon); !errors.Is(err, order.ErrNoTwin) {
		s.t.Errorf("no pair: %v", err)
	}
	if _, err := s.Store.DenyTwin(s.t.Context(), 99, 1, noon); !errors.Is(err, order.ErrNotFound) {
		s.t.Errorf("no order: %v", err)
	}
}

func twinsAtOnce(s *suite) {
	for round := range int64(12) {
		buyer := from(fmt.Sprintf("kunde%d@example.org", round))
		complete := func(name string) func() error {
			p := s.waitingFor(name, buyer)
			return func() error {
				_, err := s.paymentStep(p.ID, func(p *payment.Payment) { p.Observe(capturedAs(name, p.Total), noon) })
				return err
			}
		}
		both := []func() error{complete(fmt.Sprint(round)), complete(fmt.Sprint(round, "b"))}
		if round%3 == 0 {
			both[1] = func() error {
				_, err := s.tryPlace(newOrder(buyer))
				return err
			}
		}
		atOnce(2, func(i int) {
			if err := both[i](); err != nil {
				s.t.Errorf("round %d: %v", round, err)
			}
		})
		for _, id := range []int64{2*round + 1, 2*round + 2} {
			if d := s.details(id); len(d.Twins) != 1 {
				s.t.Errorf("order %d has the twins %+v", id, d.Twins)
			}
		}
	}
}

// waitingFor is [suite.waiting] for another order.
func (s *suite) waitingFor(name string, changes ...func(*order.Order)) payment.Payment {
	s.t.Helper()
	o := opening("Seite-" + name)
	basket := newOrder(append(changes, func(o *order.Order) { o.PaymentMethod = order.MethodPayPal })...)
	o.Payment = payment.NewPayment(o.Payment.CheckoutKey, basket, false, noon)
	opened, err := s.Store.OpenPayment(s.t.Context(), o)
	if err != nil {
		s.t.Fatalf("open: %v", err)
	}
	changed, err := s.paymentStep(opened.Payment.ID, func(p *payment.Payment) { p.CreatedAs("ORDER-"+name, noon) })
	if err != nil {
		s.t.Fatalf("create: %v", err)
	}
	return changed.Payment
}

func twinsOfBuyer(s *suite) {
	_, customer := s.signIn(noon, identity("google", "1"))
	as := func(id int64) func(*order.Order) { return func(o *order.Order) { o.CustomerID = id } }
	p := s.waitingFor("1", from("a@example.org"), as(customer))
	if _, err := s.paymentStep(p.ID, func(p *payment.Payment) { p.Observe(capturedAs("1", p.Total), noon) }); err != nil {
		s.t.Fatal(err)
	}
	s.place(from("b@example.org"))
	s.wantTwins()
	s.place(from("c@example.org"), as(customer))
	s.wantTwins(3, 1)
	s.place(from(" A@Example.org"))
	s.wantTwins(4, 3, 1)
}

func refundCancels(s *suite) {
	p := s.paidPayment("1")
	s.place()
	give := func() payment.Refund {
		s.t.Helper()
		wanted := payment.NewRefund(p.ID, 0, "Doppelt bestellt: BK-2026-0002", "", "Verwaltung abc", noon)
		wanted.Cancels = true
		r, _, err := s.Store.OrderRefund(s.t.Context(), *wanted)
		if err != nil || !r.Cancels || r.Amount != 2070 {
			s.t.Fatalf("%+v, %v", r, err)
		}
		return r
	}
	s.wantTwins(2, 1)
	refused := give()
	s.wantTwins() // it is being given back
	if _, err := s.refundStep(refused, fail); err != nil {
		s.t.Fatal(err)
	}
	s.wantTwins(2, 1)
	conclude := func(r payment.Refund, status string) {
		s.t.Helper()
		if _, err := s.refundStep(r, func(r *payment.Refund, _ *payment.Payment) error {
			r.Conclude(payment.PayPalRefund{ID: "REFUND", Status: status}, nil, noon)
			return nil
		}); err != nil {
			s.t.Fatal(err)
		}
	}
	accepted := give()
	conclude(accepted, "PENDING")
	s.setStatus(1, order.StatusPaid) // the operator's own decision, which stays
	conclude(accepted, payment.PayPalRefundCompleted)
	d := s.details(1)
	if last := d.Events[len(d.Events)-2]; d.Status != order.StatusPaid || last.To != string(order.StatusCancelled) || last.Text != accepted.Note || last.Actor != accepted.Actor {
		s.t.Errorf("%s with the history %+v", d.Status, d.Events)
	}
	s.countersAgree()
	s.balance()
}
