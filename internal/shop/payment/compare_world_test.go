package payment_test

import (
	"context"
	"fmt"
	"slices"
	"time"

	"pgregory.net/rapid"

	"kontor/internal/shop"
	"kontor/internal/shop/payment"
)

var compared = time.Date(2026, 11, 22, 20, 0, 0, 0, time.UTC)

// twoBooks is a journal and PayPal's list of the same events.
type twoBooks struct {
	payment.PayPal
	journal []payment.Details
	list    []payment.PayPalTransaction
	delay   time.Duration // of the list
	begun   time.Time     // since when the list was asked for
}

func (b *twoBooks) PaymentsMoved(_ context.Context, from, to time.Time) (ids []int64, _ error) {
	within := func(at time.Time) bool { return !at.Before(from) && at.Before(to) }
	for _, d := range b.journal {
		if slices.ContainsFunc(d.Events, func(e payment.Event) bool { return within(e.At) }) ||
			slices.ContainsFunc(d.Refunds, func(r payment.Refund) bool { return within(r.UpdatedAt) }) {
			ids = append(ids, d.ID)
		}
	}
	return ids, nil
}

func (b *twoBooks) PaymentDetails(_ context.Context, id int64) (payment.Details, error) {
	return b.find(func(d *payment.Details) bool { return d.ID == id })
}

func (b *twoBooks) PaymentByCapture(_ context.Context, capture string) (payment.Payment, error) {
	d, err := b.find(func(d *payment.Details) bool { return d.Capture.ID == capture })
	return d.Payment, err
}

func (b *twoBooks) PaymentByKey(_ context.Context, key string) (payment.Payment, error) {
	d, err := b.find(func(d *payment.Details) bool { return d.Key == key })
	return d.Payment, err
}

func (b *twoBooks) find(is func(*payment.Details) bool) (payment.Details, error) {
	for i := range b.journal {
		if is(&b.journal[i]) {
			return b.journal[i], nil
		}
	}
	return payment.Details{}, payment.ErrNotFound
}

// Transactions lists what PayPal already shows, both borders included.
func (b *twoBooks) Transactions(_ context.Context, from, to time.Time) (found []payment.PayPalTransaction, _ error) {
	b.begun = from
	for _, t := range b.list {
		if !t.Initiated.Before(from) && !t.Initiated.After(to) && !t.Initiated.After(compared.Add(-b.delay)) {
			found = append(found, t)
		}
	}
	return found, nil
}

// compare compares the days from one time until before another.
func (b *twoBooks) compare(t interface{ Fatal(...any) }, from, to time.Time) payment.Comparison {
	found, err := payment.Compare(context.Background(), b, b, from, to, compared)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// whole compares everything.
func (b *twoBooks) whole(t interface{ Fatal(...any) }) payment.Comparison {
	return b.compare(t, compared.AddDate(-1, 0, 0), compared)
}

// pay adds a paid payment to both books.
func (b *twoBooks) pay(amount shop.Cents, at time.Time) *payment.Details {
	id := int64(len(b.journal) + 1)
	d := payment.Details{Payment: payment.Payment{
		ID: id, Key: fmt.Sprintf("%032x", id), Number: fmt.Sprintf("PP-2026-%08d", id), CheckoutKey: "kassenschluessel-000001",
		State: payment.StateCompleted, Since: at, Total: amount, CreatedAt: at.Add(-time.Hour), UpdatedAt: at,
		Capture: payment.Capture{ID: fmt.Sprintf("CAPTURE%d", id), Status: payment.PayPalCaptureCompleted, Amount: amount, Currency: "EUR"},
	}}
	d.Events = []payment.Event{{At: at.Add(-time.Minute), To: payment.StateCapturing}, {At: at, To: payment.StateCompleted}}
	b.journal = append(b.journal, d)
	b.lists(&d, d.Capture.ID, payment.PayPalEventPayment, amount, at.Add(-time.Second))
	return &b.journal[id-1]
}

// lists adds a movement to PayPal's list.
func (b *twoBooks) lists(d *payment.Details, id, code string, amount shop.Cents, at time.Time) {
	b.list = append(b.list, payment.PayPalTransaction{
		ID: id, ReferenceID: d.Capture.ID, EventCode: code, Status: payment.PayPalTransactionDone,
		Amount:    payment.PayPalAmount{Cents: amount, Currency: "EUR"},
		InvoiceID: d.Number, CustomField: d.Key, Initiated: at,
	})
}

// refund adds a refund by the operator to both books.
func (b *twoBooks) refund(d *payment.Details, amount shop.Cents, at time.Time) {
	id := fmt.Sprintf("%sREFUND%d", d.Capture.ID, len(d.Refunds))
	d.Refunds = append(d.Refunds, payment.Refund{Amount: amount, State: payment.RefundDone, PayPalID: id, UpdatedAt: at})
	d.Returned += amount
	b.lists(d, id, payment.PayPalEventRefund, -amount, at.Add(-time.Second))
}

// outside adds money to both books that went back without the shop.
func (b *twoBooks) outside(d *payment.Details, amount shop.Cents, code string, at time.Time) {
	d.Capture.Outside, d.UpdatedAt = d.Capture.Outside+amount, at
	b.lists(d, fmt.Sprintf("%sOUTSIDE", d.Capture.ID), code, -amount, at.Add(-time.Second))
}

// returned gives all of a payment back by itself.
func (b *twoBooks) returned(d *payment.Details, at time.Time) {
	d.State, d.Since, d.UpdatedAt = payment.StateRefunded, at, at
	d.Events = append(d.Events, payment.Event{At: at, To: payment.StateRefunded})
	d.Capture.Status = payment.PayPalCaptureRefunded
	for i := range b.list {
		if b.list[i].ID == d.Capture.ID {
			b.list[i].Status = payment.PayPalTransactionReversed
		}
	}
	b.lists(d, d.Capture.ID+"AUTO", payment.PayPalEventRefund, -d.Capture.Amount, at.Add(-time.Second))
}

// drawBooks draws both books, which agree. The newest events are age old.
func drawBooks(t *rapid.T, age time.Duration) *twoBooks {
	b := &twoBooks{}
	for i := range rapid.IntRange(1, 5).Draw(t, "payments") {
		at := compared.Add(-age - time.Duration(rapid.IntRange(0, 60*24).Draw(t, "hours ago"))*time.Hour)
		later := at.Add(compared.Add(-age).Sub(at) * time.Duration(rapid.IntRange(0, 4).Draw(t, "quarter")) / 4)
		d := b.pay(shop.Cents(rapid.IntRange(500, 9000).Draw(t, "cents")), at)
		switch rapid.IntRange(0, 6).Draw(t, "life") {
		case 1:
			b.refund(d, 100, later)
			b.refund(d, 50, later)
		case 2:
			b.outside(d, 150, rapid.SampledFrom([]string{payment.PayPalEventRefund, payment.PayPalEventReversal, payment.PayPalEventChargeback}).Draw(t, "code"), later)
			b.refund(d, 30, later)
		case 3:
			b.returned(d, later)
		case 4: // contested and won: the shop knows nothing of it
			b.lists(d, fmt.Sprintf("BANK%d", i), payment.PayPalEventChargeback, -200, at)
			b.lists(d, fmt.Sprintf("BANKBACK%d", i), payment.PayPalEventChargebackReversed, 200, at)
		case 5: // contested and won, and the shop knows
			b.outside(d, 200, payment.PayPalEventChargeback, at)
			d.WonBack, d.Disputes = 200, []payment.Dispute{{Won: 200, UpdatedAt: later}}
			b.lists(d, fmt.Sprintf("BANKBACK%d", i), payment.PayPalEventChargebackReversed, 200, later.Add(-time.Second))
		}
		b.noise(t, d, at)
	}
	return b
}

// noise adds what is no money of the shop's.
func (b *twoBooks) noise(t *rapid.T, d *payment.Details, at time.Time) {
	if rapid.Bool().Draw(t, "held") {
		b.lists(d, "HOLD", payment.PayPalEventHold, -300, at)
		b.lists(d, "HOLD", payment.PayPalEventHoldReleased, 300, at)
	}
	if rapid.Bool().Draw(t, "pending") {
		b.lists(d, "LATER", payment.PayPalEventRefund, -77, at)
		b.list[len(b.list)-1].Status = rapid.SampledFrom([]string{payment.PayPalTransactionPending, payment.PayPalTransactionDenied}).Draw(t, "status")
	}
	if rapid.Bool().Draw(t, "other business") {
		b.list = append(b.list, payment.PayPalTransaction{
			ID: "EBAY", EventCode: "T0003", Status: payment.PayPalTransactionDone, InvoiceID: "RE-4711", Initiated: at,
			Amount: payment.PayPalAmount{Cents: 999, Currency: "EUR"},
		})
	}
}
