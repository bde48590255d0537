package bank

import (
	"time"

	"kontor/internal/shop/order"
)

// BankReceipt is money received according to an imported statement, and what the
// operator did with it.
type BankReceipt struct {
	ID int64
	BankEntry
	State      BankReceiptState
	OrderID    int64  // the order it was booked to; 0: none
	Note       string // by the operator, if settled without an order
	ImportedAt time.Time
	ChangedAt  time.Time

	// The following fields are computed when a receipt is read. For an open one, Order
	// is the one that it seems to pay; for a booked one, the one it paid.
	Verdict    BankVerdict
	Order      *order.Order
	Candidates []order.Order // orders that it mentions
}

// BankReceiptState is the state of a receipt.
type BankReceiptState string

// The states of a receipt.
const (
	ReceiptOpen    BankReceiptState = "offen"    // waits for the operator
	ReceiptBooked  BankReceiptState = "gebucht"  // booked to an order
	ReceiptSettled BankReceiptState = "erledigt" // the operator dealt with it in another way
)

// Valid reports whether s is one of the known states.
func (s BankReceiptState) Valid() bool {
	return s == ReceiptOpen || s == ReceiptBooked || s == ReceiptSettled
}

// BankReceiptFilter selects receipts. Zero fields do not filter.
type BankReceiptFilter struct {
	State  BankReceiptState
	Limit  int
	Before int64 // cursor: only receipts with smaller ids; 0: from the newest
}

// BankReceiptPage is one page of receipts, latest first.
type BankReceiptPage struct {
	Receipts []BankReceipt
	Next     int64 // cursor of the next page; 0: this is the last
	Counts   map[BankReceiptState]int64
}

// BankImport is the result of importing a statement.
type BankImport struct {
	Read     int // entries in the file
	New      int // receipts added
	Known    int // receipts already imported from an earlier file
	Outgoing int // entries that are not receipts; they are not stored
}

// BankBooking is the operator's decision on a receipt.
type BankBooking struct {
	ReceiptID int64
	OrderID   int64  // the order that it pays
	Prefix    string // of order numbers
	Actor     string // for the order's history
	At        time.Time
}

// Judge determines what an open receipt means, given the orders that it mentions.
func (r *BankReceipt) Judge(candidates []order.Order) {
	r.Candidates = candidates
	r.Verdict, r.Order = JudgeBankEntry(&r.BankEntry, candidates)
}
