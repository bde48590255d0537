package paypal_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"kontor/internal/paypal/paypalsim"
	"kontor/internal/shop"
	"kontor/internal/shop/payment"
)

// unclear are the faults that leave the outcome unknown, with the status that the error
// then names.
var unclear = map[paypalsim.Kind]int{
	paypalsim.InternalError: 500, paypalsim.BadGateway: 502, paypalsim.Unavailable: 503, paypalsim.CreatedPage: 201,
	paypalsim.BlockedPage: 403, paypalsim.MissingPage: 404, paypalsim.TooManyRequests: 429, paypalsim.Conflict: 409,
	paypalsim.Cut: 0, paypalsim.CutInAnswer: 201, paypalsim.Endless: 200, paypalsim.Redirect: 307,
}

// T10, T11, S39: whether the money moved before the failure or not, the outcome is
// reported as unknown; the same request id then takes effect once.
func TestT10_T11_UnknownIsUnknown(t *testing.T) {
	t.Parallel()
	for kind, status := range unclear {
		for _, done := range []bool{false, true} {
			t.Run(string(kind)+map[bool]string{true: " after"}[done], func(t *testing.T) {
				t.Parallel()
				m := open(t)
				order := m.approved(t, "a1")
				m.sim.Fail(paypalsim.Capture, paypalsim.Fault{Kind: kind, Done: done})
				_, err := m.CaptureOrder(t.Context(), order.ID, "a1-einzug-1")
				if unknown := wantUnknown(t, err); unknown.Status != status {
					t.Errorf("status %d, want %d: %v", unknown.Status, status, err)
				}
				if moved := m.sim.Entry(order.ID).Captured; (moved != 0) != done {
					t.Fatalf("%d cents moved", moved)
				}
				paid, err := m.CaptureOrder(t.Context(), order.ID, "a1-einzug-1")
				if err != nil || len(paid.Captures) != 1 || m.sim.Entry(order.ID).Captured != 2730 || len(m.sim.Entry(order.ID).CaptureIDs) != 1 {
					t.Errorf("repeated: %+v, %v; the books: %+v", paid, err, m.sim.Entry(order.ID))
				}
				if m.sim.Strayed() != 0 {
					t.Error("a redirect was followed")
				}
			})
		}
	}
}

// The other calls sort their answers alike.
func TestT10_EveryCallSplitsAlike(t *testing.T) {
	t.Parallel()
	m := open(t)
	capture := m.captured(t, "a1")
	refund, err := m.RefundCapture(t.Context(), capture.ID, payment.PayPalNewRefund{RequestID: "a1-erstattung", Amount: new(shop.Cents(100))})
	if err != nil {
		t.Fatal(err)
	}
	calls := map[paypalsim.Operation]func() error{
		paypalsim.Create: func() error { _, err := m.CreateOrder(t.Context(), newOrder("b1")); return err },
		paypalsim.Read:   func() error { _, err := m.Order(t.Context(), capture.OrderID); return err },
		paypalsim.ReadCapture: func() error {
			_, err := m.Capture(t.Context(), capture.ID)
			return err
		},
		paypalsim.Refund: func() error {
			_, err := m.RefundCapture(t.Context(), capture.ID, payment.PayPalNewRefund{RequestID: "a1-rest"})
			return err
		},
		paypalsim.ReadRefund: func() error { _, err := m.Refund(t.Context(), refund.ID); return err },
	}
	for operation, ask := range calls {
		for kind := range unclear {
			m.sim.Fail(operation, paypalsim.Fault{Kind: kind, Times: -1}) // a read that is cut off is repeated on a new connection
			wantUnknown(t, ask())
			m.sim.Heal()
		}
		m.sim.Fail(operation, paypalsim.Fault{Kind: paypalsim.NotFound})
		if refusal := wantRefusal(t, ask()); refusal.Status != 404 || refusal.Issue != "INVALID_RESOURCE_ID" || refusal.DebugID == "" {
			t.Errorf("%s: %+v", operation, refusal)
		}
		if err := ask(); err != nil {
			t.Errorf("%s: %v", operation, err)
		}
	}
	if entry := m.sim.Entry(capture.OrderID); entry.Refunded != 2730 {
		t.Errorf("the books: %+v", entry)
	}
}

func TestRetryAfterIsTold(t *testing.T) {
	t.Parallel()
	m := open(t)
	m.sim.Fail(paypalsim.Create, paypalsim.Fault{Kind: paypalsim.TooManyRequests})
	_, err := m.CreateOrder(t.Context(), newOrder("a1"))
	if unknown := wantUnknown(t, err); unknown.RetryAfter != 7*time.Second || !unknown.RateLimited() || unknown.DebugID == "" {
		t.Errorf("%+v", unknown)
	}
}

// T12: if the answer to a capture does not mention the money, the order is read; if
// that fails, the outcome is unknown.
func TestT12_AnswerWithoutPurchaseUnits(t *testing.T) {
	t.Parallel()
	m := open(t)
	order := m.approved(t, "a1")
	m.sim.Fail(paypalsim.Capture, paypalsim.Fault{Kind: paypalsim.NoUnits, Done: true})
	paid, err := m.CaptureOrder(t.Context(), order.ID, "a1-einzug-1")
	if err != nil || len(paid.Captures) != 1 || m.sim.Calls(paypalsim.Read) != 1 {
		t.Fatalf("%+v, %v", paid, err)
	}
	for _, kind := range []paypalsim.Kind{paypalsim.InternalError, paypalsim.NotFound, paypalsim.NoUnits} {
		m.sim.Fail(paypalsim.Capture, paypalsim.Fault{Kind: paypalsim.NoUnits, Done: true})
		m.sim.Fail(paypalsim.Read, paypalsim.Fault{Kind: kind, Done: true})
		_, err = m.CaptureOrder(t.Context(), order.ID, "a1-einzug-1")
		wantUnknown(t, err)
	}
}

// T10, T26, T27: PayPal's own refusal is reported in PayPal's words.
func TestT26_T27_Refusals(t *testing.T) {
	t.Parallel()
	m := open(t)
	order := m.create(t, "a1")
	_, err := m.CaptureOrder(t.Context(), order.ID, "a1-einzug-1")
	if refusal := wantRefusal(t, err); refusal.Issue != payment.PayPalIssueOrderNotApproved || refusal.Status != 422 {
		t.Errorf("not approved: %+v", refusal)
	}
	m.sim.Approve(order.ID)
	m.sim.PlanCapture(order.ID, paypalsim.Plan{Issue: payment.PayPalIssueInstrumentDeclined})
	for range 2 {
		_, err = m.CaptureOrder(t.Context(), order.ID, "a1-einzug-1")
		if refusal := wantRefusal(t, err); refusal.Issue != payment.PayPalIssueInstrumentDeclined {
			t.Errorf("declined: %+v", refusal)
		}
	}
	m.sim.Approve(order.ID)
	if _, err := m.CaptureOrder(t.Context(), order.ID, "a1-einzug-2"); err != nil {
		t.Errorf("with a new request id: %v", err)
	}
	for _, issue := range []string{"PENDING_CAPTURE", payment.PayPalIssueInsufficientFunds, payment.PayPalIssueRefundTimeLimit, "TRANSACTION_DISPUTED"} {
		m.sim.PlanRefund(paypalsim.Plan{Issue: issue})
		_, err = m.RefundCapture(t.Context(), m.sim.Entry(order.ID).CaptureIDs[0], payment.PayPalNewRefund{RequestID: "a1-erstattung"})
		if refusal := wantRefusal(t, err); refusal.Issue != issue {
			t.Errorf("%s: %+v", issue, refusal)
		}
	}
}

// T42: a closed tab does not cancel a capture or a refund; a deadline ends the wait,
// with an unknown outcome.
func TestT42_CapturesOutliveTheirCaller(t *testing.T) {
	t.Parallel()
	m := open(t)
	order := m.approved(t, "a1")
	ctx, cancel := context.WithCancel(t.Context())
	m.sim.Watch(func(o paypalsim.Operation, at paypalsim.Moment) {
		if (o == paypalsim.Capture || o == paypalsim.Refund) && at == paypalsim.Before {
			cancel()
		}
	})
	paid, err := m.CaptureOrder(ctx, order.ID, "a1-einzug-1")
	if err != nil || ctx.Err() == nil {
		t.Fatalf("%v, %v", err, ctx.Err())
	}
	if _, err := m.RefundCapture(ctx, paid.Captures[0].ID, payment.PayPalNewRefund{RequestID: "a1-erstattung"}); err != nil {
		t.Error(err)
	}
	if _, err := m.Order(ctx, order.ID); !errors.Is(wantUnknown(t, err), context.Canceled) {
		t.Errorf("the read was not cancelled: %v", err)
	}
	m.sim.Fail(paypalsim.Capture, paypalsim.Fault{Kind: paypalsim.Hang})
	_, err = m.CaptureOrder(deadline(t, 50*time.Millisecond), order.ID, "a1-einzug-2")
	if !errors.Is(wantUnknown(t, err), context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
}

// T11: a PayPal that never answers, or never stops answering, is given up after the
// configured time.
func TestT11_TimeOuts(t *testing.T) {
	t.Parallel()
	m := open(t, func(s *settings) { s.Timeout = 100 * time.Millisecond })
	order := m.approved(t, "a1")
	for _, kind := range []paypalsim.Kind{paypalsim.Hang, paypalsim.Drip} {
		for _, operation := range []paypalsim.Operation{paypalsim.Read, paypalsim.Capture} {
			m.sim.Fail(operation, paypalsim.Fault{Kind: kind, Done: true})
		}
		_, err := m.Order(t.Context(), order.ID)
		wantUnknown(t, err)
		_, err = m.CaptureOrder(t.Context(), order.ID, "a1-einzug-1")
		wantUnknown(t, err)
	}
	if entry := m.sim.Entry(order.ID); entry.Captured != 2730 {
		t.Errorf("the books: %+v", entry)
	}
}

// S40: PayPal's answers are checked against the request and the documented formats;
// anything else is not an answer.
func TestS40_AnswersAreNotTrusted(t *testing.T) {
	t.Parallel()
	const good = `{"id":"5O19","status":"COMPLETED","purchase_units":[{"amount":{"currency_code":"EUR","value":"27.30"},"payments":{"captures":[{"id":"2GG2","status":"COMPLETED","amount":{"currency_code":"EUR","value":"27.30"}}]}}]}`
	var body string
	m := open(t, func(s *settings) { s.BaseURL = answering(t, &body) })
	body = good
	if order, err := m.Order(t.Context(), "5O19"); err != nil || !order.Captures[0].Amount.Is(2730) {
		t.Fatalf("%+v, %v", order, err)
	}
	for name, change := range map[string][2]string{
		"another order":        {`"id":"5O19"`, `"id":"5O20"`},
		"no id":                {`"id":"5O19",`, ``},
		"no status":            {`"status":"COMPLETED","purchase`, `"purchase`},
		"status is a number":   {`"status":"COMPLETED","purchase`, `"status":5,"purchase`},
		"no units":             {`"purchase_units"`, `"other"`},
		"units are none":       {`[{"amount":{"currency_code":"EUR","value":"27.30"},"payments"`, `[],"x":[{"payments"`},
		"amount is a number":   {`"value":"27.30"},"payments"`, `"value":27.30},"payments"`},
		"capture without id":   {`{"id":"2GG2",`, `{`},
		"capture with a path":  {`"id":"2GG2"`, `"id":"../2GG2"`},
		"capture without sum":  {`"COMPLETED","amount":{"currency_code":"EUR","value":"27.30"}`, `"COMPLETED"`},
		"capture of no status": {`"id":"2GG2","status":"COMPLETED"`, `"id":"2GG2"`},
		"not closed":           {`}]}`, `}]`},
		"more behind":          {`{"id":"5O19"`, `{}{"id":"5O19"`},
	} {
		if body = strings.Replace(good, change[0], change[1], 1); body == good {
			t.Fatalf("%s changes nothing", name)
		}
		if order, err := m.Order(t.Context(), "5O19"); err == nil {
			t.Errorf("%s: %+v", name, order)
		} else {
			wantUnknown(t, err)
		}
	}
	for name, value := range map[string]string{"negative": "-27.30", "a third digit": "27.305", "words": "viel", "exponent": "1e9", "huge": "99999999999999999999999"} {
		body = strings.ReplaceAll(good, "27.30", value)
		order, err := m.Order(t.Context(), "5O19")
		if err != nil || order.Amount.Is(2730) || order.Captures[0].Amount.Is(2730) {
			t.Errorf("%s: %+v, %v", name, order, err)
		}
	}
	body = strings.Replace(good, `"purchase_units":[`, `"purchase_units":[{"amount":{"currency_code":"EUR","value":"27.30"}},`, 1)
	if order, err := m.Order(t.Context(), "5O19"); err != nil || order.Amount.Readable() || len(order.Captures) != 1 {
		t.Errorf("two units: %+v, %v", order, err)
	}
}

// answering serves a token and otherwise always the same body.
func answering(t *testing.T, body *string) string {
	return serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/v1/oauth2/token" {
			w.Write([]byte(`{"access_token":"A21","expires_in":32400}`))
			return
		}
		w.Write([]byte(*body))
	})
}
