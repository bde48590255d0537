package dispatch

import (
	"context"
	"errors"
	"slices"

	"kontor/internal/shop"
	"kontor/internal/shop/order"
)

// MaxBulk is how many parcels one request or one file may have.
const MaxBulk = 200

// Entry is one of several parcels, of the order with that number.
type Entry struct {
	OrderNumber string
	Request
	Unread error // why it could not be read; nil: it could
}

// Result is what an entry did, or would do.
type Result string

// The results.
const (
	Entered Result = "neu"
	Known   Result = "bekannt" // the order has, or had, this parcel: nothing happened
	Refused Result = "fehler"
)

// Outcome is what became of an entry.
type Outcome struct {
	Entry
	Result Result
	Order  order.Details // with the parcel, once it is entered
	Why    *shop.Error   // of a refused one
}

// DispatchAll enters several parcels one after the other, each in a transaction of its own,
// and returns what became of each. One that its order has already, or that was taken
// back, changes nothing, so the same parcels can be sent again whatever happened.
//
// Errors: only those of the database; the parcels before are entered.
func (s *Service) DispatchAll(ctx context.Context, entries []Entry, by *order.Issuer) ([]Outcome, error) {
	return each(entries, func(o *Outcome) error {
		d, err := s.examine(ctx, o)
		if err != nil || o.Result == Known {
			return err
		}
		o.Order, err = s.Dispatch(ctx, d.ID, o.Request, by)
		return err
	})
}

// Preview returns what would become of several parcels. Nothing is stored.
//
// Errors: only those of the database.
func (s *Service) Preview(ctx context.Context, entries []Entry) ([]Outcome, error) {
	orders, at := make(map[string]order.Details), s.now()
	return each(entries, func(o *Outcome) error {
		d, seen := orders[o.OrderNumber]
		if seen {
			d = o.compare(d)
		} else {
			var err error
			if d, err = s.examine(ctx, o); err != nil {
				return err
			}
		}
		if o.Result == Known {
			return nil
		}
		parcel, err := o.Parcel(&d, at)
		if err == nil {
			d.Parcels = append(d.Parcels, parcel)
			orders[o.OrderNumber] = d
		}
		return err
	})
}

// each makes outcomes of entries. Refusals become part of them.
func each(entries []Entry, judge func(*Outcome) error) ([]Outcome, error) {
	all := make([]Outcome, len(entries))
	for i, entry := range entries {
		o := &all[i]
		o.Entry, o.Result = entry, Entered
		err := entry.Unread
		if err == nil {
			err = o.Check()
		}
		if err == nil {
			err = judge(o)
		}
		if err == nil {
			continue
		}
		if !errors.As(err, &o.Why) || errors.Is(err, shop.ErrDatabaseUnavailable) {
			return nil, err
		}
		o.Result = Refused
	}
	return all, nil
}

// examine reads the order of an entry, and notes if that knows the parcel.
func (s *Service) examine(ctx context.Context, o *Outcome) (order.Details, error) {
	d, err := s.store.OrderNumbered(ctx, o.OrderNumber)
	if err != nil {
		return d, err
	}
	return o.compare(d), nil
}

// compare notes if an order knows the parcel, and returns the order.
func (o *Outcome) compare(d order.Details) order.Details {
	if o.Number != "" && slices.ContainsFunc(d.Parcels, func(p order.Parcel) bool { return p.Carrier == o.Carrier && p.Number == o.Number }) {
		o.Result = Known
	}
	return d
}
