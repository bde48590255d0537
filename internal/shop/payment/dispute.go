package payment

import (
	"time"

	"kontor/internal/shop"
)

// Dispute is a payment that the buyer contests, as the journal keeps it: PayPal's state
// of it, and what it means for the payment's money. Reasons, statuses, stages and
// outcomes are PayPal's terms, see [PayPalDispute].
type Dispute struct {
	ID        int64
	PaymentID int64  // 0: the journal knows none of its captures
	PayPalID  string // see [IsPayPalDisputeID]
	CaptureID string // the contested capture; of several, the first that the journal knows; may be empty
	Bank      bool   // see [PayPalDispute]

	Reason, Status, Stage, Outcome string

	Amount   shop.Cents // what the buyer contests; all of the capture if PayPal's amount cannot be read
	Currency string     // empty: the amount is unknown
	Lost     shop.Cents // what the verdict leaves with the buyer at the seller's expense; 0 before it
	// OutsideBefore is [Capture.Outside] without what the dispute took. The rest of it up
	// to Amount was taken by the dispute, even if that is read only later.
	OutsideBefore shop.Cents
	Won           shop.Cents // what it took and the verdict brought back; set by the store

	Due      time.Time // until when the seller must answer; zero: not given
	OpenedAt time.Time // at PayPal; zero: not given
	Updated  time.Time // of PayPal's state; zero: PayPal does not let the shop read it

	CreatedAt, UpdatedAt time.Time
	Version              int64 // counts what PayPal said; 0: the journal does not know it yet
}

// Open reports whether PayPal has not decided yet.
func (d *Dispute) Open() bool { return d.Status != PayPalDisputeResolved }

// SellersTurn reports whether the dispute waits for the seller, as far as the shop
// knows: with a status that it does not know somebody has to see for himself.
func (d *Dispute) SellersTurn() bool {
	switch d.Status {
	case PayPalDisputeResolved, PayPalDisputeBuyersTurn, PayPalDisputeUnderReview:
		return false
	}
	return true
}

// Observe records PayPal's state of the dispute, and reports whether it is news. of is
// the payment of a contested capture; nil: the journal knows none. What is older than
// the recorded state changes nothing.
func (d *Dispute) Observe(said *PayPalDispute, of *Payment, at time.Time) (news bool) {
	if d.knowsBetter(said) {
		return false
	}
	after := *d
	after.record(said)
	if of != nil {
		after.measure(d, said, of)
	}
	if after == *d {
		return false
	}
	if d.Version == 0 {
		after.CreatedAt = at
	}
	after.Version, after.UpdatedAt = d.Version+1, at
	*d = after
	return true
}

// knowsBetter reports whether the recorded state is later. Of two of the same time a
// verdict is the later one.
func (d *Dispute) knowsBetter(said *PayPalDispute) bool {
	if d.Version == 0 {
		return false
	}
	updated := said.Updated.Truncate(time.Millisecond)
	return updated.Before(d.Updated) || updated.Equal(d.Updated) && !d.Open() && !said.Resolved()
}

// record takes over what PayPal says. Times are kept in the database's precision.
func (d *Dispute) record(said *PayPalDispute) {
	d.PayPalID, d.Bank = said.ID, said.Bank
	d.Reason, d.Status, d.Stage, d.Outcome = said.Reason, said.Status, said.Stage, said.Outcome
	if said.Amount.Readable() {
		d.Amount, d.Currency = said.Amount.Cents, said.Amount.Currency
	}
	if d.CaptureID == "" && len(said.CaptureIDs) > 0 {
		d.CaptureID = said.CaptureIDs[0]
	}
	d.Due = said.ResponseDue.Truncate(time.Millisecond)
	d.OpenedAt, d.Updated = said.Created.Truncate(time.Millisecond), said.Updated.Truncate(time.Millisecond)
}

// measure determines what the dispute means for the payment's money.
func (d *Dispute) measure(before *Dispute, said *PayPalDispute, of *Payment) {
	if d.Currency == "" {
		d.Amount, d.Currency = of.Capture.Amount, of.Capture.Currency
	}
	if before.PaymentID == 0 || before.Updated.IsZero() { // the first time that both are known
		d.PaymentID, d.CaptureID = of.ID, of.Capture.ID
		if d.Bank || d.Open() {
			d.OutsideBefore = d.outsideBefore(of)
		}
	}
	if d.Open() {
		return
	}
	d.Lost = d.lost(said)
	if !d.Bank && before.Outcome == "" && before.Lost == 0 {
		// PayPal itself takes money with its verdict: anything else that went back was the
		// seller's own refund.
		d.OutsideBefore = max(d.OutsideBefore, of.Capture.Outside-d.Lost)
	}
}

// outsideBefore returns what had gone back outside the shop before the dispute. The
// buyer's bank takes the money first, so that the payment may show it already.
func (d *Dispute) outsideBefore(of *Payment) shop.Cents {
	// As long as nobody knows whether PayPal shows a refund, as much of what it shows is
	// missing in Outside.
	outside := of.Capture.Outside + of.Ordered.sum((*Refund).unanswered)
	contested := min(d.Amount, of.Capture.Amount-of.Returned)
	if !d.Open() { // the verdict may have brought it back before the shop heard of any of this
		contested = min(contested, of.Capture.Shown-of.Capture.Last)
	}
	if d.Bank && of.Capture.Outside-of.WonBack >= contested {
		return outside - contested
	}
	return outside
}

// lost returns what the verdict leaves with the buyer at the seller's expense. Where
// PayPal does not say that, nothing counts as brought back.
func (d *Dispute) lost(said *PayPalDispute) shop.Cents {
	switch {
	case d.Outcome == PayPalOutcomePayout:
		return 0
	case said.OutcomeAmount.Readable() && said.OutcomeAmount.Currency == d.Currency:
		return min(max(said.OutcomeAmount.Cents, 0), d.Amount)
	case d.Outcome == PayPalOutcomeSeller, d.Outcome == PayPalOutcomeWithdrawn:
		return 0
	}
	return d.Amount
}

// Link returns the page on which the seller answers the dispute. PayPal's API gives
// none: this is the address that its resolution centre has in the browser.
func (d *Dispute) Link(sandbox bool) string {
	host := "www.paypal.com"
	if sandbox {
		host = "www.sandbox.paypal.com"
	}
	return "https://" + host + "/resolutioncenter/view/" + d.PayPalID
}
