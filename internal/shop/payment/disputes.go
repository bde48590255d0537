package payment

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
)

const (
	// SweepDisputes reads the disputes.
	SweepDisputes SweepName = "konflikte"
	// disputesEvery leaves the seller nearly all the days that PayPal gives for an answer.
	disputesEvery = time.Hour
)

// sweepDisputes reads the disputes that changed since the last time, at first all. An
// account that lacks the permission is asked again the next day.
func (p *Service) sweepDisputes(ctx context.Context, s *Sweep) (next time.Duration, err error) {
	at, since := p.Now(), time.Time{}
	if !s.Until.IsZero() {
		since = s.Until.Add(-disputesEvery)
	}
	err = p.readDisputes(ctx, since)
	switch {
	case noPermission(err):
		p.Log.Info("disputes are not read", slog.Any("error", err))
		return sweepDay, nil
	case err != nil:
		return disputesEvery, err
	}
	s.Until = at
	return disputesEvery, nil
}

// noPermission reports whether PayPal says that the account lacks the permission.
func noPermission(err error) bool {
	var refusal *PayPalRefusal
	return errors.As(err, &refusal) && refusal.NoPermission()
}

// readDisputes reads the disputes that changed at PayPal since a time, and keeps each
// of them. One that cannot be kept does not hold up the others.
//
// Errors: a *PayPalRefusal if PayPal refuses the list, see
// [PayPalRefusal.NoPermission].
func (p *Service) readDisputes(ctx context.Context, since time.Time) error {
	all, err := p.PayPal.Disputes(ctx, since)
	if err != nil {
		return err
	}
	var failures []error
	for i := range all {
		failures = append(failures, p.keepDispute(ctx, &all[i]))
	}
	return errors.Join(failures...)
}

// followDispute reads the dispute that a notification names, and reports whether the
// notification is done. If PayPal does not let the shop read disputes, the operator
// hears at least that there is one.
func (p *Service) followDispute(ctx context.Context, event PayPalEvent) bool {
	said, err := p.PayPal.Dispute(ctx, event.DisputeID)
	if noPermission(err) {
		p.Log.Warn("PayPal does not let the shop read disputes", slog.Any("error", err))
		said, err = event.dispute(), nil
	}
	if err != nil {
		return p.unread(event, err)
	}
	if err := p.keepDispute(ctx, &said); err != nil {
		p.notReconciled(err)
		return false
	}
	return true
}

// dispute returns what a notification alone discloses of a dispute.
func (e *PayPalEvent) dispute() PayPalDispute {
	said := PayPalDispute{ID: e.DisputeID}
	if e.CaptureID != "" {
		said.CaptureIDs = []string{e.CaptureID}
	}
	if e.Type == payPalDisputeResolved {
		said.Status = PayPalDisputeResolved
	}
	return said
}

// payPalDisputeResolved is the type of the notification that ends a dispute.
const payPalDisputeResolved = "CUSTOMER.DISPUTE.RESOLVED"

// errDisputedUnread means that somebody else is reading the contested payment, or that
// reading it failed.
var errDisputedUnread = errors.New("checkout: a contested payment is not read")

// keepDispute stores PayPal's state of a dispute. The contested payment is read before,
// so that the journal knows what had gone back by then, and after, since the verdict
// moves money.
func (p *Service) keepDispute(ctx context.Context, said *PayPalDispute) error {
	if err := p.readDisputed(ctx, said); err != nil {
		return err
	}
	at := p.Now()
	news := false
	err := p.Outbox.Deliver(ctx, func(sending message.Sending) (owed []message.Message, _ *order.Order, err error) {
		news, owed, err = p.Store.KeepDispute(context.Background(), DisputeChange{
			Said: *said, At: at,
			Owe: func(before, after *Dispute, of *Payment) []message.Message {
				return owedForDispute(before, after, of, p.Sandbox, sending, at)
			},
		})
		return owed, nil, err
	})
	if err != nil || !news {
		return err
	}
	p.Log.Info("dispute changed", slog.String("dispute", said.ID), slog.String("status", said.Status), slog.String("outcome", said.Outcome))
	return p.readDisputed(ctx, said)
}

// readDisputed reads the payment that a dispute is about, if the journal knows it.
func (p *Service) readDisputed(ctx context.Context, said *PayPalDispute) error {
	for _, capture := range said.CaptureIDs {
		payment, err := p.Store.PaymentByCapture(ctx, capture)
		switch {
		case errors.Is(err, ErrNotFound):
			continue
		case err != nil:
			return err
		}
		if _, read := p.readNews(ctx, payment.ID); !read {
			return errDisputedUnread
		}
		return nil
	}
	return nil
}
