//go:build !race

package payment_test

import (
	"cmp"
	"errors"
	"fmt"
	"sync"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/payment"
)

// modelPayPal implements PayPal's contract without a network. The scheduler decides
// what happens to each call, see [world.pass].
type modelPayPal struct {
	world *world
	mu    sync.Mutex

	orders     []*modelOrder
	created    map[string]*modelOrder      // by request id
	refunds    map[string]*modelRefund     // by request id
	plan       string                      // of the next capture: a status, an issue or "amount"
	refundPlan string                      // of the next refund: PENDING or an issue
	clicked    map[string]bool             // orders that the buyer has captured on the shop's page
	moved      []payment.PayPalTransaction // what went back outside the shop
	disputes   []*modelDispute
	calls      int
}

// modelRefund is what PayPal remembers of a request for a refund.
type modelRefund struct {
	payment.PayPalRefund
	of      *modelOrder
	asked   shop.Cents             // 0: all that was left
	refusal *payment.PayPalRefusal // nil: it was accepted
}

// settle ends a refund that is pending.
func (r *modelRefund) settle(status string) {
	if r.Status != payment.PayPalRefundPending {
		return
	}
	r.Status = status
	r.of.pending -= r.Amount.Cents
	if status == payment.PayPalRefundCompleted {
		r.of.refunded += r.Amount.Cents
	}
}

type modelOrder struct {
	payment.PayPalOrder
	created   time.Time
	hidden    bool // not found on the next read
	asked     shop.Cents
	refunded  shop.Cents
	pending   shop.Cents // on its way back
	contested bool
	outside   shop.Cents // part of refunded: outside the shop
	own       []*modelRefund
	taken     bool // captured by the shop itself
}

// lifetime is how long PayPal keeps an order that nobody captures.
const lifetime = 6 * time.Hour

func (o *modelOrder) gone() bool { return len(o.Captures) == 0 && time.Since(o.created) >= lifetime }

func (o *modelOrder) held() shop.Cents {
	if len(o.Captures) == 0 || o.Captures[0].Status != payment.PayPalCaptureCompleted {
		return 0
	}
	return o.Captures[0].Amount.Cents - o.refunded
}

func newModelPayPal(w *world) *modelPayPal {
	return &modelPayPal{world: w, created: make(map[string]*modelOrder), refunds: make(map[string]*modelRefund),
		clicked: make(map[string]bool)}
}

var errLost = &payment.PayPalUnknown{Cause: errors.New("lost")}

// call lets the scheduler decide about a call: it does not arrive, is carried out, or
// is carried out but its answer is lost.
func (m *modelPayPal) call(p *process, name string, effect func() error) error {
	switch p.pass("paypal " + name) {
	case lostBefore:
		return errLost
	case lostAfter:
		m.mu.Lock()
		defer m.mu.Unlock()
		effect()
		return errLost
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return effect()
}

func (m *modelPayPal) find(id string) (*modelOrder, error) {
	for _, o := range m.orders {
		if o.ID == id && !o.gone() && !o.hidden {
			return o, nil
		}
		o.hidden = o.hidden && o.ID != id
	}
	return nil, &payment.PayPalRefusal{Status: 404, Name: "RESOURCE_NOT_FOUND"}
}

func (m *modelPayPal) id(kind string) string {
	m.calls++
	return fmt.Sprintf("%s%d", kind, m.calls)
}

func (m *modelPayPal) create(o payment.PayPalNewOrder) *modelOrder {
	if known := m.created[o.RequestID]; known != nil {
		return known
	}
	created := &modelOrder{asked: o.Amount, created: time.Now(), PayPalOrder: payment.PayPalOrder{
		ID: m.id("O"), Status: payment.PayPalOrderCreated, CustomID: o.CustomID, InvoiceID: o.InvoiceID,
		Amount: payment.PayPalAmount{Cents: o.Amount, Currency: "EUR"},
	}}
	m.orders = append(m.orders, created)
	m.created[o.RequestID] = created
	return created
}

func (m *modelPayPal) capture(o *modelOrder) error {
	switch {
	case len(o.Captures) > 0:
		return &payment.PayPalRefusal{Status: 422, Issue: payment.PayPalIssueOrderAlreadyCaptured}
	case o.Status != payment.PayPalOrderApproved:
		return &payment.PayPalRefusal{Status: 422, Issue: payment.PayPalIssueOrderNotApproved}
	}
	capture := payment.PayPalCapture{ID: m.id("C"), OrderID: o.ID, Status: payment.PayPalCaptureCompleted, Amount: o.Amount}
	plan := m.plan
	m.plan = ""
	switch plan {
	case payment.PayPalIssueInstrumentDeclined:
		o.Status = payment.PayPalOrderPayerActionRequired
		return &payment.PayPalRefusal{Status: 422, Issue: plan}
	case "TRANSACTION_REFUSED":
		return &payment.PayPalRefusal{Status: 422, Issue: plan}
	case "amount":
		capture.Amount.Cents--
	case "":
	default:
		capture.Status = plan
	}
	o.Status, o.Captures = payment.PayPalOrderCompleted, []payment.PayPalCapture{capture}
	return nil
}

// said returns a copy of an order, as in an answer.
func (o *modelOrder) said() payment.PayPalOrder {
	said := o.PayPalOrder
	said.Captures = append([]payment.PayPalCapture(nil), said.Captures...)
	if len(said.Captures) > 0 && o.refunded > 0 {
		said.Captures[0].Status = payment.PayPalCapturePartiallyRefunded
		if o.held() == 0 {
			said.Captures[0].Status = payment.PayPalCaptureRefunded
		}
	}
	said.Refunds = append([]payment.PayPalRefund(nil), o.Refunds...)
	for _, r := range o.own {
		said.Refunds = append(said.Refunds, r.PayPalRefund)
	}
	return said
}

func (m *modelPayPal) refund(capture string, wanted payment.PayPalNewRefund) (payment.PayPalRefund, error) {
	asked := shop.Cents(0)
	if wanted.Amount != nil {
		asked = *wanted.Amount
	}
	if known := m.refunds[wanted.RequestID]; known != nil {
		if known.CustomID != wanted.CustomID || known.asked != asked {
			m.world.wrong = "another body under the same request id: " + wanted.RequestID
		}
		if known.refusal != nil {
			return payment.PayPalRefund{}, known.refusal // the same request gets the same answer
		}
		return known.PayPalRefund, nil
	}
	for _, o := range m.orders {
		if len(o.Captures) == 0 || o.Captures[0].ID != capture {
			continue
		}
		left := o.held() - o.pending
		switch {
		case left == 0:
			return payment.PayPalRefund{}, &payment.PayPalRefusal{Status: 422, Issue: payment.PayPalIssueFullyRefunded}
		case asked > left:
			return payment.PayPalRefund{}, &payment.PayPalRefusal{Status: 422, Issue: payment.PayPalIssueRefundExceeded}
		}
		r := &modelRefund{of: o, asked: asked, PayPalRefund: payment.PayPalRefund{
			ID: m.id("R"), CaptureID: capture, CustomID: wanted.CustomID, Status: payment.PayPalRefundPending,
			Amount: payment.PayPalAmount{Cents: cmp.Or(asked, left), Currency: "EUR"},
		}}
		m.refunds[wanted.RequestID] = r
		plan := m.refundPlan
		m.refundPlan = ""
		if plan == payment.PayPalIssueInsufficientFunds {
			r.of, r.refusal = nil, &payment.PayPalRefusal{Status: 422, Issue: plan}
			return payment.PayPalRefund{}, r.refusal
		}
		o.pending += r.Amount.Cents
		o.own = append(o.own, r)
		if plan == "" {
			r.settle(payment.PayPalRefundCompleted)
		}
		return r.PayPalRefund, nil
	}
	return payment.PayPalRefund{}, &payment.PayPalRefusal{Status: 404, Name: "RESOURCE_NOT_FOUND"}
}
