package payment

import "time"

// PayPalTransaction is one movement of money on the merchant's account. Payments and
// refunds have the ids of their captures and refunds. A hold and its end share one id.
//
// Source: PayPal Transaction Search v1.
type PayPalTransaction struct {
	ID            string       // up to 24 letters and digits
	ReferenceID   string       // an earlier transaction or event that it refers to; may be empty
	ReferenceType string       // PayPalReferenceTransaction etc.; may be empty
	EventCode     string       // PayPalEventPayment etc.; most codes are not about the shop
	Status        string       // PayPalTransactionDone etc.
	Amount        PayPalAmount // gross; negative: money that left the merchant's account
	InvoiceID     string       // of the order; may be empty
	CustomField   string       // the order's custom id; may be empty
	Initiated     time.Time    // UTC; zero: not given
	Updated       time.Time    // UTC; zero: not given
}

// The kinds of references that matter.
const (
	PayPalReferenceOrder       = "ODR"
	PayPalReferenceTransaction = "TXN"
)

// The event codes that are about a shop's payments. Refunds, reversals, chargebacks and
// holds refer to the payment.
//
// Source: developer.paypal.com/docs/reports/reference/tcodes.
const (
	PayPalEventPayment            = "T0006" // a payment through PayPal's checkout
	PayPalEventReversal           = "T1106" // PayPal gave the money back to the buyer
	PayPalEventRefund             = "T1107" // the merchant gave it back, through the shop or at PayPal
	PayPalEventHold               = "T1110" // held for a dispute: still the merchant's money
	PayPalEventHoldReleased       = "T1111"
	PayPalEventChargeback         = "T1201" // the buyer's bank took the money back
	PayPalEventChargebackReversed = "T1202" // the merchant has it again
)

// The statuses of a transaction.
const (
	PayPalTransactionDone     = "S"
	PayPalTransactionPending  = "P"
	PayPalTransactionDenied   = "D"
	PayPalTransactionReversed = "V" // it was done, and then taken back in full by transactions of their own
)
