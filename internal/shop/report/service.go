package report

import (
	"context"
	"log/slog"
	"time"

	"kontor/internal/rescue"
	"kontor/internal/shop"
	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
	"kontor/internal/shop/outbox"
)

// Store is what the report needs from the database.
type Store interface {
	// ReportFigures returns the figures of a day, and the time of the first order of all;
	// zero: there is none. Unpaid orders from before the given time are overdue.
	ReportFigures(ctx context.Context, day shop.Day, overdue time.Time) (f Figures, begun time.Time, err error)
	// OweOnce stores a message unless one with its key exists, and returns what it
	// stored.
	OweOnce(context.Context, message.Message) ([]message.Message, error)
}

// Options are the parts and settings of [Service].
type Options struct {
	Store  Store
	Outbox *outbox.Outbox
	At     time.Duration // after midnight in Berlin
	// Condition returns how the shop stands apart from its orders.
	Condition func(context.Context) Condition
	Now       func() time.Time
	Log       *slog.Logger
}

// Service reports to the operator once a day.
type Service struct {
	Options
	sent shop.Day // the latest day on which a report was stored, as far as this process knows
}

// New returns the daily report.
func New(o Options) *Service {
	o.Now = shop.Clock(o.Now)
	return &Service{Options: o}
}

// pause is how often the service checks whether a report is due: a clock may be set, and
// a machine may sleep.
const pause = 30 * time.Second

// Run sends each day's report until the context ends. A shop that starts after the
// day's time sends it then, unless it was sent before.
func (s *Service) Run(ctx context.Context) {
	tick := time.NewTicker(pause)
	defer tick.Stop()
	for {
		rescue.Run(s.Log, "daily report", func() { s.Turn(ctx) })
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// Turn sends the day's report if it is due. Several instances send it once.
func (s *Service) Turn(ctx context.Context) {
	now := s.Now()
	today := shop.DayOf(now)
	if s.sent == today || now.Before(dueAt(today, s.At)) || !s.Outbox.Configured() {
		return
	}
	if err := s.send(ctx, today, now); err != nil {
		if ctx.Err() == nil {
			s.Log.Error("daily report not written", slog.Any("error", err))
		}
		return
	}
	s.sent = today
}

// dueAt returns when the report of a day is due: on days with another length too, the
// clock on the wall counts.
func dueAt(day shop.Day, at time.Duration) time.Time {
	midnight := day.Start()
	year, month, date := midnight.Date()
	return time.Date(year, month, date, 0, 0, int(at/time.Second), 0, shop.Berlin)
}

func (s *Service) send(ctx context.Context, today shop.Day, now time.Time) error {
	yesterday := shop.DayOf(today.Start().Add(-time.Hour))
	figures, begun, err := s.Store.ReportFigures(ctx, yesterday, now.Add(-OverdueAfter))
	if err != nil {
		return err
	}
	condition := s.Condition(ctx)
	return s.Outbox.Deliver(ctx, func(sending message.Sending) ([]message.Message, *order.Order, error) {
		m := message.Message{
			Key: "bericht-" + string(today), Kind: message.KindReport, Language: shop.Languages[0], CreatedAt: now,
			Report: Compose(yesterday, &figures, &condition, begun, now),
		}
		m.Begin(sending, now)
		owed, err := s.Store.OweOnce(ctx, m)
		return owed, nil, err
	})
}
