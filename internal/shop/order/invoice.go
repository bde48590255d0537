package order

import (
	"fmt"
	"time"

	"kontor/internal/shop"
)

// Invoice is a document that charges a customer, or reverses what an earlier one
// charged. Every order has a first one with the order's number and date; further ones
// exist once the operator has issued them, permanently.
type Invoice struct {
	Seq    int64  // 0: the first one; then 1, 2, …
	Number string // unique in the shop, as § 14 UStG requires
	Kind   InvoiceKind
	Amount shop.Cents // charged or reversed; never negative
	At     time.Time
	Actor  string // who issued it; for the first one: [ActorShop]
}

// InvoiceKind is the purpose of a document.
type InvoiceKind string

const (
	InvoiceRegular      InvoiceKind = "rechnung"  // charges the order's total
	InvoiceCancellation InvoiceKind = "storno"    // reverses everything that is charged
	InvoiceCorrection   InvoiceKind = "korrektur" // reverses a part of it
)

// Title returns kind, number and amount in German, for the operator.
func (i *Invoice) Title() string {
	names := map[InvoiceKind]string{
		InvoiceRegular: "Rechnung", InvoiceCancellation: "Stornorechnung", InvoiceCorrection: "Rechnungskorrektur",
	}
	return names[i.Kind] + " " + i.Number + " über " + i.Amount.String() + " €"
}

// InvoiceRequest is the operator's request to issue a document.
type InvoiceRequest struct {
	Kind      InvoiceKind
	Amount    shop.Cents // only for a correction
	IfVersion int64      // refuse with [shop.ErrStale] unless the order has this version; 0: any
	Actor     string     // for the history
}

// Refusals of invoices.
var (
	ErrInvalidInvoice    = &shop.Error{Code: "ungueltige_rechnung", Text: "Ungültige Rechnungsart oder ungültiger Betrag."}
	ErrInvoiceUnfit      = &shop.Error{Code: "rechnung_unpassend", Text: "Diese Rechnung passt nicht zur Bestellung."}
	ErrInvoiceIncomplete = &shop.Error{Code: "e_rechnung_unvollstaendig", Text: "Für die E-Rechnung fehlen Angaben."}
	ErrInvoiceNotFound   = &shop.Error{Code: "rechnung_nicht_gefunden", Text: "Rechnung nicht gefunden."}
)

// Check returns [ErrInvalidInvoice] for a request that is invalid for any order.
func (r *InvoiceRequest) Check() error {
	switch r.Kind {
	case InvoiceRegular, InvoiceCancellation:
		return nil
	case InvoiceCorrection:
		if r.Amount > 0 {
			return nil
		}
	}
	return ErrInvalidInvoice
}

// Invoices returns all of the order's invoices, oldest first.
func (d *Details) Invoices() []Invoice {
	first := Invoice{Number: d.Number, Kind: InvoiceRegular, Amount: d.TotalCents(), At: d.CreatedAt, Actor: ActorShop}
	return append([]Invoice{first}, d.Issued...)
}

// Invoice returns one of the order's invoices, or [ErrInvoiceNotFound].
func (d *Details) Invoice(number string) (Invoice, error) {
	for _, i := range d.Invoices() {
		if i.Number == number {
			return i, nil
		}
	}
	return Invoice{}, ErrInvoiceNotFound
}

// Invoiced returns the amount that all of the order's invoices together charge.
func (d *Details) Invoiced() (open shop.Cents) {
	for _, i := range d.Invoices() {
		if i.Kind == InvoiceRegular {
			open += i.Amount
		} else {
			open -= i.Amount
		}
	}
	return open
}

// Corrected returns the invoice that a cancellation or correction refers to.
func (d *Details) Corrected(by Invoice) (corrected Invoice) {
	for _, i := range d.Invoices() {
		if i.Kind == InvoiceRegular && i.Seq < by.Seq {
			corrected = i
		}
	}
	return corrected
}

// Cancellation returns the document that cancelled a regular invoice, if there is one.
func (d *Details) Cancellation(of Invoice) (Invoice, bool) {
	for _, i := range d.Issued {
		if i.Kind == InvoiceCancellation && d.Corrected(i).Seq == of.Seq {
			return i, true
		}
	}
	return Invoice{}, false
}

// Issue returns the order's next invoice, not yet stored. All together never charge
// less than zero, or more than the order's total.
//
// Errors: [ErrInvoiceUnfit] with the reason.
func (d *Details) Issue(r InvoiceRequest, at time.Time) (Invoice, error) {
	seq, open := int64(len(d.Issued))+1, d.Invoiced()
	i := Invoice{Seq: seq, Number: fmt.Sprintf("%s-%d", d.Number, seq), Kind: r.Kind, Amount: r.Amount, At: at, Actor: r.Actor}
	cancelled, reason := d.Status == StatusCancelled, ""
	switch {
	case r.Kind == InvoiceRegular && cancelled:
		reason = "Die Bestellung ist storniert. Sie bekommt keine neue Rechnung."
	case r.Kind == InvoiceRegular && (open > 0 || len(d.Issued) == 0):
		reason = "Die bisherige Rechnung gilt noch."
	case r.Kind == InvoiceRegular:
		i.Amount = d.TotalCents()
	case open == 0:
		reason = "Es ist nichts berechnet, das zurückzunehmen wäre."
	case r.Kind == InvoiceCancellation && !cancelled:
		reason = "Erst die Bestellung stornieren, dann ihre Rechnung."
	case r.Kind == InvoiceCancellation:
		i.Amount = open
	case r.Amount > open:
		reason = "Berechnet sind nur noch " + open.String() + " €."
	}
	if reason != "" {
		return Invoice{}, ErrInvoiceUnfit.With(reason)
	}
	return i, nil
}
