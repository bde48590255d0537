package order

import "kontor/internal/shop"

// Filter selects orders for the administration. Zero fields do not filter.
type Filter struct {
	Status        Status
	Dispatch      DispatchState
	Words         []string // each must be the beginning of a word of the order, see [Order.SearchWords]; words of signs alone never are
	Country       shop.Country
	PaymentMethod string
	From, Until   shop.Day    // Berlin days of creation, inclusive
	AtLeast       shop.Cents  // lower limit of the total
	AtMost        *shop.Cents // upper limit of the total; nil: none
	Coupon        string      // the code on the order, normalised
	AnyHint       bool
	Hint          HintKind
	Limit         int   // orders on a page
	Before        int64 // cursor: only orders with smaller ids; 0: from the newest
}

// Limits of a page of orders.
const (
	DefaultLimit = 50
	MaxLimit     = 200
)

// Page is one page of orders, newest first.
type Page struct {
	Orders []Order
	Next   int64        // cursor of the next page; 0: this is the last
	Counts StatusCounts // of all orders, regardless of the filter
}

// StatusCounts is the number of orders in each state.
type StatusCounts map[Status]int64

// All returns the total number of orders.
func (c StatusCounts) All() int64 {
	var n int64
	for _, count := range c {
		n += count
	}
	return n
}

// Check returns the first broken rule of a change.
func (c *Change) Check() error {
	switch {
	case c.Status == nil && c.Note == nil:
		return shop.ErrNothingToChange
	case c.Status != nil && !c.Status.Valid():
		return ErrInvalidStatus
	case c.Note != nil && len(*c.Note) > MaxNote:
		return shop.ErrInvalidNote
	}
	return nil
}
