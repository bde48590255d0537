package order

import (
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/tax"
)

// Invoice is a document that charges a customer, or reverses what an earlier one
// charged. An order has one once the operator has issued it, permanently.
type Invoice struct {
	Seq      int64  // 1, 2, … of the order
	Number   string // unique in the shop, as § 14 UStG requires; empty: the store assigns it
	Kind     InvoiceKind
	Amount   shop.Cents // charged or reversed; never negative
	At       time.Time
	Actor    string // who issued it
	Occasion string // the proposal that it answers, see [Proposal]; empty: none
	// Supply is the day whose rates of tax apply: that on which the last of the order left,
	// for tax of the destination that of its arrival. While the delivery is still to come
	// ([Invoice.Pending]), it is that of the payment.
	Supply  shop.Day
	Pending bool
	Case    tax.Case // empty: not decided yet, see [Details.TaxCase]
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
	Occasion  string     // of the proposal that it answers; empty: none
	IfVersion int64      // refuse with [shop.ErrStale] unless the order has this version; 0: any
	Actor     string     // for the history
}

// Refusals of invoices.
var (
	ErrInvalidInvoice    = &shop.Error{Code: "ungueltige_rechnung", Text: "Ungültige Rechnungsart oder ungültiger Betrag."}
	ErrInvoiceUnfit      = &shop.Error{Code: "rechnung_unpassend", Text: "Diese Rechnung passt nicht zur Bestellung."}
	ErrInvoiceIncomplete = &shop.Error{Code: "e_rechnung_unvollstaendig", Text: "Als die Rechnung ausgestellt wurde, fehlten Angaben für die E-Rechnung."}
	ErrNotInvoiced       = &shop.Error{Code: "rechnung_nicht_ausgestellt", Text: "Rechnung noch nicht ausgestellt."}
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

// Invoice returns one of the order's invoices, or [ErrInvoiceNotFound].
func (d *Details) Invoice(number string) (Invoice, error) {
	for _, i := range d.Issued {
		if i.Number == number {
			return i, nil
		}
	}
	return Invoice{}, ErrInvoiceNotFound
}

// Invoiced returns the amount that all of the order's invoices together charge.
func (d *Details) Invoiced() (open shop.Cents) {
	for _, i := range d.Issued {
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
	for _, i := range d.Issued {
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
	i := Invoice{Seq: int64(len(d.Issued)) + 1, Kind: r.Kind, Amount: r.Amount, At: at, Actor: r.Actor, Occasion: r.Occasion}
	if reason := d.unfit(r); reason != "" {
		return Invoice{}, ErrInvoiceUnfit.With(reason)
	}
	switch r.Kind {
	case InvoiceRegular:
		if i.Amount, i.Supply = d.TotalCents(), d.LeftOn(); i.Supply == "" {
			i.Supply, i.Pending = shop.DayOf(d.PaidAt()), true
		}
	case InvoiceCancellation:
		i.Amount = d.Invoiced()
		fallthrough
	default:
		i.Supply = d.Corrected(i).Supply
	}
	return i, nil
}

// unfit returns why the order does not allow a document; empty: it does.
func (d *Details) unfit(r InvoiceRequest) string {
	open, cancelled := d.Invoiced(), d.Status == StatusCancelled
	switch {
	case r.Occasion != "" && !d.proposes(r):
		return "Dieser Vorschlag ist schon erledigt."
	case r.Kind == InvoiceRegular:
		return d.unfitForRegular(open)
	case open == 0:
		return "Es ist nichts berechnet, das zurückzunehmen wäre."
	case r.Kind == InvoiceCancellation && !cancelled && r.Occasion == "":
		return "Erst die Bestellung stornieren, dann ihre Rechnung."
	case r.Kind == InvoiceCorrection && r.Amount > open:
		return "Berechnet sind nur noch " + open.String() + " €."
	}
	return ""
}

func (d *Details) unfitForRegular(open shop.Cents) string {
	switch {
	case d.Status == StatusCancelled:
		return "Die Bestellung ist storniert. Sie bekommt keine neue Rechnung."
	case open > 0:
		return "Die bisherige Rechnung gilt noch."
	case d.Status != StatusPaid && d.LeftOn() == "":
		return "Die Bestellung ist noch nicht bezahlt. Eine Rechnung gibt es erst dann."
	case d.TotalCents() == 0:
		return "Die Bestellung kostet nichts. Sie bekommt keine Rechnung."
	}
	return ""
}

// IssueDispatched returns the invoice that an order gets because everything has left the
// shop, not yet stored; false: none, since not everything has, it costs nothing, or it
// has an invoice that nobody cancelled.
func (d *Details) IssueDispatched(actor string, at time.Time) (Invoice, bool) {
	_, cancelled := d.Cancellation(d.Charged())
	if d.LeftOn() == "" || len(d.Issued) > 0 && !cancelled {
		return Invoice{}, false
	}
	i, err := d.Issue(InvoiceRequest{Kind: InvoiceRegular, Actor: actor}, at)
	return i, err == nil
}

// Charged returns the order's newest regular invoice; its number is empty if there is
// none.
func (d *Details) Charged() Invoice { return d.Corrected(Invoice{Seq: int64(len(d.Issued)) + 1}) }

// PaidAt returns when the order was last marked as paid; for one that was paid when it
// came, that is when it was placed.
func (d *Details) PaidAt() time.Time {
	at := d.CreatedAt
	for _, e := range d.Events {
		if e.Kind == EventStatus && e.To == string(StatusPaid) && e.From != e.To {
			at = e.At
		}
	}
	return at
}
