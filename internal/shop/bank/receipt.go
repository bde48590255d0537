package bank

import (
	"time"

	"kontor/internal/shop/order"
)

// BankReceipt is money that came in by an imported statement, and what the
// operator made of it.
type BankReceipt struct {
	ID int64
	BankEntry
	State      BankReceiptState
	OrderID    int64  // the order it was booked to; 0: none
	Note       string // the operator's, of one that was settled without an order
	ImportedAt time.Time
	ChangedAt  time.Time

	// What follows is worked out when a receipt is read. Of one that is open, Order
	// is the one that it seems to pay; of one that is booked, the one it paid.
	Verdict    BankVerdict
	Order      *order.Order
	Candidates []order.Order // orders that it names
}

// BankReceiptState says what became of a receipt.
type BankReceiptState string

// The states of a receipt.
const (
	ReceiptOpen    BankReceiptState = "offen"    // waits for the operator
	ReceiptBooked  BankReceiptState = "gebucht"  // paid an order
	ReceiptSettled BankReceiptState = "erledigt" // the operator saw to it in another way
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

// BankReceiptPage is one page of receipts, the latest first.
type BankReceiptPage struct {
	Receipts []BankReceipt
	Next     int64 // cursor of the following page; 0: this is the last
	Counts   map[BankReceiptState]int64
}

// BankImport is what became of a statement.
type BankImport struct {
	Read     int // entries of the file
	New      int // receipts that were not known yet
	Known    int // receipts that an earlier file had
	Outgoing int // entries that are no receipts, which are not kept
}

// BankBooking is the operator's decision on a receipt.
type BankBooking struct {
	ReceiptID int64
	OrderID   int64  // the order that it pays
	Prefix    string // of order numbers
	Actor     string // for the order's history
	At        time.Time
}

// Judge works out what an open receipt means, from the orders that it names.
func (r *BankReceipt) Judge(candidates []order.Order) {
	r.Candidates = candidates
	r.Verdict, r.Order = JudgeBankEntry(&r.BankEntry, candidates)
}
