package payment

import (
	"context"
	"errors"
	"log/slog"
	"time"
)

// A sweep reads one of PayPal's lists, so that nothing that happens there is missed
// without a notification. Instances share the table of sweeps: each list is read once.

// SweepName is a list at PayPal.
type SweepName string

// SweepTransactions reads what moved on the merchant's account.
const SweepTransactions SweepName = "umsaetze"

// Sweep is how far a list has been read.
type Sweep struct {
	Name  SweepName
	Until time.Time // what changed before is known; zero: nothing is
}

const (
	// sweepRetry is when a list is read again after a failure or a crash.
	sweepRetry = time.Hour
	// transactionsEvery and the three hours by which PayPal's data may be late together
	// stay far below a day.
	transactionsEvery = 6 * time.Hour
	// sweepDay is how much of a list one call asks for, and how much of what was read
	// before is read again, since entries can appear late.
	sweepDay = 24 * time.Hour
	// Protected is how long after a payment buyers can contest it.
	Protected = 180 * 24 * time.Hour
)

// sweep reads the lists that are due.
func (p *Service) sweep(ctx context.Context) {
	for _, list := range []struct {
		name SweepName
		read func(context.Context, *Sweep) (time.Duration, error)
	}{
		{SweepTransactions, p.sweepTransactions},
		{SweepDisputes, p.sweepDisputes},
	} {
		if p.pausing() || ctx.Err() != nil {
			return
		}
		if err := p.sweepOne(ctx, list.name, list.read); err != nil {
			p.heed(err)
			p.notReconciled(err)
		}
	}
}

// sweepOne reads a list if it is due, and stores how far it was read and when it is due
// next.
func (p *Service) sweepOne(ctx context.Context, name SweepName, read func(context.Context, *Sweep) (time.Duration, error)) error {
	sweep, mine, err := p.Store.ClaimSweep(ctx, name, p.Now(), p.Now().Add(sweepRetry))
	if err != nil || !mine {
		return err
	}
	next, err := read(ctx, &sweep)
	return errors.Join(err, p.Store.FinishSweep(ctx, sweep, p.Now().Add(next)))
}

// sweepTransactions makes every payment due about which money moved at PayPal. If the
// account lacks the permission, or PayPal has not shown the list for a day, every
// payment within the buyers' protection is read by itself.
func (p *Service) sweepTransactions(ctx context.Context, s *Sweep) (next time.Duration, err error) {
	at := p.Now()
	err = p.followTransactions(ctx, s.from(at), at)
	switch {
	case err == nil:
		s.Until = at
		return transactionsEvery, nil
	case at.Sub(s.Until) < sweepDay:
		return sweepRetry, err
	}
	p.Log.Info("payments are read one by one", slog.Bool("permission", !noPermission(err)), slog.Any("error", err))
	if err := p.Store.ReadPaidSoon(ctx, at.Add(-Protected), at); err != nil {
		return sweepRetry, err
	}
	s.Until = at
	return sweepDay, nil
}

// from returns from when a list has to be read: a day more than is new, and the last day
// if nothing was read before.
func (s *Sweep) from(at time.Time) time.Time {
	if s.Until.IsZero() {
		return at.Add(-sweepDay)
	}
	if earliest := at.Add(-Protected); s.Until.Before(earliest) {
		return earliest
	}
	return s.Until.Add(-sweepDay)
}

// followTransactions reads the movements between two times a day at a time, and makes
// the payments due that they are about.
func (p *Service) followTransactions(ctx context.Context, from, to time.Time) error {
	for day := from; day.Before(to); day = day.Add(sweepDay) {
		end := day.Add(sweepDay)
		if end.After(to) {
			end = to
		}
		transactions, err := p.PayPal.Transactions(ctx, day, end)
		if err != nil {
			return err
		}
		for i := range transactions {
			if err := p.followTransaction(ctx, &transactions[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// followTransaction makes the payment due that a movement of money is about, unless the
// journal knows of it already.
func (p *Service) followTransaction(ctx context.Context, t *PayPalTransaction) error {
	payment, err := payer(ctx, p.Store, t)
	switch {
	case errors.Is(err, ErrNotFound):
		return nil // the account has other business
	case err != nil:
		return err
	case t.EventCode == PayPalEventPayment && payment.Capture.ID == t.ID && payment.State.settled():
		return nil
	}
	return p.Store.ReadSoon(ctx, payment.ID, p.Now())
}
