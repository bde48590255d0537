package order

// Change is the operator's change to an order; nil fields stay unchanged.
type Change struct {
	Status    *Status
	Note      *string
	IfVersion int64  // refuse with [shop.ErrStale] unless the order has this version; 0: any
	Actor     string // for the history
	KeepStock bool   // when it is cancelled, what it took is not given back: it is broken, or lost
	Reason    string // for the history: why the status changes; German, may be empty
}

// MaxNote is the maximum length of a note on an order, in bytes.
const MaxNote = 4000
