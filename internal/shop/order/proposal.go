package order

import (
	"slices"
	"strconv"
	"strings"

	"kontor/internal/shop"
)

// Refund is money of the order that went back to the customer.
type Refund struct {
	ID     int64
	Amount shop.Cents
}

// Proposal is a document that the order needs because of something that happened, and
// that nobody has issued or dismissed yet.
type Proposal struct {
	Occasion string // names what happened; unique in the order
	Kind     InvoiceKind
	Amount   shop.Cents
}

// Proposals returns what should be issued: the cancellation of what a cancelled order's
// invoice charges, a correction for each refund, and the cancellation of an invoice
// whose dispatch did not happen or that says another tax than was due then.
func (d *Details) Proposals() (all []Proposal) {
	open := d.Invoiced()
	if open <= 0 {
		return nil
	}
	add := func(occasion string, kind InvoiceKind, amount shop.Cents) {
		answered := func(i Invoice) bool { return i.Occasion == occasion }
		if !slices.ContainsFunc(d.Issued, answered) && !slices.Contains(d.Dismissed, occasion) {
			all = append(all, Proposal{occasion, kind, amount})
		}
	}
	charged := d.Charged()
	if d.Status == StatusCancelled {
		add(occasionCancelled+charged.Number, InvoiceCancellation, open)
		return all
	}
	if d.dispatchUndone(charged) {
		add(occasionUndone+charged.Number, InvoiceCancellation, open)
	} else if d.deviates(charged) {
		add(occasionTax+charged.Number, InvoiceCancellation, open)
	}
	for _, refund := range d.Refunds {
		add("erstattung "+strconv.FormatInt(refund.ID, 10), InvoiceCorrection, min(refund.Amount, open))
	}
	return all
}

// How occasions begin that are about an invoice; its number follows.
const (
	occasionCancelled = "storno "
	occasionUndone    = "versand "
	occasionTax       = "steuer "
)

// dispatchUndone reports whether an invoice names a dispatch that did not happen, or on
// another day: a parcel was taken back.
func (d *Details) dispatchUndone(charged Invoice) bool {
	var named shop.Day
	for _, p := range d.Parcels {
		if !p.CreatedAt.After(charged.At) && (p.Counts() || !p.TakenBackAt.Before(charged.At)) {
			named = max(named, p.Sent)
		}
	}
	return !charged.Pending && named != "" && named != d.LeftOn()
}

// deviates reports whether an invoice says another tax than was due when everything had
// left.
func (d *Details) deviates(charged Invoice) bool {
	return slices.ContainsFunc(d.Parcels, func(p Parcel) bool { return p.Counts() && p.Deviates == charged.Number && p.Deviates != "" })
}

func (d *Details) proposes(r InvoiceRequest) bool {
	return slices.ContainsFunc(d.Proposals(), func(p Proposal) bool {
		return p.Occasion == r.Occasion && p.Kind == r.Kind && (r.Kind != InvoiceCorrection || p.Amount == r.Amount)
	})
}

// Dismissal is the operator's decision against a proposal.
type Dismissal struct {
	Occasion  string
	Reason    string
	IfVersion int64 // refuse with [shop.ErrStale] unless the order has this version; 0: any
	Actor     string
}

// maxReason is how long the reason of a dismissal may be.
const maxReason = 500

// Check returns [ErrInvalidInvoice] with what is missing.
func (r *Dismissal) Check() error {
	if n := len([]rune(strings.TrimSpace(r.Reason))); n == 0 || n > maxReason {
		return ErrInvalidInvoice.With("Ein Vorschlag wird nur mit einem Grund verworfen, mit höchstens 500 Zeichen.")
	}
	return nil
}

// Dismiss returns [ErrInvoiceUnfit] if there is no such proposal, or not any longer.
func (d *Details) Dismiss(r Dismissal) error {
	if !slices.ContainsFunc(d.Proposals(), func(p Proposal) bool { return p.Occasion == r.Occasion }) {
		return ErrInvoiceUnfit.With("Dieser Vorschlag ist schon erledigt.")
	}
	return nil
}
