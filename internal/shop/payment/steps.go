package payment

import (
	"cmp"
	"errors"
	"time"

	"kontor/internal/shop/coupon"
	"kontor/internal/shop/stock"
)

// The steps of a payment are pure: each computes the next entry from the journal's
// current one and PayPal's answer. Outdated or repeated input has no effect. Storage
// keeps coupon, order and history consistent with the resulting state, in the same
// transaction.
//
// The rules by which they keep money and orders together: unknown never means "not
// paid"; only a completed capture is money, whatever its order's status; cents and
// currency are compared; and money wins over every end without it.

// The journal's reasons other than PayPal's issues. None contains personal data.
const (
	reasonForeign    = "Geld zu einer Zahlung, die das Journal nicht kennt"
	reasonAmount     = "Betrag oder Währung weicht ab"
	reasonNoBasket   = "Der Warenkorb ist nicht mehr vorhanden"
	reasonCoupon     = "Gutschein inzwischen anderweitig eingelöst"
	reasonStock      = "Bestand reicht nicht"
	reasonUndecided  = "Seit 24 Stunden nicht zu klären"
	reasonDuplicate  = "PayPal kennt die Vorgangsnummer schon, aber keinen Einzug dazu"
	reasonDiscarded  = "Neuer Warenkorb"
	reasonExpired    = "Nicht rechtzeitig freigegeben"
	reasonAsked      = "Einzug angefordert"
	reasonAskedAgain = "Einzug erneut angefordert"
	reasonVanished   = "Nach dem Einzug bei PayPal nicht zu finden"
	reasonNoAnswer   = "Keine Antwort von PayPal"
	reasonGivenBack  = "Bei PayPal erstattet"
	reasonPartlyBack = "Bei PayPal zum Teil erstattet"
	reasonByHand     = "Von Hand erledigt"
)

// enter moves the payment to a state, and ends the caller's lease.
func (p *Payment) enter(s State, reason string, at time.Time) { p.enterBy(s, CauseNone, reason, at) }

// enterBy is [Payment.enter] with a cause that decides about what follows.
func (p *Payment) enterBy(s State, cause Cause, reason string, at time.Time) {
	if p.State != s || p.Since.IsZero() {
		p.State, p.Since, p.Tries = s, at, 0
	}
	p.Asked, p.Cause, p.Reason, p.LeaseUntil = Asked{}, cause, reason, time.Time{}
	if p.over() {
		p.Active = false
	}
	p.schedule(at)
}

// Lease gives the caller the exclusive right to read it at PayPal for a while.
func (p *Payment) Lease(at time.Time) { p.LeaseUntil = at.Add(LeaseLife) }

// Release ends the caller's lease without news.
func (p *Payment) Release(at time.Time) {
	p.LeaseUntil = time.Time{}
	p.schedule(at)
}

// CreatedAs records the order at PayPal. A payment that ended meanwhile keeps it for
// the final read.
func (p *Payment) CreatedAs(payPalOrder string, at time.Time) {
	if p.PayPalOrderID != "" {
		return
	}
	p.PayPalOrderID = payPalOrder
	if p.State == StateNew {
		p.enter(StateCreated, "", at)
		return
	}
	p.Release(at)
}

// NotCreated records that PayPal refused to create the order.
func (p *Payment) NotCreated(r *PayPalRefusal, at time.Time) {
	if p.State == StateNew {
		p.DebugID = r.DebugID
		p.enter(StateDeclined, r.issue(), at)
	}
}

// Discard gives up the payment in favour of another basket, if nothing is in progress.
func (p *Payment) Discard(at time.Time) {
	if p.State == StateNew || p.State == StateCreated {
		p.enter(StateDiscarded, reasonDiscarded, at)
	}
}

// Expire gives up a payment that PayPal never answered.
func (p *Payment) Expire(at time.Time) {
	if p.State == StateNew {
		p.enter(StateExpired, reasonNoAnswer, at)
	}
}

// Claim begins to take the money. It requires the coupon to be reserved, and
// what it needs to be taken from the stock.
func (p *Payment) Claim(at time.Time) {
	if p.State == StateCreated {
		p.enterAfterDecline(StateCapturing, at)
	}
}

// CouponTaken records that another order uses the coupon: before the capture the
// payment ends; money that has already arrived is refunded.
func (p *Payment) CouponTaken(at time.Time) {
	if p.Capture.HasMoney() {
		p.enterBy(StateRefundDue, CauseCoupon, reasonCoupon, at)
		return
	}
	p.enterBy(StateDeclined, CauseCoupon, reasonCoupon, at)
}

// LostCoupon reports whether the payment ended by [Payment.CouponTaken].
func (p *Payment) LostCoupon() bool { return p.Cause == CauseCoupon }

// SoldOut records that there is too little in stock, and of what: before the capture the
// payment ends; money that has already arrived is refunded.
func (p *Payment) SoldOut(short string, at time.Time) {
	if p.Capture.HasMoney() {
		p.enterBy(StateRefundDue, CauseStock, reasonStock, at)
		return
	}
	p.enterBy(StateDeclined, CauseStock, short, at)
}

// LostStock reports whether the payment ended by [Payment.SoldOut].
func (p *Payment) LostStock() bool { return p.Cause == CauseStock }

// Lose ends the payment because it cannot become an order, and reports whether the error
// says that: [coupon.ErrUsed], [stock.ErrShort].
func (p *Payment) Lose(why error, at time.Time) bool {
	switch {
	case errors.Is(why, coupon.ErrUsed):
		p.CouponTaken(at)
	case errors.Is(why, stock.ErrShort):
		p.SoldOut(why.Error(), at)
	default:
		return false
	}
	return true
}

// Observe processes PayPal's state of the order, and reports whether to capture it now.
func (p *Payment) Observe(o *PayPalOrder, at time.Time) (capture bool) {
	p.admitted()
	if p.PayPalOrderID == "" {
		p.CreatedAs(o.ID, at)
	}
	if p.vanished() { // it has reappeared
		p.enter(StateCapturing, "", at)
		p.ask(at)
	}
	if c, ok := o.decisiveCapture(); ok {
		p.observeCapture(o, c, at)
		return false
	}
	switch o.Status {
	case PayPalOrderApproved:
		return p.approved(o, at)
	case PayPalOrderCreated, PayPalOrderPayerActionRequired:
		p.notApproved(at)
	case PayPalOrderVoided:
		p.gone(CauseNone, PayPalOrderVoided, at)
	case PayPalOrderCompleted: // without a capture to show how
		p.moneyMayMove(at)
	default: // an unknown status
		p.Undecided("", at)
	}
	return false
}

// moneyMayMove records that somebody has captured, with an unknown result. Payments
// that only the buyer's own click captures stay unchanged.
func (p *Payment) moneyMayMove(at time.Time) {
	if !p.Confirm {
		p.Claim(at)
	}
	p.Undecided("", at)
}

// approved reports whether to capture: only if the caller has claimed the payment, and
// only the amount that the buyer agreed to.
func (p *Payment) approved(o *PayPalOrder, at time.Time) bool {
	switch {
	case p.State != StateCapturing:
		p.foundNothingNew(at)
		return false
	case !o.Amount.Readable():
		p.Undecided("", at)
		return false
	case !o.Amount.Is(p.Total):
		p.enter(StateDeclined, reasonAmount, at)
		return false
	}
	p.ask(at)
	return true
}

// ask records that PayPal is about to be asked for the capture. Whether it was asked
// before without an answer determines what its next refusal means.
func (p *Payment) ask(at time.Time) {
	p.Asked = Asked{p.Asked.Times + 1, at}
	p.Cause, p.Reason = CauseNone, reasonAsked
	if p.Asked.Times > 1 {
		p.Reason = reasonAskedAgain
	}
}

func (p *Payment) notApproved(at time.Time) {
	if p.State == StateCapturing || p.State == StateUnclear && !p.Capture.HasMoney() {
		p.enterAfterDecline(StateCreated, at)
		return
	}
	p.foundNothingNew(at)
}

// enterAfterDecline moves the payment on and keeps that the buyer has to choose another
// funding source, if so. That lasts until the buyer has chosen, so that everybody who
// asks in between learns it too.
func (p *Payment) enterAfterDecline(s State, at time.Time) {
	if p.Cause == CauseInstrument {
		p.enterBy(s, p.Cause, p.Reason, at)
		return
	}
	p.enter(s, "", at)
}

// NotFound records that PayPal does not know the order. It may be mistaken: an order
// that it was asked to capture may be paid, and one that it has captured exists.
func (p *Payment) NotFound(at time.Time) {
	p.admitted()
	if p.Capture.ID != "" && !p.State.WithoutMoney() && p.Tries < len(captureReads) {
		p.Undecided("", at)
		return
	}
	if p.Asked.Times > 0 || p.State == StateUnclear {
		p.gone(CauseVanished, reasonVanished, at)
		return
	}
	p.gone(CauseNone, reasonExpired, at)
}

// vanished reports whether PayPal no longer knows an order that it was asked to
// capture. Until it knows it again, or until the final read, nobody may claim that it
// was not captured.
func (p *Payment) vanished() bool {
	return p.State == StateExpired && p.Cause == CauseVanished && p.FinalRead.IsZero()
}

func (p *Payment) gone(cause Cause, reason string, at time.Time) {
	switch {
	case p.State == StateCreated, p.State == StateCapturing,
		p.State == StateUnclear && !p.Capture.HasMoney() && p.CheckoutKey != "":
		p.enterBy(StateExpired, cause, reason, at)
	default:
		p.foundNothingNew(at)
	}
}

// foundNothingNew records a read that changed nothing. After an end without money one final read
// remains, which is made after every lifetime at PayPal, twice.
func (p *Payment) foundNothingNew(at time.Time) {
	if p.State.WithoutMoney() && p.FinalRead.IsZero() && !at.Before(p.Since.Add(FinalReadAfter)) {
		p.FinalRead, p.Active = at, false
	}
	p.Release(at)
}

// Undecided records that PayPal gave no answer, or one that decides nothing. After a
// day of that it is a case for the operator. A payment that has ended is read again,
// since there was a reason to read it.
func (p *Payment) Undecided(debugID string, at time.Time) {
	if debugID != "" {
		p.DebugID = debugID
	}
	switch {
	case at.Before(p.Since.Add(UndecidedAfter)):
		p.readAgain(at)
	case p.State == StateCapturing:
		p.enter(StateUnclear, reasonUndecided, at)
	case p.State == StateRefunding && p.Refund.Status != PayPalRefundPending:
		p.Refund.Status = cmp.Or(p.Refund.Status, reasonUndecided)
		p.enter(StateUnclear, reasonUndecided, at)
	default:
		p.readAgain(at)
	}
}

// readAgain ends a read without news.
func (p *Payment) readAgain(at time.Time) {
	p.Release(at)
	if soon := at.Add(p.backoff()); p.NextAt.IsZero() || p.NextAt.After(soon) && p.State == StateCompleted {
		p.NextAt = soon
	}
}
