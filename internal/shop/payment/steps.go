package payment

import (
	"cmp"
	"time"

	"kontor/internal/shop/coupon"
)

// The steps of a payment are pure: each turns what the journal has and what
// PayPal said into the next entry. A step that is told something old or twice
// does nothing. Storage keeps the coupon, the order and the history in line with
// the state that comes out, in the same transaction.
//
// The rules by which they keep money and orders together: unknown never means
// "not paid"; only a capture that is completed is money, whatever its order says;
// cents and currency are compared; and money wins over every end without it.

// What the journal says about reasons that are not PayPal's issues. None is
// about a person.
const (
	reasonForeign    = "Geld zu einer Zahlung, die das Journal nicht kennt"
	reasonAmount     = "Betrag oder Währung weicht ab"
	reasonNoBasket   = "Der Warenkorb ist nicht mehr vorhanden"
	reasonCoupon     = "Gutschein inzwischen anderweitig eingelöst"
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

// enter brings the payment into a state, and ends the lease of whoever did it.
func (p *Payment) enter(s PaymentState, reason string, at time.Time) {
	if p.State != s || p.Since.IsZero() {
		p.State, p.Since, p.Tries = s, at, 0
	}
	p.Reason, p.LeaseUntil = reason, time.Time{}
	if p.over() {
		p.Active = false
	}
	p.schedule(at)
}

// Lease lets the caller alone look at PayPal for a while.
func (p *Payment) Lease(at time.Time) { p.LeaseUntil = at.Add(PaymentLease) }

// Release ends the caller's look without news.
func (p *Payment) Release(at time.Time) {
	p.LeaseUntil = time.Time{}
	p.schedule(at)
}

// CreatedAs notes the order at PayPal. One that ended meanwhile keeps it for the
// final look.
func (p *Payment) CreatedAs(payPalOrder string, at time.Time) {
	if p.PayPalOrderID != "" {
		return
	}
	p.PayPalOrderID = payPalOrder
	if p.State == PaymentNew {
		p.enter(PaymentCreated, "", at)
		return
	}
	p.Release(at)
}

// NotCreated notes that PayPal refused to create the order.
func (p *Payment) NotCreated(r *PayPalRefusal, at time.Time) {
	if p.State == PaymentNew {
		p.DebugID = r.DebugID
		p.enter(PaymentDeclined, r.issue(), at)
	}
}

// Discard gives the payment up for another basket, if nothing is under way.
func (p *Payment) Discard(at time.Time) {
	if p.State == PaymentNew || p.State == PaymentCreated {
		p.enter(PaymentDiscarded, reasonDiscarded, at)
	}
}

// Expire gives up a payment that PayPal never answered.
func (p *Payment) Expire(at time.Time) {
	if p.State == PaymentNew {
		p.enter(PaymentExpired, reasonNoAnswer, at)
	}
}

// Claim begins to take the money. It happens only with the coupon in hand.
func (p *Payment) Claim(at time.Time) {
	if p.State == PaymentCreated {
		p.enter(PaymentCapturing, p.declineReason(), at)
	}
}

// CouponTaken notes that another order uses the coupon: before the capture the
// payment ends, and money that is there already goes back.
func (p *Payment) CouponTaken(at time.Time) {
	if p.Capture.HasMoney() {
		p.enter(PaymentRefundDue, reasonCoupon, at)
		return
	}
	p.enter(PaymentDeclined, reasonCoupon, at)
}

// LostCoupon reports whether the payment ended for [Payment.CouponTaken].
func (p *Payment) LostCoupon() bool { return p.Reason == reasonCoupon }

// Observe takes in what PayPal says of the order, and reports whether to capture
// it now.
func (p *Payment) Observe(o *PayPalOrder, at time.Time) (capture bool) {
	if p.PayPalOrderID == "" {
		p.CreatedAs(o.ID, at)
	}
	if p.vanished() { // and is here again
		p.enter(PaymentCapturing, reasonAsked, at)
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
		p.gone(PayPalOrderVoided, at)
	case PayPalOrderCompleted: // without saying how
		p.moneyMayMove(at)
	default: // a word that nobody knows
		p.Undecided("", at)
	}
	return false
}

// moneyMayMove notes that somebody has captured, and that nobody knows with what
// result. What only the buyer's own click captures stays as it is.
func (p *Payment) moneyMayMove(at time.Time) {
	if !p.Confirm {
		p.Claim(at)
	}
	p.Undecided("", at)
}

// approved reports whether to capture: only who has claimed the payment may, and
// only what the buyer agreed to.
func (p *Payment) approved(o *PayPalOrder, at time.Time) bool {
	switch {
	case p.State != PaymentCapturing:
		p.looked(at)
		return false
	case !o.Amount.Is(p.Total):
		p.enter(PaymentDeclined, reasonAmount, at)
		return false
	}
	p.ask()
	return true
}

// ask notes that PayPal is about to be asked for the capture. Whether it was asked
// before without an answer tells what its next no means.
func (p *Payment) ask() {
	if p.asked() {
		p.Reason = reasonAskedAgain
		return
	}
	p.Reason = reasonAsked
}

// asked reports whether PayPal was asked for the capture, and has not answered.
func (p *Payment) asked() bool { return p.Reason == reasonAsked || p.Reason == reasonAskedAgain }

func (p *Payment) notApproved(at time.Time) {
	if p.State == PaymentCapturing || p.State == PaymentUnclear && !p.Capture.HasMoney() {
		p.enter(PaymentCreated, p.declineReason(), at)
		return
	}
	p.looked(at)
}

// declineReason is the reason for which the buyer has to choose another source of
// money, empty when there is none. It lasts until the buyer has chosen: whoever
// looks in between learns it too.
func (p *Payment) declineReason() string {
	if p.Reason == PayPalIssueInstrumentDeclined {
		return p.Reason
	}
	return ""
}

// NotFound notes that PayPal does not know the order. It may be mistaken: one
// that it was asked to capture may be paid.
func (p *Payment) NotFound(at time.Time) {
	if p.asked() || p.State == PaymentUnclear {
		p.gone(reasonVanished, at)
		return
	}
	p.gone(reasonExpired, at)
}

// vanished reports whether PayPal does not know an order any more that it was
// asked to capture. Until it knows it again, or the final look, nobody may say that
// it was not captured.
func (p *Payment) vanished() bool {
	return p.State == PaymentExpired && p.Reason == reasonVanished && p.FinalLook.IsZero()
}

func (p *Payment) gone(reason string, at time.Time) {
	switch {
	case p.State == PaymentCreated, p.State == PaymentCapturing,
		p.State == PaymentUnclear && !p.Capture.HasMoney() && p.CheckoutKey != "":
		p.enter(PaymentExpired, reason, at)
	default:
		p.looked(at)
	}
}

// looked notes a look that changed nothing. After an end without money one look
// is the last, which comes later than every lifetime at PayPal and is made twice.
func (p *Payment) looked(at time.Time) {
	if p.State.WithoutMoney() && p.FinalLook.IsZero() && !at.Before(p.Since.Add(FinalLookAfter)) {
		p.FinalLook, p.Active = at, false
	}
	p.Release(at)
}

// Undecided notes that PayPal gave no answer, or one that decides nothing. After
// a day without one a human has to look. A payment that has come to its end is
// looked at again, since there was a reason to look at it.
func (p *Payment) Undecided(debugID string, at time.Time) {
	if debugID != "" {
		p.DebugID = debugID
	}
	switch {
	case at.Before(p.Since.Add(UndecidedAfter)):
		p.lookAgain(at)
	case p.State == PaymentCapturing:
		p.enter(PaymentUnclear, reasonUndecided, at)
	case p.State == PaymentRefunding && p.Refund.Status != PayPalRefundPending:
		p.Refund.Status = cmp.Or(p.Refund.Status, reasonUndecided)
		p.enter(PaymentUnclear, reasonUndecided, at)
	default:
		p.lookAgain(at)
	}
}

// lookAgain ends a look that has told nothing.
func (p *Payment) lookAgain(at time.Time) {
	p.Release(at)
	if p.NextAt.IsZero() {
		p.NextAt = at.Add(p.backoff())
	}
}

// CaptureRefused takes in PayPal's no to an attempt to capture, and reports
// whether the order has to be read, since the no says that somebody succeeded.
func (p *Payment) CaptureRefused(r *PayPalRefusal, attempt int, at time.Time) (read bool) {
	p.DebugID = r.DebugID
	switch r.issue() {
	case PayPalIssueOrderAlreadyCaptured, PayPalIssueDuplicateInvoiceID:
		return true
	}
	if p.State != PaymentCapturing || p.Attempt != attempt {
		return false // about an attempt that is over
	}
	switch {
	case r.Status == 404 && p.Reason == reasonAsked: // the one time that it was asked
		p.gone(reasonExpired, at)
	case r.Status == 404:
		p.NotFound(at)
	case r.issue() == PayPalIssueInstrumentDeclined, r.issue() == PayPalIssueOrderNotApproved,
		r.issue() == PayPalIssuePayerActionRequired:
		p.Attempt++
		p.enter(PaymentCreated, r.issue(), at)
	default:
		p.enter(PaymentDeclined, r.issue(), at)
	}
	return false
}

// Restart reports whether the buyer may choose another source of money.
func (p *Payment) Restart() bool {
	return p.State == PaymentCreated && p.Reason == PayPalIssueInstrumentDeclined
}

// DuplicateInvoice hands the payment to a human: PayPal says that its number was
// paid, and its order says that it was not.
func (p *Payment) DuplicateInvoice(at time.Time) {
	if p.State == PaymentCapturing {
		p.enter(PaymentUnclear, reasonDuplicate, at)
	}
}

// issue is what PayPal calls its no.
func (e *PayPalRefusal) issue() string {
	if e.Issue != "" {
		return e.Issue
	}
	return e.Name
}

// Outcome is what the buyer is told: nil when the money is there, or on its way.
func (p *Payment) Outcome() error {
	switch p.State {
	case PaymentCompleted, PaymentPending:
		if p.SettledByHand() {
			return ErrPaymentUnclear // what it was for is between the operator and the buyer
		}
		return nil
	case PaymentCreated:
		if p.Restart() {
			return ErrPaymentRestart
		}
		return ErrPaymentNotApproved
	case PaymentDeclined:
		if p.LostCoupon() {
			return coupon.ErrCouponUsed
		}
		return ErrPaymentDeclined
	case PaymentExpired, PaymentDiscarded:
		if p.vanished() {
			return ErrPaymentUnclear
		}
		return ErrPaymentExpired
	case PaymentRefundDue, PaymentRefunding, PaymentRefunded:
		return ErrPaymentRefunded
	}
	return ErrPaymentUnclear
}
