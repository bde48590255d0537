package payment

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"
)

// PayPalListYears is how many years PayPal's list of movements goes back.
const PayPalListYears = 3

// Books is what a comparison with PayPal's list reads of the journal.
type Books interface {
	payers
	// PaymentsMoved returns the ids of the payments whose money moved from one time
	// until before another, according to the journal.
	PaymentsMoved(ctx context.Context, from, to time.Time) ([]int64, error)
	// PaymentDetails returns one payment with its history and refunds.
	PaymentDetails(ctx context.Context, id int64) (Details, error)
}

// payers finds payments by what PayPal calls them, or returns [ErrNotFound].
type payers interface {
	PaymentByCapture(ctx context.Context, capture string) (Payment, error)
	PaymentByKey(ctx context.Context, key string) (Payment, error)
}

// payer returns the payment that a movement is about: by its capture, by the capture
// that it refers to, or by the payment's own key.
func payer(ctx context.Context, known payers, t *PayPalTransaction) (payment Payment, err error) {
	err = ErrNotFound
	for _, id := range []string{t.ID, t.ReferenceID} {
		if id != "" && errors.Is(err, ErrNotFound) {
			payment, err = known.PaymentByCapture(ctx, id)
		}
	}
	if t.CustomField != "" && errors.Is(err, ErrNotFound) {
		payment, err = known.PaymentByKey(ctx, t.CustomField)
	}
	return payment, err
}

// Compare compares the journal with PayPal's own list for the payments whose money moved
// from one time until before another, according to either of both. PayPal's list does
// not go back further than [PayPalListYears] before now.
//
// Errors: those of [PayPal], and those of the database.
func Compare(ctx context.Context, books Books, payPal PayPal, from, to, now time.Time) (Comparison, error) {
	r := reading{books: books, payPal: payPal, days: span{from, to}, journal: make(map[int64]Details)}
	// The last day too: a range that begins later than PayPal's data would be refused.
	r.list = listed{from: now, now: now}
	if err := r.read(ctx, earlier(from, now.Add(-sweepDay))); err != nil {
		return Comparison{}, err
	}
	return compare(r.days, sorted(r.journal), r.list), nil
}

// reading reads both sides of a comparison.
type reading struct {
	books   Books
	payPal  PayPal
	days    span
	journal map[int64]Details
	list    listed
}

// read reads the journal's payments, PayPal's list, the payments that only the list
// names, and the list since the oldest of all of them began.
func (r *reading) read(ctx context.Context, from time.Time) error {
	ids, err := r.books.PaymentsMoved(ctx, r.days.from, r.days.to)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := r.add(ctx, id); err != nil {
			return err
		}
	}
	if err := r.extend(ctx, r.oldest(from)); err != nil {
		return err
	}
	for i := range r.list.transactions {
		t := &r.list.transactions[i]
		if !r.days.has(t.Initiated) {
			continue
		}
		payment, err := payer(ctx, r.books, t)
		if errors.Is(err, ErrNotFound) {
			continue
		}
		if err := errors.Join(err, r.add(ctx, payment.ID)); err != nil {
			return err
		}
	}
	return r.extend(ctx, r.oldest(from))
}

// add reads a payment unless it was read before.
func (r *reading) add(ctx context.Context, id int64) error {
	if _, known := r.journal[id]; known {
		return nil
	}
	details, err := r.books.PaymentDetails(ctx, id)
	if err == nil {
		r.journal[id] = details
	}
	return err
}

// oldest returns when the oldest payment began, or the given time if that is earlier,
// but not what PayPal no longer has.
func (r *reading) oldest(from time.Time) time.Time {
	for _, d := range r.journal {
		from = earlier(from, d.CreatedAt)
	}
	if limit := r.list.now.AddDate(-PayPalListYears, 0, 1); from.Before(limit) {
		return limit
	}
	return from
}

// extend reads the list from an earlier time on.
func (r *reading) extend(ctx context.Context, from time.Time) error {
	if !from.Before(r.list.from) {
		return nil
	}
	transactions, err := r.payPal.Transactions(ctx, from, r.list.from)
	if err != nil {
		return err
	}
	known := make(map[PayPalTransaction]bool)
	for _, t := range transactions {
		known[t] = true
	}
	for _, t := range r.list.transactions { // at the border of both
		if !known[t] {
			transactions = append(transactions, t)
		}
	}
	r.list.from, r.list.transactions = from, transactions
	return nil
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

// sorted returns the payments in the order in which they began.
func sorted(journal map[int64]Details) []Details {
	all := make([]Details, 0, len(journal))
	for _, d := range journal {
		all = append(all, d)
	}
	slices.SortFunc(all, func(a, b Details) int { return cmp.Compare(a.ID, b.ID) })
	return all
}
