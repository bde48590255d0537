package bank

import (
	"context"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/order"
)

// Store stores the receipts from bank statements.
type Store interface {
	ImportBankEntries(ctx context.Context, entries []Entry, keys []string, at time.Time) (int, error)
	BankReceipts(ctx context.Context, f ReceiptFilter, prefix string) (ReceiptPage, error)
	BookBankReceipt(context.Context, Booking) (Receipt, error)
	SettleBankReceipt(ctx context.Context, b Booking, note string) (Receipt, error)
	ReopenBankReceipt(context.Context, Booking) (Receipt, error)
}

// Bank has the operator's use cases on money received.
type Service struct {
	store  Store
	prefix string
	now    func() time.Time
}

// New returns the use cases on the receipts of a store; prefix is that of order
// numbers.
func New(store Store, prefix string, now func() time.Time) *Service {
	return &Service{store: store, prefix: prefix, now: shop.Clock(now)}
}

// ImportStatement stores the receipts of a statement that no earlier one contained. It
// books nothing.
func (s *Service) ImportStatement(ctx context.Context, entries []Entry) (Import, error) {
	in := Import{Read: len(entries)}
	var receipts []Entry
	var keys []string
	for i, key := range EntryKeys(entries) {
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

// Receipts returns one page of receipts, latest import first, with the current
// verdict on each open one.
func (s *Service) Receipts(ctx context.Context, f ReceiptFilter) (ReceiptPage, error) {
	return s.store.BankReceipts(ctx, f, s.prefix)
}

// BookReceipt books a receipt to an order that waits for its money, whatever the
// amounts: the operator has seen them.
//
// Errors: ErrReceiptNotFound, ErrReceiptDone, order.ErrNotFound, ErrReceiptUnfit.
func (s *Service) BookReceipt(ctx context.Context, id, order int64, actor string) (Receipt, error) {
	b := s.booking(id, actor)
	b.OrderID = order
	return s.store.BookBankReceipt(ctx, b)
}

// SettleReceipt records that the operator dealt with a receipt in another way.
//
// Errors: ErrReceiptNotFound, ErrReceiptDone, shop.ErrInvalidNote.
func (s *Service) SettleReceipt(ctx context.Context, id int64, note, actor string) (Receipt, error) {
	if len(note) > order.MaxNote {
		return Receipt{}, shop.ErrInvalidNote
	}
	return s.store.SettleBankReceipt(ctx, s.booking(id, actor), note)
}

// ReopenReceipt reverses the operator's decision on a receipt.
//
// Errors: ErrReceiptNotFound, ErrReceiptDone, ErrReceiptUnfit.
func (s *Service) ReopenReceipt(ctx context.Context, id int64, actor string) (Receipt, error) {
	return s.store.ReopenBankReceipt(ctx, s.booking(id, actor))
}

func (s *Service) booking(id int64, actor string) Booking {
	return Booking{ReceiptID: id, Prefix: s.prefix, Actor: actor, At: s.now()}
}
