package storetest

import (
	"fmt"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
	"kontor/internal/shop/payment"
)

// paidOn returns a payment that became an order at the given time.
func (s *suite) paidOn(created time.Time, name string, changes ...func(*order.Order)) payment.Payment {
	s.t.Helper()
	basket := newOrder(append(changes, method(order.MethodPayPal))...)
	opened, err := s.Store.OpenPayment(s.t.Context(), payment.Opening{
		Payment: payment.NewPayment("Seite-"+name, basket, false, created), Prices: checkout.PriceCheckOff,
	})
	if err != nil {
		s.t.Fatal(err)
	}
	changed, err := s.Store.ChangePayment(s.t.Context(), payment.Change{
		ID: opened.Payment.ID, Actor: payment.ActorJob, At: created, Prefix: "BK",
		Apply: func(p *payment.Payment) { p.Observe(capturedAs(name, p.Total), created) },
		Owe:   func(_, _ *payment.Payment, _ *order.Order) []message.Message { return nil },
	})
	if err != nil || changed.Payment.OrderID == 0 {
		s.t.Fatalf("%+v, %v", changed.Payment, err)
	}
	return changed.Payment
}

// figuresKept returns money of orders of several days, countries and codes: by refunds
// that are done, under way and failed, and past the shop. Cancelled orders and failed
// refunds do not count, and the revenue itself stays as it is.
func figuresKept(s *suite) {
	code := s.coupon("HERBST").Code
	var paid []payment.Payment
	for i, day := range springDays {
		for j, created := range []time.Time{instant(day.from), instant(day.until).Add(-time.Millisecond)} {
			paid = append(paid, s.paidOn(created, fmt.Sprint(i, "-", j), to(shop.Countries[(i+j)%4]), func(o *order.Order) {
				if j == 1 {
					o.CouponCode = code
				}
			}))
		}
	}
	s.placeAround(springDays, []string{"", code, "", ""})
	before := s.figures("", "")
	for i, p := range paid {
		switch i % 4 {
		case 0:
			s.mustRefund(p.ID, 700, payment.PayPalRefundCompleted)
			s.mustRefund(p.ID, 300, payment.PayPalRefundPending)
		case 1:
			s.failedRefund(p.ID, 500)
			s.mustRefund(p.ID, p.Total, payment.PayPalRefundCompleted)
		case 2:
			if _, err := s.paymentStep(p.ID, func(p *payment.Payment) { p.Capture.Outside = 900 }); err != nil {
				s.t.Fatal(err)
			}
		}
	}
	s.figuresAgree(springDays)
	if after := s.figures("", ""); after.Revenue != before.Revenue || after.Paid != before.Paid || before.Returned != 0 || after.Returned == 0 {
		s.t.Errorf("revenue %s and %s, returned %s and %s", before.Revenue, after.Revenue, before.Returned, after.Returned)
	}
	s.wantUncancelled(paid)
	cancelled := order.StatusCancelled
	for _, p := range paid {
		if _, err := s.Store.ChangeOrder(s.t.Context(), p.OrderID, order.Change{Status: &cancelled}, noon); err != nil {
			s.t.Fatal(err)
		}
	}
	s.figuresAgree(springDays)
	s.wantUncancelled(nil)
}

// mustRefund orders a refund that PayPal answers with a status.
func (s *suite) mustRefund(of int64, amount shop.Cents, status string) {
	s.t.Helper()
	r, err := s.refund(of, amount)
	if err == nil {
		_, err = s.refundStep(r, func(r *payment.Refund, _ *payment.Payment) error {
			r.Conclude(payment.PayPalRefund{ID: fmt.Sprint("REFUND-", r.ID), Status: status}, nil, noon)
			return nil
		})
	}
	if err != nil {
		s.t.Fatalf("refund: %v", err)
	}
}

// wantUncancelled checks which payments ask to cancel their order: those of which
// nothing is left, as the payment itself says.
func (s *suite) wantUncancelled(of []payment.Payment) {
	s.t.Helper()
	var want int64
	for _, p := range of {
		now, err := s.Store.Payment(s.t.Context(), p.ID)
		if err != nil {
			s.t.Fatal(err)
		}
		if now.AsksToCancel() != (now.Left() == 0) {
			s.t.Errorf("payment %d with %s left asks: %t", now.ID, now.Left(), now.AsksToCancel())
		}
		if now.AsksToCancel() {
			want++
		}
	}
	page, err := s.Store.Payments(s.t.Context(), payment.Filter{Uncancelled: true, Limit: order.MaxLimit})
	if err != nil || page.Uncancelled != want || int64(len(page.Payments)) != want || s.balance().Uncancelled != want {
		s.t.Errorf("%d payments ask to cancel, %d are listed, %v; want %d", page.Uncancelled, len(page.Payments), err, want)
	}
}
