//go:build !race

package payment_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"kontor/internal/shop/message"
	"kontor/internal/shop/payment"
)

// stored is the journal as a process reaches it: each write can get lost, or its
// answer.
type stored struct {
	payment.Store
	process *process
}

var errStore = errors.New("the database does not answer")

func passStore(p *process, label string, do func() error) error {
	switch p.pass("store " + label) {
	case lostBefore:
		return errStore
	case lostAfter:
		do()
		return errStore
	}
	return do()
}

func (s *stored) OpenPayment(ctx context.Context, o payment.Opening) (opened payment.Opened, err error) {
	err = passStore(s.process, "open", func() error { opened, err = s.Store.OpenPayment(ctx, o); return err })
	return opened, err
}

func (s *stored) ChangePayment(ctx context.Context, c payment.Change) (changed payment.Changed, err error) {
	err = passStore(s.process, fmt.Sprint("change ", c.ID), func() error {
		changed, err = s.Store.ChangePayment(ctx, c)
		if err == nil {
			s.process.world.wantTrue(&changed)
		}
		return err
	})
	return changed, err
}

func (s *stored) ClaimPayments(ctx context.Context, limit int, at time.Time) (claimed []payment.Payment, err error) {
	err = passStore(s.process, "claim", func() error { claimed, err = s.Store.ClaimPayments(ctx, limit, at); return err })
	return claimed, err
}

func (s *stored) OrderRefund(ctx context.Context, r payment.Refund) (ordered payment.Refund, mine bool, err error) {
	err = passStore(s.process, "refund", func() error { ordered, mine, err = s.Store.OrderRefund(ctx, r); return err })
	return ordered, mine, err
}

func (s *stored) ClaimRefunds(ctx context.Context, limit int, at time.Time) (claimed []payment.Refund, err error) {
	err = passStore(s.process, "claim refunds", func() error { claimed, err = s.Store.ClaimRefunds(ctx, limit, at); return err })
	return claimed, err
}

func (s *stored) KeepForeignMoney(ctx context.Context, p payment.Payment, owed []message.Message) (stored []message.Message, err error) {
	err = passStore(s.process, "keep", func() error { stored, err = s.Store.KeepForeignMoney(ctx, p, owed); return err })
	return stored, err
}

func (s *stored) ForgetBaskets(ctx context.Context, before time.Time) error {
	return passStore(s.process, "forget", func() error { return s.Store.ForgetBaskets(ctx, before) })
}

func (s *stored) ChangeRefund(ctx context.Context, c payment.RefundChange) (changed payment.ChangedRefund, err error) {
	err = passStore(s.process, fmt.Sprint("change refund ", c.ID), func() error { changed, err = s.Store.ChangeRefund(ctx, c); return err })
	return changed, err
}
