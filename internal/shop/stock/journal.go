package stock

import "time"

// Kind is why pieces came or went.
type Kind string

// The kinds of entries in the journal.
const (
	KindOrder    Kind = "bestellung"     // an order took them, or a payment for it
	KindCancel   Kind = "storno"         // a cancelled order gave them back
	KindReopened Kind = "wiederaufnahme" // an order that is no longer cancelled took them again
	KindReleased Kind = "freigabe"       // a payment that ended without money gave them back
	KindChange   Kind = "aenderung"      // the operator added or removed some
	KindCount    Kind = "zaehlung"       // the operator counted them
	KindEnd      Kind = "ende"           // they are no longer counted
)

// Entry is one line of the journal. What is left in a lot is the sum of its entries.
type Entry struct {
	ID          int64
	Lot         string
	Pieces      int64 // negative: taken away
	Kind        Kind
	OrderID     int64  // of the order that took or returned them; 0: none
	OrderNumber string // of that order; empty if it is not stored
	PaymentID   int64  // of the payment that took or returned them; 0: none
	Who         string
	At          time.Time
	Note        string
}

// Journal is the remaining stock of a product with its latest entries, newest first.
type Journal struct {
	Slug    string
	Counted bool
	Lots    []Lot
	Entries []Entry
	More    bool // there are older entries
}

// Page selects entries of a journal.
type Page struct {
	Before int64 // only entries with a smaller id; 0: from the newest on
	Limit  int
}
