package payment

import (
	"regexp"
	"strings"
	"time"
)

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
	CustomField   string       // the custom id of the refund, or of the order; may be empty
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

var (
	paymentKey    = regexp.MustCompile(`^[0-9a-f]{32}(-erstattung(-[0-9]+)?)?$`) // of a payment or of a refund
	paymentNumber = regexp.MustCompile(`^PP-[0-9]{4}-[0-9A-HJKMNP-TV-Z]{8}$`)
)

// ofShop reports whether the movement has a name as this program makes them, see
// [NewPayment] and [Refund.CustomID].
func (t *PayPalTransaction) ofShop() bool {
	return paymentKey.MatchString(t.CustomField) || paymentNumber.MatchString(t.InvoiceID)
}

// done reports whether the money moved. What was reversed had moved: its return is a
// movement of its own.
func (t *PayPalTransaction) done() bool {
	return t.Status == PayPalTransactionDone || t.Status == PayPalTransactionReversed
}

// isPayment reports whether the movement is a payment to the merchant, of whatever kind:
// all of them have codes of this group.
func (t *PayPalTransaction) isPayment() bool {
	return strings.HasPrefix(t.EventCode, "T00") && t.Amount.Cents >= 0
}

// isReturn reports whether the movement gives a payment's money back to the buyer, or
// undoes that.
func (t *PayPalTransaction) isReturn() bool {
	switch t.EventCode {
	case PayPalEventReversal, PayPalEventRefund, PayPalEventChargeback, PayPalEventChargebackReversed:
		return true
	}
	return false
}
