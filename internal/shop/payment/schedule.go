package payment

import "time"

// Durations in the life of a payment.
const (
	// ApprovalLife is how long PayPal certainly lets a buyer approve.
	ApprovalLife = 150 * time.Minute
	// CreateLife is how long PayPal remembers the request that creates an order, so
	// that repeating it does not create a second one.
	CreateLife = 6 * time.Hour
	// FinalReadAfter is longer than every lifetime at PayPal.
	FinalReadAfter = 7 * time.Hour
	// FinalReadAgain is the pause before the final read is repeated: PayPal may have
	// missed the order by mistake.
	FinalReadAgain = time.Hour
	// UndecidedAfter is when a capture about which PayPal says nothing becomes a case
	// for the operator.
	UndecidedAfter = 24 * time.Hour
	// BasketLife is how long the basket of a payment without money is kept.
	BasketLife = 14 * 24 * time.Hour
)

var (
	// approvalReads are the times after its creation at which a payment is read if the
	// buyer's browser has not come back from PayPal.
	approvalReads = []time.Duration{3 * time.Minute, 15 * time.Minute, time.Hour, 200 * time.Minute, 380 * time.Minute}
	// paidReads are the ages at which a paid order is read again, as long as its buyer
	// can contest it. What the lists at PayPal show is read earlier, see
	// [Service.sweepTransactions].
	paidReads = []time.Duration{
		days(1), days(3), days(7), days(14), days(30), days(60), days(90), days(120), days(150), Protected,
	}
	// captureReads are the pauses between reads while PayPal does not report the
	// outcome of a capture or a refund; the last one repeats.
	captureReads = []time.Duration{
		15 * time.Second, 30 * time.Second, time.Minute, 2 * time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour,
	}
)

// schedule sets when the payment is read again.
func (p *Payment) schedule(at time.Time) { p.NextAt = p.nextRead(at) }

func (p *Payment) nextRead(at time.Time) time.Time {
	switch p.State {
	case StateNew:
		return p.CreatedAt.Add(CreateLife)
	case StateCreated:
		return p.nextApprovalRead(at)
	case StateCapturing, StateRefunding:
		return at.Add(p.backoff())
	case StatePending:
		return at.Add(slower(at.Sub(p.Since) < 24*time.Hour, time.Hour, 6*time.Hour))
	case StateRefundDue:
		return at.Add(slower(p.Tries == 0, 0, p.backoff()))
	case StateCompleted:
		return p.nextPaidRead(at)
	case StateUnclear:
		return p.nextUnclearRead(at)
	case StateDeclined, StateExpired, StateDiscarded:
		return p.nextFinalRead(at)
	}
	return time.Time{}
}

func (p *Payment) nextApprovalRead(at time.Time) time.Time {
	for _, age := range approvalReads {
		if next := p.CreatedAt.Add(age); next.After(at) {
			return next
		}
	}
	return at.Add(6 * time.Hour) // PayPal keeps it longer than documented
}

// nextPaidRead is zero if there is nothing left that could go back.
func (p *Payment) nextPaidRead(at time.Time) time.Time {
	if p.PayPalOrderID == "" || p.Left() <= 0 {
		return time.Time{}
	}
	for _, age := range paidReads {
		if next := p.Since.Add(age); next.After(at) {
			return next
		}
	}
	return time.Time{}
}

func (p *Payment) nextFinalRead(at time.Time) time.Time {
	final, again := p.Since.Add(FinalReadAfter), p.FinalRead.Add(FinalReadAgain)
	switch {
	case p.PayPalOrderID == "":
		return time.Time{}
	case !p.FinalRead.IsZero() && again.After(at):
		return again
	case !p.FinalRead.IsZero():
		return time.Time{}
	case p.vanished() && at.Add(p.backoff()).Before(final), !final.After(at):
		return at.Add(p.backoff())
	}
	return final
}

// nextUnclearRead keeps reading: the operator may be slower than PayPal.
func (p *Payment) nextUnclearRead(at time.Time) time.Time {
	if p.CheckoutKey == "" {
		return time.Time{} // money from an unknown order cannot become anything else
	}
	undecided := !p.OwesRefund() && at.Sub(p.Since) < 48*time.Hour
	return at.Add(slower(undecided, time.Hour, 24*time.Hour))
}

func (p *Payment) backoff() time.Duration {
	return captureReads[min(max(p.Tries, 0), len(captureReads)-1)]
}

func days(n time.Duration) time.Duration { return n * 24 * time.Hour }

// slower returns the fast pause while quick holds, then the slow one.
func slower(quick bool, fast, slow time.Duration) time.Duration {
	if quick {
		return fast
	}
	return slow
}
