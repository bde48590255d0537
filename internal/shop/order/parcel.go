package order

import (
	"slices"
	"time"

	"kontor/internal/shop"
)

// Parcel is a parcel or a letter in which goods of an order left the shop.
type Parcel struct {
	ID          int64
	Carrier     Carrier
	Number      string       // by which the carrier finds it; empty: none
	Sent        shop.Day     // when it left
	Delivered   shop.Day     // when it arrived; empty: not known
	Contents    []ParcelLine // by position
	Actor       string       // who entered it
	CreatedAt   time.Time
	TakenBackAt time.Time // when the operator took the entry back; zero: it counts
	// Deviates is the number of the order's invoice if that says another tax than was due
	// when this parcel, the last one, left; empty: it does not.
	Deviates string
}

// ParcelLine is how many pieces of one line of an order are in a parcel.
type ParcelLine struct {
	Position int   `json:"position"` // of the line, from 1
	Quantity int64 `json:"menge"`
}

// Counts reports whether the entry was not taken back.
func (p *Parcel) Counts() bool { return p.TakenBackAt.IsZero() }

// Arrival returns when a parcel of an order arrived: the day that was entered or, as an
// estimate, the last one by which it would have.
func (p *Parcel) Arrival(o *Order) (day shop.Day, estimated bool) {
	if p.Delivered != "" {
		return p.Delivered, false
	}
	return p.Sent.AfterWorkdays(o.transitDays()), true
}

// transitDays returns within how many working days parcels of an order arrive: as the shop
// said when it was placed or, if it said nothing, as they usually do in its country.
func (o *Order) transitDays() int64 {
	if o.Delivery.Known() {
		return o.Delivery.To
	}
	switch o.Country {
	case "at", "lu":
		return 4
	case "ch":
		return 6
	}
	return 2
}

// TrackingURL returns the carrier's page about the parcel; empty if there is none.
func (p *Parcel) TrackingURL() string { return p.Carrier.TrackingURL(p.Number) }

// Title names the parcel in German, for the operator.
func (p *Parcel) Title() string {
	title := "Sendung"
	if name := p.Carrier.Name(); name != "" {
		title += " mit " + name
	}
	if p.Number != "" {
		title += " " + p.Number
	}
	return title
}

// DispatchState is how much of an order has left the shop.
type DispatchState string

// The states of dispatch. They follow from the order's parcels.
const (
	DispatchOpen      DispatchState = "offen"
	DispatchPartly    DispatchState = "teilweise"
	DispatchSent      DispatchState = "versandt"
	DispatchDelivered DispatchState = "zugestellt" // every parcel, as far as the shop was informed
)

// DispatchStates are all of them, in the order in which an order passes through them.
var DispatchStates = []DispatchState{DispatchOpen, DispatchPartly, DispatchSent, DispatchDelivered}

// Valid reports whether s is one of [DispatchStates].
func (s DispatchState) Valid() bool { return slices.Contains(DispatchStates, s) }

// Undispatched returns what of the order is in no parcel yet, by position.
func (d *Details) Undispatched() (left []ParcelLine) {
	for i, item := range d.Items {
		line := ParcelLine{Position: i + 1, Quantity: item.Quantity}
		for _, parcel := range d.Parcels {
			if parcel.Counts() {
				line.Quantity -= parcel.quantity(line.Position)
			}
		}
		if line.Quantity > 0 {
			left = append(left, line)
		}
	}
	return left
}

func (p *Parcel) quantity(position int) (n int64) {
	for _, line := range p.Contents {
		if line.Position == position {
			n += line.Quantity
		}
	}
	return n
}

// DispatchNow returns the state that follows from the order's parcels.
func (d *Details) DispatchNow() DispatchState {
	counting := slices.DeleteFunc(slices.Clone(d.Parcels), func(p Parcel) bool { return !p.Counts() })
	switch {
	case len(counting) == 0:
		return DispatchOpen
	case len(d.Undispatched()) > 0:
		return DispatchPartly
	case slices.ContainsFunc(counting, func(p Parcel) bool { return p.Delivered == "" }):
		return DispatchSent
	}
	return DispatchDelivered
}

// LeftOn returns the day on which the last of an order left the shop; empty: not all of
// it has.
func (d *Details) LeftOn() (day shop.Day) {
	if state := d.DispatchNow(); state != DispatchSent && state != DispatchDelivered {
		return ""
	}
	for _, p := range d.Parcels {
		if p.Counts() {
			day = max(day, p.Sent)
		}
	}
	return day
}

// ArrivesOn returns the day on which the last of an order's parcels arrived, or will by
// estimate; empty: there is none.
func (d *Details) ArrivesOn() (day shop.Day) {
	for _, p := range d.Parcels {
		if arrival, _ := p.Arrival(&d.Order); p.Counts() {
			day = max(day, arrival)
		}
	}
	return day
}
