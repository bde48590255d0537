package dispatch

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
)

// Request is the operator's request to enter a parcel that leaves the shop.
type Request struct {
	Carrier     order.Carrier
	Number      string             // as typed or scanned; empty: the carrier gave none
	Sent        shop.Day           // when it left; empty: today
	Contents    []order.ParcelLine // nil: all that is in no parcel yet
	Silent      bool               // the customer gets no message
	DespiteOpen bool               // although the order's money has not arrived
	IfVersion   int64              // refuse with [shop.ErrStale] unless the order has this version; 0: any
	Actor       string             // for the history

	attempt string          // a unique name, of which the message's key is made
	sending message.Sending // how the message is to be sent
}

// number is what carriers print on their labels.
var number = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9./-]{0,39}$`)

// cleanNumber returns a number as it is stored, without the spaces between its groups.
func cleanNumber(typed string) string { return strings.Join(strings.Fields(typed), "") }

// Check cleans the number, and returns [ErrInvalid] for a request that is invalid for any
// order.
func (r *Request) Check() error {
	r.Number = cleanNumber(r.Number)
	switch {
	case !r.Carrier.Valid():
		return ErrInvalid.With("Unbekannter Zusteller. Möglich sind dhl, post_at, post_ch, post_lu und andere.")
	case !validNumber(r.Number):
		return errNumber
	case r.Contents != nil && len(r.Contents) == 0:
		return ErrInvalid.With("Eine Sendung ohne Artikel gibt es nicht.")
	}
	return nil
}

func validNumber(n string) bool { return n == "" || number.MatchString(n) }

var errNumber = ErrInvalid.With("Eine Sendungsnummer hat höchstens 40 Buchstaben und Ziffern, dazwischen Punkte, Schrägstriche und Bindestriche.")

// Parcel returns the parcel that is to be stored with an order.
//
// Errors: [ErrUnfit] with the reason, [ErrUnpaid].
func (r *Request) Parcel(d *order.Details, at time.Time) (order.Parcel, error) {
	p := order.Parcel{
		Carrier: r.Carrier, Number: r.Number, Sent: r.Sent, Contents: r.Contents, Actor: r.Actor, CreatedAt: at,
	}
	if p.Sent == "" {
		p.Sent = shop.DayOf(at)
	}
	if d.Status == order.StatusCancelled {
		return p, ErrUnfit.With("Die Bestellung ist storniert. Sie wird nicht versandt.")
	}
	if d.Status == order.StatusPaymentOpen && !r.DespiteOpen {
		return p, ErrUnpaid
	}
	if p.Sent < shop.DayOf(d.CreatedAt) || p.Sent > shop.DayOf(at) {
		return p, ErrUnfit.With("Versandt wurde frühestens am Tag der Bestellung und spätestens heute.")
	}
	for _, other := range d.Parcels {
		if other.Counts() && p.Number != "" && other.Carrier == p.Carrier && other.Number == p.Number {
			return p, ErrUnfit.With("Diese Sendung ist schon eingetragen.")
		}
	}
	return r.filled(p, d)
}

// filled returns the parcel with its contents: those requested, or all undispatched pieces.
func (r *Request) filled(p order.Parcel, d *order.Details) (order.Parcel, error) {
	left := make(map[int]int64)
	for _, line := range d.Undispatched() {
		left[line.Position] = line.Quantity
	}
	if len(left) == 0 && d.DispatchNow() != order.DispatchOpen {
		return p, ErrUnfit.With("Von dieser Bestellung ist schon alles versandt.")
	}
	if r.Contents == nil {
		p.Contents = d.Undispatched()
	}
	for _, line := range p.Contents {
		switch {
		case line.Position < 1 || line.Position > len(d.Items):
			return p, ErrUnfit.With(fmt.Sprintf("Eine Position %d hat die Bestellung nicht.", line.Position))
		case line.Quantity < 1:
			return p, ErrInvalid.With(fmt.Sprintf("Von Position %d muss mindestens 1 Stück in der Sendung sein.", line.Position))
		case line.Quantity > left[line.Position]:
			return p, ErrUnfit.With(fmt.Sprintf("Von Position %d sind nur noch %d Stück zu versenden.", line.Position, left[line.Position]))
		}
		left[line.Position] -= line.Quantity
	}
	return p, nil
}

// Letter returns what the customer gets about a parcel of an order, which has it already:
// one message, or none. It has the invoice with that number attached; empty: none.
func (r *Request) Letter(d *order.Details, p *order.Parcel, invoice string, at time.Time) []message.Message {
	if r.Silent {
		return nil
	}
	m := message.Message{
		Key: "sendung-" + r.attempt, Kind: message.KindDispatched, OrderID: d.ID,
		Language: d.Language, To: d.Customer.Email, Dispatched: about(d, p, invoice), CreatedAt: at,
	}
	m.Begin(r.sending, at)
	return []message.Message{m}
}

func about(d *order.Details, p *order.Parcel, invoice string) *message.Dispatched {
	m := &message.Dispatched{
		Carrier: p.Carrier.Name(), Number: p.Number, Link: p.TrackingURL(), Day: p.Sent, Invoice: invoice,
		Partly: d.DispatchNow() == order.DispatchPartly,
	}
	for _, line := range p.Contents {
		m.Items = append(m.Items, message.DispatchedItem{Name: d.Items[line.Position-1].Name, Quantity: line.Quantity})
	}
	return m
}
