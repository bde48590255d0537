package crash

import (
	"fmt"
	"time"

	"kontor/internal/paypal/paypalsim"
	"kontor/internal/shop"
	"kontor/internal/shop/order"
	"kontor/internal/shop/payment"
	"kontor/internal/store"
)

// tradingBooks are the books of shop and PayPal at one moment.
type tradingBooks struct {
	entries  []paypalsim.Entry
	payments []payment.Payment
	orders   map[string][]order.Order // by their order at PayPal
	balance  payment.Balance
	clock    time.Time
}

// books reads the database beside the running shop.
func (k *till) books() *tradingBooks {
	k.t.Helper()
	db, err := store.OpenReader(k.t.Context(), k.place)
	if err != nil {
		k.t.Fatal(err)
	}
	defer db.Close()
	b := &tradingBooks{orders: make(map[string][]order.Order), clock: k.clock.Now()}
	payments, err := db.Payments(k.t.Context(), payment.Filter{Limit: 200})
	if err != nil {
		k.t.Fatal(err)
	}
	b.payments = payments.Payments
	if b.balance, err = db.PaymentBalance(k.t.Context()); err != nil {
		k.t.Fatal(err)
	}
	orders, err := db.Orders(k.t.Context(), order.Filter{PaymentMethod: order.MethodPayPal, Limit: 200})
	if err != nil {
		k.t.Fatal(err)
	}
	for _, o := range orders.Orders {
		b.orders[o.PayPalOrderID] = append(b.orders[o.PayPalOrderID], o)
	}
	b.entries = k.sim.Books()
	return b
}

// problem says where the books do not balance, or nothing. I1 to I4.
func (b *tradingBooks) problem() string {
	var captured, refunded shop.Cents
	for _, e := range b.entries {
		captured, refunded = captured+e.Captured, refunded+e.Refunded
		orders := b.orders[e.OrderID]
		switch {
		case b.isCase(e.OrderID) && len(orders) == 0: // the operator was notified
		case len(e.CaptureIDs) > 1:
			return fmt.Sprintf("%s was captured %d times", e.OrderID, len(e.CaptureIDs))
		case len(orders) > 1:
			return fmt.Sprintf("%s became %d orders", e.OrderID, len(orders))
		case e.Captured != 0 && e.Captured != e.Amount.Cents && (len(orders) != 0 || e.Held() != 0):
			return fmt.Sprintf("%s: another amount was captured, %d orders, %d cents kept", e.OrderID, len(orders), e.Held())
		case e.Captured == e.Amount.Cents && len(orders) != 1:
			return fmt.Sprintf("%s is paid and became %d orders", e.OrderID, len(orders))
		case e.Captured == 0 && len(orders) != 0:
			return fmt.Sprintf("%s is not paid and became an order", e.OrderID)
		}
	}
	for _, p := range b.payments {
		switch p.State {
		case payment.StateUnclear:
			if b.isCase(p.PayPalOrderID) {
				continue
			}
			return fmt.Sprintf("payment %d is unclear", p.ID)
		case payment.StateCapturing, payment.StateRefundDue, payment.StateRefunding, payment.StatePending:
			return fmt.Sprintf("payment %d is still %s", p.ID, p.State)
		}
	}
	switch {
	case len(b.orders[""]) != 0:
		return fmt.Sprintf("%d orders without a payment", len(b.orders[""]))
	case b.balance.Difference() != 0 || b.balance.Underway != 0:
		return fmt.Sprintf("the balance is %+v", b.balance)
	case b.balance.Captured != captured || b.balance.Refunded != refunded:
		return fmt.Sprintf("the balance is %+v, PayPal has taken %d and given back %d", b.balance, captured, refunded)
	}
	return ""
}

// isCase reports whether the journal has an order at PayPal as money from an unknown
// order.
func (b *tradingBooks) isCase(order string) bool {
	for _, p := range b.payments {
		if p.PayPalOrderID == order && p.State == payment.StateUnclear && p.CheckoutKey == "" {
			return true
		}
	}
	return false
}

// settle waits until the books balance without a call of any browser, and until
// missing, which describes what they lack, returns "". missing may be nil.
func (k *till) settle(missing func(*tradingBooks) string) *tradingBooks {
	k.t.Helper()
	for deadline, tick := time.Now().Add(patience), time.Tick(20*time.Millisecond); ; <-tick {
		b := k.books()
		problem := b.problem()
		if problem == "" && missing != nil {
			problem = missing(b)
		}
		if problem == "" {
			return b
		}
		if time.Now().After(deadline) {
			k.t.Fatalf("%s\nentries %+v\npayments %+v\n%s", problem, b.entries, b.payments, k.shop.process.LastLines(20))
		}
	}
}

// unpaid requires that the shop has read every payment, and taken nothing.
func unpaid(b *tradingBooks) string {
	for _, e := range b.entries {
		if len(e.CaptureIDs) != 0 {
			return e.OrderID + " was captured"
		}
	}
	for _, p := range b.payments {
		if !p.NextAt.IsZero() && !p.NextAt.After(b.clock) {
			return fmt.Sprintf("payment %d was not read", p.ID)
		}
	}
	return ""
}

// paid requires that every order at PayPal was paid.
func paid(b *tradingBooks) string {
	for _, e := range b.entries {
		if e.Captured == 0 {
			return e.OrderID + " was approved and is not paid"
		}
	}
	return ""
}

// givenBack requires that everything was paid, and 5 € of it refunded.
func givenBack(b *tradingBooks) string {
	for _, e := range b.entries {
		if e.Refunded != 500 {
			return fmt.Sprintf("%d cents of %s were given back", e.Refunded, e.OrderID)
		}
	}
	return paid(b)
}

// refunded returns of how many orders the operator gave something back.
func (b *tradingBooks) refunded() (n int) {
	for _, p := range b.payments {
		if p.OrderID != 0 && p.Returned > 0 {
			n++
		}
	}
	return n
}

// lost requires that every order was paid, and that the shop knows that the buyer's bank
// has taken the money and waits for an answer.
func lost(b *tradingBooks) string {
	for _, p := range b.payments {
		if p.Capture.Outside != p.Total || p.Left() != 0 || !p.IsCase() {
			return fmt.Sprintf("payment %d is %+v", p.ID, p)
		}
	}
	return paid(b)
}

// won requires that every order was paid, that the buyer's bank took the money, and that
// a verdict brought it back.
func won(b *tradingBooks) string {
	for _, p := range b.payments {
		if p.WonBack != p.Total || p.Left() != p.Total || p.IsCase() {
			return fmt.Sprintf("payment %d is %+v", p.ID, p)
		}
	}
	return paid(b)
}

// oneCase requires that the operator was notified about the only order at PayPal, once.
func oneCase(b *tradingBooks) string {
	if len(b.payments) != 1 || len(b.entries) != 1 || !b.isCase(b.entries[0].OrderID) {
		return fmt.Sprintf("the journal has %d entries for %d orders at PayPal", len(b.payments), len(b.entries))
	}
	return ""
}

// forgotten requires that no payment keeps its basket, and none was captured.
func forgotten(b *tradingBooks) string {
	for _, p := range b.payments {
		if p.Basket != nil {
			return fmt.Sprintf("payment %d is %s and keeps its basket", p.ID, p.State)
		}
	}
	return unpaid(b)
}
