package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/audit"
	"kontor/internal/shop/bank"
	"kontor/internal/shop/order"
	"kontor/internal/store/base"
)

// receiptsAtOnce bounds how many different statements an import prepares.
const receiptsAtOnce = 50

// ImportBankEntries stores the entries that no earlier statement contained, each under
// its key, and returns their number. Either all of them are stored or none.
func (db *DB) ImportBankEntries(ctx context.Context, entries []bank.Entry, keys []string, at time.Time) (stored int, err error) {
	err = db.update(func(t *tx) error {
		stored = 0
		for first := 0; first < len(entries); first += receiptsAtOnce {
			last := min(first+receiptsAtOnce, len(entries))
			n, err := t.insertReceipts(entries[first:last], keys[first:last], shop.FormatTime(at))
			if err != nil {
				return err
			}
			stored += int(n)
		}
		t.Record(ctx, audit.Entry{Action: audit.Statement, To: fmt.Sprintf("%d neue von %d Buchungen", stored, len(entries))})
		return nil
	})
	return stored, err
}

func (t *tx) insertReceipts(entries []bank.Entry, keys []string, at string) (int64, error) {
	args := make([]any, 0, len(entries)*9)
	for i, e := range entries {
		args = append(args, keys[i], e.Booked, e.Amount, e.Currency, e.Name, e.IBAN, e.Purpose, at, at)
	}
	return t.Exec(`INSERT INTO zahlungseingaenge (schluessel, gebucht_am, betrag_cent, waehrung, name, iban, zweck, importiert_at, updated_at)
		VALUES `+base.ValueLists(len(entries), 9)+` ON CONFLICT (schluessel) DO NOTHING`, args...)
}

const receiptColumns = `id, gebucht_am, betrag_cent, waehrung, name, iban, zweck, zustand, coalesce(order_id, 0), notiz, importiert_at, updated_at`

// receipts returns the receipts of a query, with what each means.
func (t *tx) receipts(prefix, query string, args ...any) ([]bank.Receipt, error) {
	var list []bank.Receipt
	err := t.Rows(`SELECT `+receiptColumns+` FROM zahlungseingaenge `+query, args, func(rows *sql.Rows) error {
		r, err := scanReceipt(rows)
		list = append(list, r)
		return err
	})
	for i := range list {
		if err == nil {
			err = t.judge(&list[i], prefix)
		}
	}
	return list, err
}

func scanReceipt(rows *sql.Rows) (r bank.Receipt, err error) {
	var imported, changed string
	if err := rows.Scan(&r.ID, &r.Booked, &r.Amount, &r.Currency, &r.Name, &r.IBAN, &r.Purpose,
		&r.State, &r.OrderID, &r.Note, &imported, &changed); err != nil {
		return r, err
	}
	r.ImportedAt, r.ChangedAt, err = base.Times(imported, changed)
	return r, err
}

// judge finds the orders that an open receipt mentions, or reads the one that a booked
// receipt paid.
func (t *tx) judge(r *bank.Receipt, prefix string) error {
	if r.State != bank.ReceiptOpen {
		return t.readPaid(r)
	}
	numbers := bank.OrderNumbersIn(r.Purpose, prefix)
	found := make(map[string]order.Order, len(numbers))
	if len(numbers) > 0 {
		args := make([]any, len(numbers))
		for i, number := range numbers {
			args[i] = number
		}
		query := `SELECT ` + orderColumns + ` FROM orders o WHERE o.bestellnummer IN ` + base.ValueLists(1, len(numbers))
		if err := t.Rows(query, args, func(rows *sql.Rows) error {
			o, err := scanOrder(rows.Scan)
			found[o.Number] = o
			return err
		}); err != nil {
			return err
		}
	}
	var candidates []order.Order
	for _, number := range numbers {
		if o, ok := found[number]; ok {
			candidates = append(candidates, o)
		}
	}
	r.Judge(candidates)
	return nil
}

func (t *tx) readPaid(r *bank.Receipt) error {
	if r.OrderID == 0 {
		return nil
	}
	o, err := t.order(r.OrderID)
	r.Order = &o
	return err
}

// BankReceipts returns one page of the receipts that match the filter, latest import
// first. prefix is that of order numbers.
func (db *DB) BankReceipts(ctx context.Context, f bank.ReceiptFilter, prefix string) (page bank.ReceiptPage, err error) {
	if f.Limit <= 0 {
		f.Limit = order.DefaultLimit
	}
	q := base.Conditions{Where: []string{"true"}}
	q.AddIf(f.State != "", "zustand = $%d", f.State)
	q.AddIf(f.Before > 0, "id < $%d", f.Before)
	q.Args = append(q.Args, f.Limit+1)
	query := fmt.Sprintf("WHERE %s ORDER BY id DESC LIMIT $%d", strings.Join(q.Where, " AND "), len(q.Args))
	err = db.view(ctx, func(t *tx) error {
		if page.Receipts, err = t.receipts(prefix, query, q.Args...); err != nil {
			return err
		}
		if len(page.Receipts) > f.Limit {
			page.Receipts = page.Receipts[:f.Limit]
			page.Next = page.Receipts[f.Limit-1].ID
		}
		page.Counts, err = t.receiptCounts()
		return err
	})
	return page, err
}

func (t *tx) receiptCounts() (map[bank.ReceiptState]int64, error) {
	counts := make(map[bank.ReceiptState]int64)
	err := t.Rows(`SELECT zustand, count(*) FROM zahlungseingaenge GROUP BY zustand`, nil, func(rows *sql.Rows) error {
		var state bank.ReceiptState
		var n int64
		err := rows.Scan(&state, &n)
		counts[state] = n
		return err
	})
	return counts, err
}

// receipt returns one receipt, or bank.ErrReceiptNotFound.
func (t *tx) receipt(id int64, prefix string) (bank.Receipt, error) {
	list, err := t.receipts(prefix, `WHERE id = $1`, id)
	if err == nil && len(list) == 0 {
		err = bank.ErrReceiptNotFound
	}
	if err != nil {
		return bank.Receipt{}, err
	}
	return list[0], nil
}

// BookBankReceipt records that an open receipt pays an order that waits for its money:
// the order becomes paid, with an entry in its history.
//
// Errors: bank.ErrReceiptNotFound, bank.ErrReceiptDone, order.ErrNotFound,
// bank.ErrReceiptUnfit.
func (db *DB) BookBankReceipt(ctx context.Context, b bank.Booking) (bank.Receipt, error) {
	return db.changeReceipt(ctx, b, func(t *tx, r *bank.Receipt) error {
		if r.State != bank.ReceiptOpen {
			return bank.ErrReceiptDone
		}
		reason := fmt.Sprintf("Überweisung vom %s über %s € gebucht", r.Booked.German(), r.Amount)
		if err := t.moveOrder(b, b.OrderID, order.StatusPaymentOpen, order.StatusPaid, reason); err != nil {
			return err
		}
		return t.moveReceipt(r, bank.ReceiptOpen, bank.ReceiptBooked, b.OrderID, "", b.At)
	})
}

// SettleBankReceipt records that the operator dealt with an open receipt in another
// way, with a note.
//
// Errors: bank.ErrReceiptNotFound, bank.ErrReceiptDone.
func (db *DB) SettleBankReceipt(ctx context.Context, b bank.Booking, note string) (bank.Receipt, error) {
	return db.changeReceipt(ctx, b, func(t *tx, r *bank.Receipt) error {
		return t.moveReceipt(r, bank.ReceiptOpen, bank.ReceiptSettled, 0, note, b.At)
	})
}

// ReopenBankReceipt reverses a decision. An order that the receipt had paid waits for
// its money again; one that is no longer paid keeps the receipt.
//
// Errors: bank.ErrReceiptNotFound, bank.ErrReceiptDone for one that is open,
// bank.ErrReceiptUnfit.
func (db *DB) ReopenBankReceipt(ctx context.Context, b bank.Booking) (bank.Receipt, error) {
	return db.changeReceipt(ctx, b, func(t *tx, r *bank.Receipt) error {
		if r.State == bank.ReceiptOpen {
			return bank.ErrReceiptDone
		}
		if err := t.moveReceipt(r, r.State, bank.ReceiptOpen, 0, "", b.At); err != nil || r.OrderID == 0 {
			return err
		}
		return t.moveOrder(b, r.OrderID, order.StatusPaid, order.StatusPaymentOpen, "Buchung der Überweisung zurückgenommen")
	})
}

// changeReceipt applies a decision and returns the resulting receipt.
func (db *DB) changeReceipt(ctx context.Context, b bank.Booking, change func(*tx, *bank.Receipt) error) (after bank.Receipt, err error) {
	err = db.update(func(t *tx) error {
		before, err := t.receipt(b.ReceiptID, b.Prefix)
		if err != nil {
			return err
		}
		was := before.State
		if err := change(t, &before); err != nil {
			return err
		}
		if after, err = t.receipt(b.ReceiptID, b.Prefix); err != nil {
			return err
		}
		t.recordReceipt(ctx, was, &before, &after)
		return nil
	})
	return after, err
}

// recordReceipt adds a decision to the audit log, as one about the order if there is one.
func (t *tx) recordReceipt(ctx context.Context, was bank.ReceiptState, before, after *bank.Receipt) {
	e := audit.Entry{
		Action: audit.Receipt, Subject: audit.Subject(audit.KindReceipt, strconv.FormatInt(after.ID, 10)),
		From: string(was), To: fmt.Sprintf("%s, %s %s", after.State, after.Amount, after.Currency),
	}
	for _, r := range []*bank.Receipt{before, after} {
		if r.Order != nil {
			e.Subject, e.To = audit.Subject(audit.KindOrder, r.Order.Number), fmt.Sprintf("%s, Eingang %d, %s %s", after.State, after.ID, after.Amount, after.Currency)
		}
	}
	t.Record(ctx, e)
}

// moveReceipt changes the state unless somebody else has.
func (t *tx) moveReceipt(r *bank.Receipt, from, to bank.ReceiptState, order int64, note string, at time.Time) error {
	n, err := t.Exec(`UPDATE zahlungseingaenge SET zustand = $1, order_id = $2, notiz = $3, updated_at = $4 WHERE id = $5 AND zustand = $6`,
		to, base.NullID(order), note, shop.FormatTime(at), r.ID, from)
	if err == nil && n == 0 {
		err = bank.ErrReceiptDone
	}
	return err
}

// moveOrder changes an order's state, which must be the one that the operator saw.
func (t *tx) moveOrder(b bank.Booking, id int64, from, to order.Status, reason string) error {
	o, held, err := t.orderToChange(id)
	if err != nil {
		return err
	}
	if o.Status != from {
		return bank.ErrReceiptUnfit
	}
	err = t.change(o, held, order.Change{Status: &to, Actor: b.Actor, Reason: reason}, b.At)
	if errors.Is(err, shop.ErrStale) {
		return bank.ErrReceiptUnfit
	}
	return err
}
