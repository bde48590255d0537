// Package threshold watches how much is sold to consumers in other member states: the
// operator sees how far it is to [tax.Threshold], states what other channels sold, and is
// notified before and when it is passed.
package threshold

import (
	"context"
	"log/slog"
	"strconv"
	"time"

	"kontor/internal/rescue"
	"kontor/internal/shop"
	"kontor/internal/shop/audit"
	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
	"kontor/internal/shop/outbox"
	"kontor/internal/shop/tax"
)

// Store stores what counts. Each method but UninvoicedOrders is one transaction.
type Store interface {
	// DistanceSales returns what counted in the years from one to another, both inclusive.
	DistanceSales(ctx context.Context, from, until int) (tax.Meter, error)
	// UninvoicedOrders calls each for the paid orders to a country since a day that have no
	// invoice yet.
	UninvoicedOrders(ctx context.Context, country shop.Country, since shop.Day, each func(*order.Order)) error
	// SetElsewhere stores how much was sold through other channels in a year.
	SetElsewhere(ctx context.Context, year int, net shop.Cents) error
	// NotifyThreshold stores the notices and messages that due adds to what counted in the
	// years from one to another, and returns the messages. Two callers take turns.
	NotifyThreshold(ctx context.Context, from, until int, due func(tax.Meter) []message.Message) ([]message.Message, error)
}

// ErrInvalid refuses an amount of other channels.
var ErrInvalid = &shop.Error{Code: "ungueltiger_fernverkauf", Text: "Ungültiges Jahr oder ungültiger Betrag."}

// Service has the use cases on the threshold.
type Service struct {
	store  Store
	outbox *outbox.Outbox
	now    func() time.Time
}

// New returns the use cases on what a store counts. Notices go through the outbox.
func New(store Store, outbox *outbox.Outbox, now func() time.Time) *Service {
	return &Service{store: store, outbox: outbox, now: shop.Clock(now)}
}

// Status is how far it is to the threshold.
type Status struct {
	Year          int       // this one
	Meter         tax.Meter // this year and the one before
	AtDestination bool      // what is issued now is taxed where the goods arrive
	Orders        int64     // paid ones that will count as soon as they have an invoice
	Open          shop.Cents
}

// Status returns how far it is to the threshold today.
func (s *Service) Status(ctx context.Context, by *tax.Seller) (status Status, err error) {
	today := shop.DayOf(s.now())
	status.Year = today.Year()
	if status.Meter, err = s.store.DistanceSales(ctx, status.Year-1, status.Year); err != nil {
		return status, err
	}
	status.AtDestination = by.OSS(today) || status.Meter.AtDestination(status.Year)
	since := shop.Day(strconv.Itoa(status.Year-1) + "-01-01")
	for _, country := range shop.Countries {
		if !by.Treat(tax.Sale{To: country, Day: today}).Case.Distance() {
			continue
		}
		err := s.store.UninvoicedOrders(ctx, country, since, func(o *order.Order) {
			if amount := o.TotalCents(); amount > 0 {
				d := order.Details{Order: *o}
				status.Orders++
				status.Open += d.NetAtSeat(by, order.Invoice{Kind: order.InvoiceRegular, Amount: amount, Supply: today})
			}
		})
		if err != nil {
			return status, err
		}
	}
	return status, nil
}

// SetElsewhere stores how much was sold through other channels in this year or the one
// before, without tax. Error: [ErrInvalid].
func (s *Service) SetElsewhere(ctx context.Context, year int, net shop.Cents) error {
	this := shop.DayOf(s.now()).Year()
	if year != this && year != this-1 {
		return ErrInvalid.With("Nur für dieses und das vergangene Jahr.")
	}
	if net < 0 || net > shop.MaxCents {
		return ErrInvalid
	}
	return s.store.SetElsewhere(ctx, year, net)
}

// Entry is what the audit log says of a new amount of other channels.
func Entry(year int, before, after shop.Cents) audit.Entry {
	amount := func(c shop.Cents) string { return c.String() + " €" }
	return audit.Entry{Action: audit.Elsewhere, Subject: audit.Subject(audit.KindYear, strconv.Itoa(year)), From: amount(before), To: amount(after)}
}

// pause is how often the service checks whether a notice is due that nobody stored with
// its document, because the process was killed in between.
const pause = time.Minute

// Run notifies the operator of what is due until the context ends.
func (s *Service) Run(ctx context.Context, by *tax.Seller, log *slog.Logger) {
	tick := time.NewTicker(pause)
	defer tick.Stop()
	for {
		rescue.Run(log, "threshold", func() {
			if err := s.Notify(ctx, by); err != nil && ctx.Err() == nil {
				log.Error("threshold not watched", slog.Any("error", err))
			}
		})
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// Notify sends the operator what is due, each notice once.
func (s *Service) Notify(ctx context.Context, by *tax.Seller) error {
	now := s.now()
	today := shop.DayOf(now)
	from, until := today.Year()-2, today.Year()
	meter, err := s.store.DistanceSales(ctx, from, until)
	if err != nil || by.OSS(today) || len(due(meter, until)) == 0 {
		return err
	}
	return s.outbox.Deliver(ctx, func(sending message.Sending) ([]message.Message, *order.Order, error) {
		owed, err := s.store.NotifyThreshold(ctx, from, until, func(m tax.Meter) (messages []message.Message) {
			for _, n := range due(m, until) {
				messages = append(messages, n.message(m, sending, now))
				year := m[n.year]
				year.Notified = n.kind
				m[n.year] = year
			}
			return messages
		})
		return owed, nil, err
	})
}
