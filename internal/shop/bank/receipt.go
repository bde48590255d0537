package bank

import (
	"time"

	"kontor/internal/shop/order"
)

// Receipt is money received according to an imported statement, and what the
// operator did with it.
type Receipt struct {
	ID int64
	Entry
	State      ReceiptState
	OrderID    int64  // the order it was booked to; 0: none
	Note       string // by the operator, if settled without an order
	ImportedAt time.Time
	ChangedAt  time.Time

	// The following fields are computed when a receipt is read. For an open one, Order
	// is the one that it seems to pay; for a booked one, the one it paid.
	Verdict    Verdict
	Order      *order.Order
	Candidates []order.Order // orders that it mentions
}

// ReceiptState is the state of a receipt.
type ReceiptState string

// The states of a receipt.
const (
	ReceiptOpen    ReceiptState = "offen"    // waits for the operator
	ReceiptBooked  ReceiptState = "gebucht"  // booked to an order
	ReceiptSettled ReceiptState = "erledigt" // the operator dealt with it in another way
)

// Valid reports whether s is one of the known states.
func (s ReceiptState) Valid() bool {
	return s == ReceiptOpen || s == ReceiptBooked || s == ReceiptSettled
}

// ReceiptFilter selects receipts. Zero fields do not filter.
type ReceiptFilter struct {
	State  ReceiptState
	Limit  int
	Before int64 // cursor: only receipts with smaller ids; 0: from the newest
}

// ReceiptPage is one page of receipts, latest first.
type ReceiptPage struct {
	Receipts []Receipt
	Next     int64 // cursor of the next page; 0: this is the last
	Counts   map[ReceiptState]int64
}

// Import is the result of importing a statement.
type Import struct {
	Read     int // entries in the file
	New      int // receipts added
	Known    int // receipts already imported from an earlier file
	Outgoing int // entries that are not receipts; they are not stored
}

// Booking is the operator's decision on a receipt.
type Booking struct {
	ReceiptID int64
	OrderID   int64  // the order that it pays
	Prefix    string // of order numbers
	Actor     string // for the order's history
	At        time.Time
}

// Judge determines what an open receipt means, given the orders that it mentions.
func (r *Receipt) Judge(candidates []order.Order) {
	r.Candidates = candidates
	r.Verdict, r.Order = Judge(&r.Entry, candidates)
}
