package bank

import (
	"context"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/order"
)

// BankStore stores the receipts from bank statements.
type BankStore interface {
	ImportBankEntries(ctx context.Context, entries []BankEntry, keys []string, at time.Time) (int, error)
	BankReceipts(ctx context.Context, f BankReceiptFilter, prefix string) (BankReceiptPage, error)
	BookBankReceipt(context.Context, BankBooking) (BankReceipt, error)
	SettleBankReceipt(ctx context.Context, b BankBooking, note string) (BankReceipt, error)
	ReopenBankReceipt(context.Context, BankBooking) (BankReceipt, error)
}

// Bank has the operator's use cases on money received.
type Bank struct {
	store  BankStore
	prefix string
	now    func() time.Time
}

// NewBank returns the use cases on the receipts of a store; prefix is that of order
// numbers.
func NewBank(store BankStore, prefix string, now func() time.Time) *Bank {
	return &Bank{store: store, prefix: prefix, now: shop.Clock(now)}
}

// ImportStatement stores the receipts of a statement that no earlier one contained. It
// books nothing.
func (s *Bank) ImportStatement(ctx context.Context, entries []BankEntry) (BankImport, error) {
	in := BankImport{Read: len(entries)}
	var receipts []BankEntry
	var keys []string
	for i, key := range BankEntryKeys(entries) {
		if entries[i].Amount > 0 {
			receipts, keys = append(receipts, entries[i]), append(keys, key)
		}
	}
	in.Outgoing = len(entries) - len(receipts)
	var err error
	in.New, err = s.store.ImportBankEntries(ctx, receipts, keys, s.now())
	in.Known = len(receipts) - in.New
	return in, err
}

// BankReceipts returns one page of receipts, latest import first, with the current
// verdict on each open one.
func (s *Bank) BankReceipts(ctx context.Context, f BankReceiptFilter) (BankReceiptPage, error) {
	return s.store.BankReceipts(ctx, f, s.prefix)
}

// BookReceipt books a receipt to an order that waits for its money, whatever the
// amounts: the operator has seen them.
// //
// Errors: ErrReceiptNotFound, ErrReceiptDone, order.ErrOrderNotFound, ErrReceiptUnfit.
func (s *Bank) BookReceipt(ctx context.Context, id, order int64, actor string) (BankReceipt, error) {
	b := s.booking(id, actor)
	b.OrderID = order
	return s.store.BookBankReceipt(ctx, b)
}

// SettleReceipt records that the operator dealt with a receipt in another way.
// //
// Errors: ErrReceiptNotFound, ErrReceiptDone, shop.ErrInvalidNote.
func (s *Bank) SettleReceipt(ctx context.Context, id int64, note, actor string) (BankReceipt, error) {
	if len(note) > order.MaxNote {
		return BankReceipt{}, shop.ErrInvalidNote
	}
	return s.store.SettleBankReceipt(ctx, s.booking(id, actor), note)
}

// ReopenReceipt reverses the operator's decision on a receipt.
// //
// Errors: ErrReceiptNotFound, ErrReceiptDone, ErrReceiptUnfit.
func (s *Bank) ReopenReceipt(ctx context.Context, id int64, actor string) (BankReceipt, error) {
	return s.store.ReopenBankReceipt(ctx, s.booking(id, actor))
}

func (s *Bank) booking(id int64, actor string) BankBooking {
	return BankBooking{ReceiptID: id, Prefix: s.prefix, Actor: actor, At: s.now()}
}
