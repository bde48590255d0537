package payment

import (
	"time"

	"kontor/internal/shop"
)

// Comparison is how the journal and PayPal's own list agree about the payments whose
// money moved within some days. Each is compared as a whole, from its beginning until
// now: what went back of it may have gone in parts, on different days.
type Comparison struct {
	Journal, PayPal Side
	Recent          int // payments of which PayPal may not show everything yet, see listDelay
	Foreign         int // movements of these days that have nothing to do with this shop
	Differences     []Difference
}

// Side is what one of both has about the compared payments. Amounts are euro cents;
// other currencies are not added up.
type Side struct {
	Payments           int
	Captured, Returned shop.Cents
}

// Difference is something about which the journal and PayPal's list disagree.
type Difference struct {
	Kind    DifferenceKind
	Number  string // of the payment; empty: PayPal states none
	Capture string // its id at PayPal; empty: not known
	Journal PayPalAmount
	PayPal  PayPalAmount
}

// DifferenceKind says what differs.
type DifferenceKind string

// The kinds of differences.
const (
	DifferenceUnknown        DifferenceKind = "unbekannt"         // PayPal took money for a payment of the shop's form that the journal does not have
	DifferenceNotBooked      DifferenceKind = "nicht_gebucht"     // PayPal took money that is missing from a payment of the journal
	DifferenceNotListed      DifferenceKind = "nicht_bei_paypal"  // the journal has money that PayPal does not list
	DifferenceAmount         DifferenceKind = "betrag"            // both have the money, but amount or currency differ
	DifferenceReturnedMore   DifferenceKind = "mehr_zurueck"      // PayPal returned more than the journal knows
	DifferenceReturnedLess   DifferenceKind = "weniger_zurueck"   // PayPal returned less than the journal has as returned
	DifferenceReturnCurrency DifferenceKind = "zurueck_waehrung"  // what PayPal returned is unreadable or in another currency
	DifferenceReturnUnknown  DifferenceKind = "zurueck_unbekannt" // PayPal returned money of a payment that the journal does not have
)

// listDelay is how late PayPal's list may show a movement.
const listDelay = 3 * time.Hour

// span is a time from its beginning until before its end.
type span struct{ from, to time.Time }

// has reports whether t lies within the span; one that PayPal did not state does.
func (s span) has(t time.Time) bool { return t.IsZero() || !t.Before(s.from) && t.Before(s.to) }

// listed is PayPal's list from a time until now.
type listed struct {
	from, now    time.Time
	transactions []PayPalTransaction
}

// moved is what PayPal lists about one payment.
type moved struct{ payments, returns []PayPalTransaction }

// compare compares the payments of the journal whose money moved within a span, and
// those that PayPal's list names within it, with that list.
func compare(days span, journal []Details, list listed) Comparison {
	c := comparing{days: days, list: list}
	find, about := byName(journal), make(map[int64]*moved)
	for i := range journal {
		about[journal[i].ID] = &moved{}
	}
	for _, t := range list.transactions {
		id, known := find(&t)
		switch {
		case known:
			about[id].add(t)
		case days.has(t.Initiated):
			c.unknown(&t)
		}
	}
	for i := range journal {
		c.payment(&journal[i], about[journal[i].ID])
	}
	return c.found
}

// byName returns a function that finds the payment that a movement is about.
func byName(journal []Details) func(*PayPalTransaction) (int64, bool) {
	names := make(map[string]int64)
	for i := range journal {
		p := &journal[i].Payment
		for _, name := range []string{p.Capture.ID, p.Key, p.Number} {
			names[name] = p.ID
		}
	}
	delete(names, "")
	return func(t *PayPalTransaction) (int64, bool) {
		for _, name := range []string{t.ID, t.ReferenceID, t.CustomField, t.InvoiceID} {
			if id, known := names[name]; known {
				return id, true
			}
		}
		return 0, false
	}
}

func (m *moved) add(t PayPalTransaction) {
	switch {
	case !t.done():
	case t.isPayment():
		m.payments = append(m.payments, t)
	case t.isReturn():
		m.returns = append(m.returns, t)
	}
}

// comparing is a comparison in the making.
type comparing struct {
	days  span
	list  listed
	found Comparison
}

func (c *comparing) differ(kind DifferenceKind, number, capture string, journal, payPal PayPalAmount) {
	c.found.Differences = append(c.found.Differences, Difference{kind, number, capture, journal, payPal})
}

// unknown judges a movement about no payment of the journal.
func (c *comparing) unknown(t *PayPalTransaction) {
	switch {
	case !t.ofShop():
		c.found.Foreign++
	case !t.done():
	case t.isPayment():
		c.found.PayPal.count(t.Amount, 0)
		c.differ(DifferenceUnknown, t.InvoiceID, t.ID, PayPalAmount{}, t.Amount)
	case t.isReturn():
		c.differ(DifferenceReturnUnknown, t.InvoiceID, t.ReferenceID, PayPalAmount{}, t.Amount.negated())
	}
}

// payment judges one payment of the journal.
func (c *comparing) payment(d *Details, m *moved) {
	var capture *PayPalTransaction
	for i := range m.payments {
		t := &m.payments[i]
		switch {
		case d.booked() && t.ID == d.Capture.ID:
			capture = t
		case c.days.has(t.Initiated):
			c.found.PayPal.count(t.Amount, 0)
			c.differ(DifferenceNotBooked, d.Number, t.ID, PayPalAmount{}, t.Amount)
		}
	}
	if d.booked() {
		c.booked(d, capture, m.returns)
	}
}

// booked judges a payment whose money the journal has.
func (c *comparing) booked(d *Details, capture *PayPalTransaction, returns []PayPalTransaction) {
	booked := PayPalAmount{d.Capture.Amount, d.Capture.Currency}
	latest := d.returned(c.list.now)
	back := c.sum(d, returns)
	switch {
	case capture != nil:
		c.found.Journal.count(booked, latest.least)
		c.found.PayPal.count(capture.Amount, back)
		if capture.Amount != booked {
			c.differ(DifferenceAmount, d.Number, d.Capture.ID, booked, capture.Amount)
		}
	case c.complete(d):
		c.found.Journal.count(booked, latest.least)
		c.missing(d, booked)
		return
	}
	c.returns(d, back, latest)
}

// missing judges money that PayPal does not list.
func (c *comparing) missing(d *Details, booked PayPalAmount) {
	if d.bookedAt().After(c.list.now.Add(-listDelay)) {
		c.found.Recent++
		return
	}
	c.differ(DifferenceNotListed, d.Number, d.Capture.ID, booked, PayPalAmount{})
}

// complete reports whether the list begins before the payment did, so that everything
// about it must be there. Money from an unknown order began before its entry.
func (c *comparing) complete(d *Details) bool {
	return d.CheckoutKey != "" && !d.CreatedAt.Before(c.list.from)
}

// sum adds up what PayPal returned of a payment.
func (c *comparing) sum(d *Details, returns []PayPalTransaction) (back shop.Cents) {
	for _, t := range returns {
		if t.Amount.Currency == d.Capture.Currency {
			back -= t.Amount.Cents
			continue
		}
		c.differ(DifferenceReturnCurrency, d.Number, d.Capture.ID, PayPalAmount{}, t.Amount.negated())
	}
	return back
}

// returns judges what went back of a payment.
func (c *comparing) returns(d *Details, back shop.Cents, latest bounds) {
	amount := func(cents shop.Cents) PayPalAmount { return PayPalAmount{cents, d.Capture.Currency} }
	switch least := d.returned(c.list.now.Add(-listDelay)).least; {
	case back > latest.most:
		c.differ(DifferenceReturnedMore, d.Number, d.Capture.ID, amount(latest.most), amount(back))
	case !c.complete(d):
	case back < least:
		c.differ(DifferenceReturnedLess, d.Number, d.Capture.ID, amount(least), amount(back))
	case back < latest.least:
		c.found.Recent++
	}
}

func (s *Side) count(captured PayPalAmount, returned shop.Cents) {
	s.Payments++
	if captured.Currency == CurrencyEuro {
		s.Captured += captured.Cents
		s.Returned += returned
	}
}

// booked reports whether the journal has the payment's money, whatever came of it.
func (p *Payment) booked() bool { return p.Capture.HasMoney() || p.State.settled() }

// bookedAt returns when the journal first had the payment's money; zero: never.
func (d *Details) bookedAt() time.Time {
	for _, e := range d.Events {
		if e.To.settled() {
			return e.At
		}
	}
	return time.Time{}
}

// bounds are the least and the most of an amount that is not certain.
type bounds struct{ least, most shop.Cents }

// returned returns what PayPal has given back according to the journal. At least, that
// is what the journal had as returned by a time; at most, everything under way too. Of a
// case the journal need not know.
func (d *Details) returned(by time.Time) (b bounds) {
	add := func(amount shop.Cents, at time.Time, done bool) {
		b.most += amount
		if done && !at.After(by) {
			b.least += amount
		}
	}
	if d.State != StateCompleted {
		add(d.Capture.Amount, d.Since, d.State == StateRefunded)
		return b
	}
	add(d.Capture.Outside, d.UpdatedAt, true)
	for _, r := range d.Refunds {
		if r.State != RefundFailed {
			add(r.Amount, r.UpdatedAt, r.State == RefundDone)
		}
	}
	for _, dispute := range d.Disputes { // PayPal's list shows later what came back
		b.least = max(0, b.least-dispute.Won)
		if !dispute.UpdatedAt.After(by.Add(-listDelay)) {
			b.most -= dispute.Won
		}
	}
	return b
}
