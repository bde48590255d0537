package payment

// PaymentState is the state of a [Payment].
type PaymentState string

// The states of a payment. Those that follow a capture say where its money is; see
// [Payment.Observe] for the transitions.
const (
	PaymentNew       PaymentState = "neu"                // PayPal has not been called, or has not answered
	PaymentCreated   PaymentState = "angelegt"           // there is an order at PayPal that the buyer may approve
	PaymentCapturing PaymentState = "einzug_laeuft"      // the money is being taken; nobody may claim that it was not
	PaymentPending   PaymentState = "wartet_auf_zahlung" // PayPal has accepted it but does not have it yet
	PaymentCompleted PaymentState = "abgeschlossen"      // the money has arrived, and the order exists; or see [Payment.SettleByHand]
	PaymentDeclined  PaymentState = "abgelehnt"          // ended without money
	PaymentExpired   PaymentState = "abgelaufen"         // likewise: PayPal no longer knows it
	PaymentDiscarded PaymentState = "verworfen"          // likewise: another basket took its place
	PaymentRefundDue PaymentState = "erstattung_noetig"  // the money has arrived, but does not become an order
	PaymentRefunding PaymentState = "erstattung_laeuft"  // the refund is in progress
	PaymentRefunded  PaymentState = "erstattet"          // the money was returned
	PaymentUnclear   PaymentState = "klaerung"           // a case for the operator
)

// PaymentStates are all states, in the order in which they are shown.
var PaymentStates = []PaymentState{
	PaymentUnclear, PaymentRefundDue, PaymentRefunding, PaymentCapturing, PaymentPending, PaymentCreated, PaymentNew,
	PaymentCompleted, PaymentRefunded, PaymentDeclined, PaymentExpired, PaymentDiscarded,
}

// Valid reports whether s is one of the known states.
func (s PaymentState) Valid() bool {
	for _, known := range PaymentStates {
		if s == known {
			return true
		}
	}
	return false
}

// WithoutMoney reports whether a payment in this state ended without money, as far as
// the shop knows. A capture that turns up later overrides it.
func (s PaymentState) WithoutMoney() bool {
	return s == PaymentDeclined || s == PaymentExpired || s == PaymentDiscarded
}

// settled reports whether the money of a payment in this state is accounted for: it
// belongs to an order, or is being returned.
func (s PaymentState) settled() bool {
	switch s {
	case PaymentCompleted, PaymentRefundDue, PaymentRefunding, PaymentRefunded:
		return true
	}
	return false
}
