package payment

import (
	"testing"

	"kontor/internal/shop"
)

// T58: of what PayPal shows as returned, exactly the refunds that the journal counts
// itself are the shop's own: those with a name by name or id, those without by their sum,
// unless PayPal is known not to have carried them out.
func TestT58_OwnRefundsAreRecognised(t *testing.T) {
	t.Parallel()
	refund := func(state RefundState, named bool, payPalID string) Refund {
		return Refund{Key: "k", Attempt: 1, Amount: 100, State: state, Named: named, PayPalID: payPalID}
	}
	says := func(status, customID string) PayPalRefund {
		return PayPalRefund{ID: "R1", Status: status, CustomID: customID, Amount: euros(100)}
	}
	others := PayPalRefund{ID: "R2", Status: PayPalRefundCompleted, CustomID: "the payment's own", Amount: euros(170)}
	retried := refund(RefundOpen, true, "")
	retried.Attempt = 2
	const part, none = PayPalCapturePartiallyRefunded, PayPalCaptureRefunded
	for name, c := range map[string]struct {
		status  string
		ordered []Refund
		shown   []PayPalRefund
		outside shop.Cents
	}{
		"none":                                 {part, nil, []PayPalRefund{others}, 170},
		"named, not there yet":                 {part, []Refund{refund(RefundOpen, true, "")}, []PayPalRefund{others}, 170},
		"named and under way":                  {part, []Refund{refund(RefundOpen, true, "R1")}, []PayPalRefund{says(PayPalRefundPending, "k-erstattung"), others}, 170},
		"named, done, without an answer":       {part, []Refund{refund(RefundOpen, true, "")}, []PayPalRefund{says(PayPalRefundCompleted, "k-erstattung"), others}, 170},
		"named, done, and PayPal shows the id": {part, []Refund{refund(RefundDone, true, "R1")}, []PayPalRefund{says(PayPalRefundCompleted, ""), others}, 170},
		"named, failed, and done all the same": {part, []Refund{refund(RefundFailed, true, "R1")}, []PayPalRefund{says(PayPalRefundCompleted, "k-erstattung"), others}, 270},
		"an earlier attempt, done all the same": {
			part, []Refund{retried}, []PayPalRefund{says(PayPalRefundCompleted, "k-erstattung"), others}, 270,
		},
		"another attempt": {part, []Refund{retried}, []PayPalRefund{says(PayPalRefundCompleted, "k-erstattung-2"), others}, 170},
		"unnamed, done":   {part, []Refund{refund(RefundDone, false, "R1")}, []PayPalRefund{says(PayPalRefundCompleted, ""), others}, 170},
		"unnamed, done, without an answer": {
			part, []Refund{refund(RefundOpen, false, "")}, []PayPalRefund{says(PayPalRefundCompleted, ""), others}, 170,
		},
		"unnamed and under way":  {part, []Refund{refund(RefundOpen, false, "R1")}, []PayPalRefund{says(PayPalRefundPending, ""), others}, 170},
		"unnamed and failed":     {part, []Refund{refund(RefundFailed, false, "R1")}, []PayPalRefund{says(PayPalRefundFailed, ""), others}, 170},
		"part of it, unlisted":   {part, []Refund{refund(RefundDone, true, "R1")}, nil, 0},
		"nothing left, unlisted": {none, []Refund{refund(RefundDone, true, "R1")}, nil, 2120},
		"nothing left, unlisted and unnamed": {
			none, []Refund{refund(RefundDone, false, "R1")}, nil, 2120,
		},
		"nothing left but what is under way": {
			none, []Refund{refund(RefundOpen, true, "R1")}, []PayPalRefund{says(PayPalRefundPending, "k-erstattung"), others}, 2120,
		},
		"nothing left, and it has just failed": {
			none, []Refund{refund(RefundFailed, true, "R1")}, []PayPalRefund{says(PayPalRefundPending, "k-erstattung"), others}, 2120,
		},
	} {
		p := Payment{State: StateCompleted, Ordered: (*Ordered)(&c.ordered), Capture: Capture{ID: "C", Amount: 2220, Currency: CurrencyEuro}}
		capture := PayPalCapture{ID: "C", Status: c.status, Amount: euros(2220)}
		p.Observe(&PayPalOrder{ID: "O", Status: PayPalOrderCompleted, Captures: []PayPalCapture{capture}, Refunds: c.shown}, noon)
		if p.Capture.Outside != c.outside {
			t.Errorf("%s: %s € went back outside the shop, want %s", name, p.Capture.Outside, c.outside)
		}
	}
}

// T58: how the order shows what a won chargeback brought back is not documented: it may
// keep it, drop it, or drop it as something else goes back. Whatever went back besides
// counts, once, and a read that shows the capture alone changes nothing.
func TestT58_UndoneAndGoneBackAtOnce(t *testing.T) {
	t.Parallel()
	chargeback := PayPalRefund{ID: "R1", Status: PayPalRefundCompleted, Amount: euros(170)}
	other := PayPalRefund{ID: "R2", Status: PayPalRefundCompleted, Amount: euros(150)}
	for name, c := range map[string]struct {
		after   []PayPalRefund
		outside shop.Cents
	}{
		"kept":                        {[]PayPalRefund{chargeback}, 170},
		"dropped":                     {nil, 170},
		"kept, and something else":    {[]PayPalRefund{chargeback, other}, 320},
		"dropped, and something else": {[]PayPalRefund{other}, 320},
	} {
		p := Payment{State: StateCompleted, Capture: Capture{ID: "C", Amount: 2220, Currency: CurrencyEuro}}
		observe := func(refunds ...PayPalRefund) {
			said := PayPalCapture{ID: "C", Status: PayPalCapturePartiallyRefunded, Amount: euros(2220)}
			if refunds == nil {
				said.Status = PayPalCaptureCompleted
			}
			p.Observe(&PayPalOrder{ID: "O", Status: PayPalOrderCompleted, Captures: []PayPalCapture{said}, Refunds: refunds}, noon)
		}
		observe(chargeback)
		p.WonBack = 170
		for range 2 {
			observe(c.after...)
			p.Observe(&PayPalOrder{ID: "O", Status: PayPalOrderCompleted, Captures: []PayPalCapture{
				{ID: "C", Status: PayPalCapturePartiallyRefunded, Amount: euros(2220)},
			}}, noon)
		}
		if p.Capture.Outside != c.outside {
			t.Errorf("%s: %s € went back outside the shop, want %s: %+v", name, p.Capture.Outside, c.outside, p.Capture)
		}
	}
}

// T22: a refund that was begun without a name is asked for without one until another
// attempt begins, which has another request id.
func TestT22_OldRequestsKeepTheirBody(t *testing.T) {
	t.Parallel()
	r := Refund{Key: "k", Attempt: 1, Amount: 100, State: RefundOpen}
	p := Payment{Key: "p", State: StateRefunding, Capture: Capture{Amount: 2220, Status: PayPalCaptureCompleted}}
	if r.CustomID() != "" || p.RefundCustomID() != "" {
		t.Errorf("named %q and %q", r.CustomID(), p.RefundCustomID())
	}
	p.BeginRefund(noon)
	r.Undecided(noon)
	if r.CustomID() != "" || p.RefundCustomID() != "" {
		t.Errorf("repeated as %q and %q", r.CustomID(), p.RefundCustomID())
	}
	refusal := &PayPalRefusal{Status: 422, Issue: PayPalIssueInsufficientFunds}
	p.RefundRefused(refusal, noon)
	r.Conclude(PayPalRefund{}, refusal, noon)
	of := Payment{State: StateCompleted, Capture: Capture{Amount: 2220}}
	if err := r.Retry(&of, noon); err != nil {
		t.Fatal(err)
	}
	if r.CustomID() != "k-erstattung-2" || p.RefundCustomID() != "p-erstattung-2" {
		t.Errorf("the next attempts are %q and %q", r.CustomID(), p.RefundCustomID())
	}
	due := Payment{Key: "p", State: StateRefundDue}
	due.BeginRefund(noon)
	if due.RefundCustomID() != "p-erstattung" || NewRefund(1, 100, "", "", "", noon).CustomID() == "" {
		t.Errorf("a new one is %q", due.RefundCustomID())
	}
}
