package order

// Status is the state of a stored order.
type Status string

// The states of an order.
// Spec: States and transitions.
const (
	StatusPaid        Status = "bezahlt"
	StatusPaymentOpen Status = "zahlungOffen"
	StatusCancelled   Status = "storniert"
)

// Statuses are all states, in the order in which they are shown.
var Statuses = []Status{StatusPaid, StatusPaymentOpen, StatusCancelled}

// Valid reports whether s is one of the known states.
func (s Status) Valid() bool {
	switch s {
	case StatusPaid, StatusPaymentOpen, StatusCancelled:
		return true
	}
	return false
}

// Name returns the German name of the state; an unknown one keeps its own name.
func (s Status) Name() string {
	switch s {
	case StatusPaid:
		return "Bezahlt"
	case StatusPaymentOpen:
		return "Zahlung offen"
	case StatusCancelled:
		return "Storniert"
	}
	return string(s)
}

// Counts reports whether orders in this state count for the best sellers. Two states
// are excluded by name, so any other one counts.
// Spec: GET /api/bestseller, rule 3.
func (s Status) Counts() bool {
	return s != StatusCancelled && s != StatusPaymentOpen
}
