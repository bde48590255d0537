//go:build !race

package payment_test

import (
	"context"
	"time"

	"kontor/internal/shop/payment"
)

// gateway is one process's connection to PayPal.
type gateway struct {
	*modelPayPal
	process *process
}

func (g gateway) CreateOrder(_ context.Context, o payment.PayPalNewOrder) (said payment.PayPalOrder, err error) {
	err = g.call(g.process, "create", func() error { said = g.create(o).said(); return nil })
	return said, err
}

func (g gateway) Order(_ context.Context, id string) (said payment.PayPalOrder, err error) {
	err = g.call(g.process, "read "+id, func() error {
		o, err := g.find(id)
		if err == nil {
			said = o.said()
		}
		return err
	})
	return said, err
}

func (g gateway) CaptureOrder(_ context.Context, id, _ string) (said payment.PayPalOrder, err error) {
	err = g.call(g.process, "capture "+id, func() error {
		if g.world.confirm && !g.clicked[id] {
			g.world.wrong = "captured without the buyer's own click: " + id
		}
		o, err := g.find(id)
		if err == nil {
			if err = g.capture(o); err == nil {
				said, o.taken = o.said(), true
			}
		}
		return err
	})
	return said, err
}

func (g gateway) RefundCapture(_ context.Context, capture string, r payment.PayPalNewRefund) (said payment.PayPalRefund, err error) {
	err = g.call(g.process, "refund "+capture, func() (err error) {
		said, err = g.refund(capture, r)
		return err
	})
	return said, err
}

func (g gateway) Capture(_ context.Context, id string) (said payment.PayPalCapture, err error) {
	err = g.call(g.process, "read "+id, func() error {
		for _, o := range g.orders {
			if len(o.Captures) > 0 && o.Captures[0].ID == id {
				said = o.said().Captures[0]
				return nil
			}
		}
		return &payment.PayPalRefusal{Status: 404, Name: "RESOURCE_NOT_FOUND"}
	})
	return said, err
}

func (g gateway) Refund(_ context.Context, id string) (said payment.PayPalRefund, err error) {
	err = g.call(g.process, "read "+id, func() error {
		for _, r := range g.refunds {
			if r.ID == id {
				said = r.PayPalRefund
				return nil
			}
		}
		return &payment.PayPalRefusal{Status: 404, Name: "RESOURCE_NOT_FOUND"}
	})
	return said, err
}

func (g gateway) VerifyWebhook(context.Context, payment.PayPalWebhook) (bool, error) {
	return true, nil
}

func (g gateway) Transactions(_ context.Context, from, to time.Time) (said []payment.PayPalTransaction, err error) {
	err = g.call(g.process, "transactions", func() error {
		if !g.world.search {
			return &payment.PayPalRefusal{Status: 403, Name: "NOT_AUTHORIZED"}
		}
		for _, t := range g.moved {
			if !t.Initiated.Before(from) && !t.Initiated.After(to) {
				said = append(said, t)
			}
		}
		return nil
	})
	return said, err
}
