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
// invoice charges, or a correction for each refund.
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
	if d.Status == StatusCancelled {
		charged := d.Corrected(Invoice{Seq: int64(len(d.Issued)) + 1})
		add("storno "+charged.Number, InvoiceCancellation, open)
		return all
	}
	for _, refund := range d.Refunds {
		add("erstattung "+strconv.FormatInt(refund.ID, 10), InvoiceCorrection, min(refund.Amount, open))
	}
	return all
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
