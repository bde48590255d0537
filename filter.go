package kontor

// Filter selects orders for the administration. Zero fields do not filter.
type Filter struct {
	Status        Status
	Words         []string // each must begin a word of the order, see [Order.SearchWords]; signs alone begin none
	Country       Country
	PaymentMethod string
	From, Until   Day    // Berlin days of creation, inclusive
	AtLeast       Cents  // total
	AtMost        *Cents // total; nil: any
	Coupon        string // the code on the order, normalised
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
	Next   int64        // cursor of the following page; 0: this is the last
	Counts StatusCounts // of all orders, whatever the filter
}

// StatusCounts is how many orders there are in each state.
type StatusCounts map[Status]int64

// All returns how many orders there are.
func (c StatusCounts) All() int64 {
	var n int64
	for _, count := range c {
		n += count
	}
	return n
}

// OrderDetails is one order with its history, the messages about it, without their
// contents, and the invoices that were issued; the oldest entries are first.
type OrderDetails struct {
	Order
	Events   []Event
	Messages []Message
	Issued   []Invoice // beside the first: see [OrderDetails.Invoices]
}

// Change is what the operator changes in an order; nil fields stay.
type Change struct {
	Status    *Status
	Note      *string
	IfVersion int64  // refuse with [ErrStale] unless the order has this version; 0: any
	Actor     string // for the history
	Reason    string // for the history, why the status changes; German, may be empty
}

// Check returns the first broken rule of a change.
func (c *Change) Check() error {
	switch {
	case c.Status == nil && c.Note == nil:
		return ErrNothingToChange
	case c.Status != nil && !c.Status.Valid():
		return ErrInvalidStatus
	case c.Note != nil && len(*c.Note) > MaxNote:
		return ErrInvalidNote
	}
	return nil
}

// MaxNote is the longest note on an order, in bytes.
const MaxNote = 4000
