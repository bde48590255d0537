package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
	"syscall"
	"time"

	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
	"kontor/internal/shop/payment"
	"kontor/internal/store"
)

// This file is not part of the program: the tests compile it in. It kills the process
// at the point named by KILL, appends the points reached to the file in KILL_LOG, and
// shifts the clock of payments and messages by the duration in the file in CLOCK_FILE.

var points struct {
	sync.Mutex
	reached map[string]int
}

// reach counts how often a point was reached, and ends the process at the chosen time,
// like a power failure.
func reach(point string) {
	points.Lock()
	defer points.Unlock()
	if points.reached == nil {
		points.reached = make(map[string]int)
	}
	points.reached[point]++
	name := fmt.Sprintf("%s#%d", point, points.reached[point])
	if path := os.Getenv("KILL_LOG"); path != "" {
		log, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
		if err != nil {
			panic(err)
		}
		fmt.Fprintln(log, name)
		log.Close()
	}
	if os.Getenv("KILL") == name {
		syscall.Kill(os.Getpid(), syscall.SIGKILL)
		select {}
	}
}

// shifted returns a clock that is ahead by the file's current content.
func shifted(now func() time.Time) func() time.Time {
	return func() time.Time {
		text, err := os.ReadFile(os.Getenv("CLOCK_FILE"))
		if err != nil {
			panic(err)
		}
		shift, err := time.ParseDuration(string(text))
		if err != nil {
			panic(err)
		}
		return now().Add(shift)
	}
}

// killing reaches points before, within and after the transactions of payments.
type killing struct{ *store.DB }

func (k killing) OpenPayment(ctx context.Context, o payment.Opening) (payment.Opened, error) {
	reach("open before")
	defer reach("open after")
	return k.DB.OpenPayment(ctx, o)
}

func (k killing) ChangePayment(ctx context.Context, c payment.Change) (payment.Changed, error) {
	reach("step before")
	defer reach("step after")
	apply, owe := c.Apply, c.Owe
	c.Apply = func(p *payment.Payment) {
		apply(p)
		reach("step within")
	}
	c.Owe = func(before, after *payment.Payment, placed *order.Order) []message.Message {
		reach("step before commit")
		if owe == nil {
			return nil
		}
		return owe(before, after, placed)
	}
	return k.DB.ChangePayment(ctx, c)
}

func (k killing) ClaimPayments(ctx context.Context, limit int, at time.Time) ([]payment.Payment, error) {
	claimed, err := k.DB.ClaimPayments(ctx, limit, at)
	if len(claimed) > 0 {
		reach("claim after")
	}
	return claimed, err
}

func (k killing) KeepForeignMoney(ctx context.Context, p payment.Payment, owed []message.Message) ([]message.Message, error) {
	reach("foreign before")
	defer reach("foreign after")
	return k.DB.KeepForeignMoney(ctx, p, owed)
}

// ForgetBaskets reaches points if there is something to forget.
func (k killing) ForgetBaskets(ctx context.Context, before time.Time) error {
	page, err := k.DB.Payments(ctx, payment.Filter{})
	if err != nil || !slices.ContainsFunc(page.Payments, func(p payment.Payment) bool {
		return p.Basket != nil && p.State.WithoutMoney() && p.Since.Before(before)
	}) {
		return errors.Join(err, k.DB.ForgetBaskets(ctx, before))
	}
	reach("forget before")
	defer reach("forget after")
	return k.DB.ForgetBaskets(ctx, before)
}

func (k killing) ClaimRefunds(ctx context.Context, limit int, at time.Time) ([]payment.Refund, error) {
	claimed, err := k.DB.ClaimRefunds(ctx, limit, at)
	if len(claimed) > 0 {
		reach("refunds claimed after")
	}
	return claimed, err
}

func (k killing) OrderRefund(ctx context.Context, wanted payment.Refund) (payment.Refund, bool, error) {
	reach("refund before")
	defer reach("refund after")
	return k.DB.OrderRefund(ctx, wanted)
}

func (k killing) ChangeRefund(ctx context.Context, c payment.RefundChange) (payment.ChangedRefund, error) {
	reach("refund changed before")
	defer reach("refund changed after")
	owe := c.Owe
	c.Owe = func(before, after *payment.Refund, of *payment.Payment, o *order.Order) []message.Message {
		reach("refund changed before commit")
		return owe(before, after, of, o)
	}
	return k.DB.ChangeRefund(ctx, c)
}

func (k killing) ClaimSweep(ctx context.Context, name payment.SweepName, at, again time.Time) (payment.Sweep, bool, error) {
	sweep, mine, err := k.DB.ClaimSweep(ctx, name, at, again)
	if mine {
		reach("sweep " + string(name) + " claimed")
	}
	return sweep, mine, err
}

func (k killing) FinishSweep(ctx context.Context, s payment.Sweep, next time.Time) error {
	reach("sweep " + string(s.Name) + " finished before")
	defer reach("sweep " + string(s.Name) + " finished after")
	return k.DB.FinishSweep(ctx, s, next)
}

func (k killing) ReadSoon(ctx context.Context, id int64, at time.Time) error {
	reach("sweep read soon before")
	defer reach("sweep read soon after")
	return k.DB.ReadSoon(ctx, id, at)
}

func (k killing) KeepDispute(ctx context.Context, c payment.DisputeChange) (bool, []message.Message, error) {
	reach("dispute before")
	defer reach("dispute after")
	owe := c.Owe
	c.Owe = func(before, after *payment.Dispute, of *payment.Payment) []message.Message {
		reach("dispute before commit")
		return owe(before, after, of)
	}
	return k.DB.KeepDispute(ctx, c)
}

func (k killing) KeepPayPalEvent(ctx context.Context, e payment.PayPalEvent, at time.Time) error {
	reach("event before")
	defer reach("event after")
	return k.DB.KeepPayPalEvent(ctx, e, at)
}

func (k killing) ClaimPayPalEvents(ctx context.Context, limit int, at time.Time) ([]payment.PayPalEvent, error) {
	claimed, err := k.DB.ClaimPayPalEvents(ctx, limit, at)
	if len(claimed) > 0 {
		reach("event claimed after")
	}
	return claimed, err
}

func (k killing) FinishPayPalEvent(ctx context.Context, id string) error {
	reach("event finished before")
	defer reach("event finished after")
	return k.DB.FinishPayPalEvent(ctx, id)
}
