package payment

// State is the state of a [Payment].
type State string

// The states of a payment. Those that follow a capture say where its money is; see
// [Payment.Observe] for the transitions.
const (
	StateNew       State = "neu"                // PayPal has not been called, or has not answered
	StateCreated   State = "angelegt"           // there is an order at PayPal that the buyer may approve
	StateCapturing State = "einzug_laeuft"      // the money is being taken; nobody may claim that it was not
	StatePending   State = "wartet_auf_zahlung" // PayPal has accepted it but does not have it yet
	StateCompleted State = "abgeschlossen"      // the money has arrived, and the order exists; or see [Payment.SettleByHand]
	StateDeclined  State = "abgelehnt"          // ended without money
	StateExpired   State = "abgelaufen"         // likewise: PayPal no longer knows it
	StateDiscarded State = "verworfen"          // likewise: another basket took its place
	StateRefundDue State = "erstattung_noetig"  // the money has arrived, but does not become an order
	StateRefunding State = "erstattung_laeuft"  // the refund is in progress
	StateRefunded  State = "erstattet"          // the money was returned
	StateUnclear   State = "klaerung"           // a case for the operator
)

// States are all states, in the order in which they are shown.
var States = []State{
	StateUnclear, StateRefundDue, StateRefunding, StateCapturing, StatePending, StateCreated, StateNew,
	StateCompleted, StateRefunded, StateDeclined, StateExpired, StateDiscarded,
}

// Valid reports whether s is one of the known states.
func (s State) Valid() bool {
	for _, known := range States {
		if s == known {
			return true
		}
	}
	return false
}

// WithoutMoney reports whether a payment in this state ended without money, as far as
// the shop knows. A capture that turns up later overrides it.
func (s State) WithoutMoney() bool {
	return s == StateDeclined || s == StateExpired || s == StateDiscarded
}

// settled reports whether the money of a payment in this state is accounted for: it
// belongs to an order, or is being returned.
func (s State) settled() bool {
	switch s {
	case StateCompleted, StateRefundDue, StateRefunding, StateRefunded:
		return true
	}
	return false
}
