package demo

import (
	"time"

	"kontor/internal/shop/order"
)

const day = 24 * time.Hour

// reminderEnds is how long the shop waits for a transfer before it cancels.
const reminderEnds = 21 * day

// settle chooses how an order is paid and its state at the end of the year:
// transfers take some days, and the few that never arrive are cancelled in time.
func (g *generator) settle(o *order.Order) {
	if g.chance(0.35) {
		o.PaymentMethod, o.PayPalOrderID, o.Status = order.MethodPayPal, g.payPalID(), order.StatusPaid
		if g.chance(0.015) {
			g.become(o, order.StatusCancelled, g.delay(day))
		}
		return
	}
	o.PaymentMethod, o.Status = order.MethodTransfer, order.StatusPaymentOpen
	if g.chance(0.04) {
		g.become(o, order.StatusCancelled, reminderEnds+g.delay(time.Hour))
		return
	}
	g.become(o, order.StatusPaid, min(12*time.Hour+g.delay(3*day), reminderEnds))
}

// become changes an order's status after a delay, unless the year ends before.
func (g *generator) become(o *order.Order, status order.Status, after time.Duration) {
	at := o.CreatedAt.Add(after).Truncate(time.Millisecond)
	if at.Before(g.until) {
		o.Status, o.UpdatedAt = status, at
	}
}

// delay returns a random duration with the given mean, mostly shorter and seldom
// longer.
func (g *generator) delay(mean time.Duration) time.Duration {
	return time.Duration(g.random.ExpFloat64() * float64(mean))
}

// payPalID returns 17 capital letters and digits, the format of PayPal's order ids.
// Collisions are about as likely as for random 88-bit numbers.
func (g *generator) payPalID() string {
	const characters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	var id [17]byte
	var digits uint64
	for i := range id {
		if i%9 == 0 {
			digits = g.random.Uint64()
		}
		id[i] = characters[digits%36]
		digits /= 36
	}
	return string(id[:])
}
