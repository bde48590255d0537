package paypal_test

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"kontor/internal/paypal/paypalsim"
	"kontor/internal/shop"
	"kontor/internal/shop/payment"
)

const day = 24 * time.Hour

// moved is the part of a transaction that shows which money moved.
type moved struct {
	reference, code, status string
	cents                   shop.Cents
}

func inOrder(a, b moved) int {
	return cmp.Or(cmp.Compare(a.reference, b.reference), cmp.Compare(a.code, b.code), cmp.Compare(a.cents, b.cents))
}

// transactions searches a range and returns what moved.
func (m *merchant) transactions(t *testing.T, from, to time.Time) []moved {
	t.Helper()
	found, err := m.Transactions(t.Context(), from, to)
	if err != nil {
		t.Fatal(err)
	}
	var all []moved
	for _, transaction := range found {
		if transaction.Amount.Currency != "EUR" || transaction.Initiated.Before(from) || transaction.Initiated.After(to) {
			t.Errorf("%+v", transaction)
		}
		all = append(all, moved{transaction.ReferenceID, transaction.EventCode, transaction.Status, transaction.Amount.Cents})
	}
	slices.SortFunc(all, inOrder)
	return all
}

// wantMoved compares what was found about one payment, in any order.
func wantMoved(t *testing.T, found []moved, capture payment.PayPalCapture, want ...moved) {
	t.Helper()
	var about []moved
	for _, m := range found {
		if m.reference == capture.OrderID || m.reference == capture.ID {
			m.reference = ""
			about = append(about, m)
		}
	}
	slices.SortFunc(about, inOrder)
	slices.SortFunc(want, inOrder)
	if !slices.Equal(about, want) {
		t.Errorf("found %v, want %v", about, want)
	}
}

// T56: the search finds payments, and whatever takes money back, whoever does it, and
// what comes back to the merchant, each with its sign and its payment.
func TestT56_WhatMoved(t *testing.T) {
	t.Parallel()
	m := open(t)
	begin := m.clock.Now()
	paid, refunded, outside := m.captured(t, "a1"), m.captured(t, "a2"), m.captured(t, "a3")
	reversed, charged, held := m.captured(t, "a4"), m.captured(t, "a5"), m.captured(t, "a6")
	part := shop.Cents(730)
	if _, err := m.RefundCapture(t.Context(), refunded.ID, payment.PayPalNewRefund{RequestID: "a2-erstattung", Amount: &part}); err != nil {
		t.Fatal(err)
	}
	m.sim.RefundBehind(outside.ID, 2730)
	m.sim.Reverse(reversed.ID)
	chargeback := m.sim.OpenDispute(charged.ID, paypalsim.Claim{Bank: true})
	inquiry := m.sim.OpenDispute(held.ID, paypalsim.Claim{Amount: 500})
	m.clock.Advance(time.Hour)

	got := m.transactions(t, begin, m.clock.Now())
	income := moved{code: payment.PayPalEventPayment, status: "S", cents: 2730}
	gone := moved{code: payment.PayPalEventPayment, status: "V", cents: 2730}
	back := func(code string, cents shop.Cents) moved { return moved{code: code, status: "S", cents: cents} }
	wantMoved(t, got, paid, income)
	wantMoved(t, got, refunded, income, back(payment.PayPalEventRefund, -730))
	wantMoved(t, got, outside, gone, back(payment.PayPalEventRefund, -2730))
	wantMoved(t, got, reversed, gone, back(payment.PayPalEventReversal, -2730))
	wantMoved(t, got, charged, gone, back(payment.PayPalEventChargeback, -2730))
	wantMoved(t, got, held, income, back(payment.PayPalEventHold, -500))

	m.sim.ResolveDispute(chargeback, payment.PayPalOutcomeSeller, 0)
	m.sim.ResolveDispute(inquiry, payment.PayPalOutcomeBuyer, 500)
	got = m.transactions(t, begin, m.clock.Now())
	wantMoved(t, got, charged, income, back(payment.PayPalEventChargeback, -2730), back(payment.PayPalEventChargebackReversed, 2730))
	wantMoved(t, got, held, income, back(payment.PayPalEventHold, -500), back(payment.PayPalEventHoldReleased, 500),
		back(payment.PayPalEventReversal, -500))
}

// T56: a payment is found under the ids of its capture and its order, a refund under its
// own id, pending ones as such.
func TestT56_TransactionsNameTheirPayment(t *testing.T) {
	t.Parallel()
	m := open(t)
	capture := m.captured(t, "a1")
	m.sim.PlanRefund(paypalsim.Plan{Status: payment.PayPalRefundPending})
	refund, err := m.RefundCapture(t.Context(), capture.ID, payment.PayPalNewRefund{RequestID: "a1-erstattung"})
	if err != nil {
		t.Fatal(err)
	}
	at := m.clock.Now()
	found, err := m.Transactions(t.Context(), at, at.Add(time.Minute))
	if err != nil || len(found) != 2 {
		t.Fatalf("%+v, %v", found, err)
	}
	for _, want := range []payment.PayPalTransaction{
		{
			ID: capture.ID, ReferenceID: capture.OrderID, ReferenceType: payment.PayPalReferenceOrder, EventCode: payment.PayPalEventPayment,
			Status: payment.PayPalTransactionReversed, Amount: payment.PayPalAmount{Cents: 2730, Currency: "EUR"},
			InvoiceID: "PP-2026-a1", CustomField: "a1", Initiated: at, Updated: at,
		},
		{
			ID: refund.ID, ReferenceID: capture.ID, ReferenceType: payment.PayPalReferenceTransaction, EventCode: payment.PayPalEventRefund,
			Status: payment.PayPalTransactionPending, Amount: payment.PayPalAmount{Cents: -2730, Currency: "EUR"},
			InvoiceID: "PP-2026-a1", CustomField: "a1", Initiated: at, Updated: at,
		},
	} {
		if !slices.Contains(found, want) {
			t.Errorf("%+v is not in %+v", want, found)
		}
	}
	m.sim.SettleRefund(refund.ID, payment.PayPalRefundFailed)
	wantMoved(t, m.transactions(t, at, at.Add(time.Minute)), capture, moved{code: payment.PayPalEventPayment, status: "S", cents: 2730})
}

// T56: the search is read to its end, and nothing is found twice.
func TestT56_TransactionsPageByPage(t *testing.T) {
	t.Parallel()
	m := open(t)
	begin := m.clock.Now()
	for i := range 5 {
		m.sim.RefundBehind(m.captured(t, fmt.Sprintf("a%d", i)).ID, 100)
	}
	want := m.transactions(t, begin, begin.Add(day))
	if len(want) != 10 {
		t.Fatalf("found %v", want)
	}
	for _, size := range []int{1, 3, 5, 10, 11} {
		m.sim.LimitPages(size)
		asked := m.sim.Calls(paypalsim.SearchTransactions)
		if got := m.transactions(t, begin, begin.Add(day)); !slices.Equal(got, want) {
			t.Errorf("%d on a page: %v", size, got)
		}
		if n := m.sim.Calls(paypalsim.SearchTransactions) - asked; n != (10+size-1)/size {
			t.Errorf("%d on a page: %d calls", size, n)
		}
		m.sim.Fail(paypalsim.SearchTransactions, paypalsim.Fault{Kind: paypalsim.InternalError})
		found, err := m.Transactions(t.Context(), begin, begin.Add(day))
		if wantUnknown(t, err); len(found) != 0 {
			t.Errorf("%d on a page: %d without an answer", size, len(found))
		}
	}
}

// T56: a range that is longer than PayPal's 31 days takes several searches, and what
// moved at their border is found once.
func TestT56_LongRanges(t *testing.T) {
	t.Parallel()
	m := open(t)
	begin := m.clock.Now()
	for i, days := range []time.Duration{0, 30, 31, 31, 90} {
		m.clock.Advance(begin.Add(days * day).Sub(m.clock.Now()))
		m.captured(t, fmt.Sprintf("a%d", i))
	}
	want := map[time.Duration]int{0: 0, 1: 1, 31: 4, 32: 4, 62: 4, 90: 5}
	for days, calls := range map[time.Duration]int{0: 0, 1: 1, 31: 1, 32: 2, 62: 2, 90: 3} {
		asked := m.sim.Calls(paypalsim.SearchTransactions)
		found := m.transactions(t, begin, begin.Add(days*day))
		if n := m.sim.Calls(paypalsim.SearchTransactions) - asked; n != calls {
			t.Errorf("%d days: %d searches, want %d", days, n, calls)
		}
		if len(found) != want[days] {
			t.Errorf("%d days: found %v", days, found)
		}
	}
}

// T56: what PayPal shows late is not there before, and is there afterwards; a search
// after its data is refused, which is no missing permission.
func TestT56_DataIsLate(t *testing.T) {
	t.Parallel()
	m := open(t)
	m.sim.DelayTransactions(3 * time.Hour)
	begin := m.clock.Now()
	m.captured(t, "a1")
	m.clock.Advance(time.Hour)
	if found := m.transactions(t, begin.Add(-day), m.clock.Now()); len(found) != 0 {
		t.Errorf("after an hour: %v", found)
	}
	_, err := m.Transactions(t.Context(), begin, m.clock.Now())
	if refusal := wantRefusal(t, err); refusal.NoPermission() || refusal.NotFound() {
		t.Errorf("%+v", refusal)
	}
	m.clock.Advance(2 * time.Hour)
	if found := m.transactions(t, begin.Add(-day), m.clock.Now()); len(found) != 1 {
		t.Errorf("after three hours: %v", found)
	}
}

// T56: an account without the permission for the search is recognised; a firewall's
// page does not pass for that.
func TestT56_NoPermission(t *testing.T) {
	t.Parallel()
	m := open(t)
	m.sim.Fail(paypalsim.SearchTransactions, paypalsim.Fault{Kind: paypalsim.Forbidden})
	_, err := m.Transactions(t.Context(), m.clock.Now().Add(-day), m.clock.Now())
	if refusal := wantRefusal(t, err); !refusal.NoPermission() {
		t.Errorf("%+v", refusal)
	}
	m.sim.Fail(paypalsim.SearchTransactions, paypalsim.Fault{Kind: paypalsim.BlockedPage})
	_, err = m.Transactions(t.Context(), m.clock.Now().Add(-day), m.clock.Now())
	wantUnknown(t, err)
}

// T56: amounts that cannot be read stay unreadable, and equal none.
func TestT56_UnreadableAmounts(t *testing.T) {
	t.Parallel()
	m := open(t)
	m.sim.RefundBehind(m.captured(t, "a1").ID, 730)
	m.sim.Fail(paypalsim.SearchTransactions, paypalsim.Fault{Kind: paypalsim.LocalAmounts, Done: true})
	found, err := m.Transactions(t.Context(), m.clock.Now(), m.clock.Now().Add(time.Minute))
	if err != nil || len(found) != 2 {
		t.Fatalf("%+v, %v", found, err)
	}
	for _, transaction := range found {
		if transaction.Amount.Readable() || transaction.Amount.Is(0) {
			t.Errorf("%+v", transaction)
		}
	}
}

// T56: answers that cannot be PayPal's list decide nothing, above all not that nothing
// moved. PayPal's own times have no colon in their offset.
func TestT56_SearchesAreNotTrusted(t *testing.T) {
	t.Parallel()
	search := func(t *testing.T, body string) ([]payment.PayPalTransaction, error) {
		m := open(t, func(s *settings) {
			s.BaseURL = serve(t, func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/v1/oauth2/token" {
					w.Write([]byte(`{"access_token":"A21AA","expires_in":32400}`))
					return
				}
				w.Write([]byte(body))
			})
		})
		return m.Transactions(t.Context(), m.clock.Now().Add(-day), m.clock.Now())
	}
	for name, body := range map[string]string{
		"an empty object": `{}`, "no object": `[]`, "a page without items": `{"total_pages":1}`,
		"an item without id":   `{"total_pages":1,"transaction_details":[{"transaction_info":{"transaction_event_code":"T0006"}}]}`,
		"an item without code": `{"total_pages":1,"transaction_details":[{"transaction_info":{"transaction_id":"2GG2"}}]}`,
		"no end":               `{"total_pages":2000000000,"transaction_details":[{"transaction_info":{"transaction_id":"2GG2","transaction_event_code":"T0006"}}]}`,
	} {
		found, err := search(t, body)
		if wantUnknown(t, err); len(found) != 0 {
			t.Errorf("%s: %+v", name, found)
		}
	}
	found, err := search(t, `{"total_pages":1,"transaction_details":[{"transaction_info":{"transaction_id":"2GG2","transaction_event_code":"T0006",`+
		`"transaction_amount":{"currency_code":"EUR","value":"-5.00"},"transaction_initiation_date":"2026-11-20T10:03:52+0200","transaction_updated_date":"gestern"}}]}`)
	if err != nil || len(found) != 1 || !found[0].Amount.Is(-500) || !found[0].Updated.IsZero() ||
		!found[0].Initiated.Equal(time.Date(2026, 11, 20, 8, 3, 52, 0, time.UTC)) {
		t.Errorf("%+v, %v", found, err)
	}
}
