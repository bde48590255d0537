package payment

import (
	"errors"
	"fmt"
	"regexp"
	"time"

	"kontor/internal/shop"
)

// PayPalOrder is an order at PayPal as PayPal tells it: what the buyer is asked
// to pay, and what became of it. Statuses and reasons are PayPal's own words and
// may be ones that nobody has heard of; only those named here mean anything.
//
// Source: PayPal Orders v2.
type PayPalOrder struct {
	ID         string // see [IsPayPalID]
	Status     string // PayPalOrderApproved and its like
	CustomID   string // what [PayPalNewOrder.CustomID] said
	InvoiceID  string
	Amount     PayPalAmount // to be paid
	ApproveURL string       // where the buyer approves; empty once that is over
	Captures   []PayPalCapture
	Refunds    []PayPalRefund
}

// The statuses of an order at PayPal that mean something. None says that money
// moved: that is in its captures.
const (
	PayPalOrderCreated             = "CREATED"
	PayPalOrderPayerActionRequired = "PAYER_ACTION_REQUIRED"
	PayPalOrderApproved            = "APPROVED"
	PayPalOrderVoided              = "VOIDED"
	PayPalOrderCompleted           = "COMPLETED"
)

// PayPalCapture is one attempt to take the buyer's money.
type PayPalCapture struct {
	ID        string // see [IsPayPalID]
	OrderID   string // the order at PayPal that it belongs to; may be empty
	Status    string // PayPalCaptureCompleted and its like; unknown ones are no money
	Reason    string // why it is not completed, PayPal's word; may be empty
	Amount    PayPalAmount
	CustomID  string
	InvoiceID string
}

// The statuses of a capture.
const (
	PayPalCaptureCompleted         = "COMPLETED" // the money is there
	PayPalCapturePending           = "PENDING"   // it is not there yet
	PayPalCaptureDeclined          = "DECLINED"
	PayPalCaptureFailed            = "FAILED"
	PayPalCaptureRefunded          = "REFUNDED"
	PayPalCapturePartiallyRefunded = "PARTIALLY_REFUNDED"
)

// PayPalRefund is money on its way back to the buyer.
type PayPalRefund struct {
	ID        string // see [IsPayPalID]
	CaptureID string // what it gives back; may be empty
	Status    string // PayPalRefundCompleted and its like
	Reason    string // PayPal's word; may be empty
	Amount    PayPalAmount
}

// The statuses of a refund.
const (
	PayPalRefundCompleted = "COMPLETED"
	PayPalRefundPending   = "PENDING"
	PayPalRefundFailed    = "FAILED"
	PayPalRefundCancelled = "CANCELLED"
)

// PayPalNewOrder is what the shop asks PayPal to create.
type PayPalNewOrder struct {
	RequestID   string     // the same for every attempt; 1 to 108 characters
	CustomID    string     // the shop's own name of the payment, not shown to the buyer; 1 to 127 characters
	InvoiceID   string     // the readable one, shown to the buyer, never used twice; 1 to 127 characters
	Description string     // shown to the buyer; cut off after 127 characters
	BrandName   string     // the shop's; cut off after 127 characters
	Amount      shop.Cents // euro cents, above 0
	Language    shop.Language
	Confirm     bool   // the buyer orders on the shop's page after approving, not on PayPal's
	ReturnURL   string // where the buyer goes after approving
	CancelURL   string // and after giving up
}

// PayPalWebhook is a notification as it came in: what its headers say and its
// bytes as they are. It is nobody's word before it is verified.
type PayPalWebhook struct {
	AuthAlgo         string // PAYPAL-AUTH-ALGO
	CertURL          string // PAYPAL-CERT-URL
	TransmissionID   string // PAYPAL-TRANSMISSION-ID
	TransmissionSig  string // PAYPAL-TRANSMISSION-SIG
	TransmissionTime string // PAYPAL-TRANSMISSION-TIME
	Body             []byte
}

// Complete reports whether all headers that a signature needs are there; without
// them PayPal need not be asked.
func (w *PayPalWebhook) Complete() bool {
	return w.AuthAlgo != "" && w.CertURL != "" && w.TransmissionID != "" && w.TransmissionSig != "" && w.TransmissionTime != ""
}

// PayPalRefusal means that PayPal said no: what was asked did not happen.
type PayPalRefusal struct {
	Status  int    // of the answer
	Name    string // RESOURCE_NOT_FOUND, UNPROCESSABLE_ENTITY, …
	Issue   string // the first detail's issue, see PayPalIssueOrderNotApproved and its like; may be empty
	DebugID string // for PayPal's support; may be empty
}

// Error names the refusal in PayPal's words.
func (e *PayPalRefusal) Error() string {
	return fmt.Sprintf("paypal: refused with status %d: %s %s (debug id %s)", e.Status, e.Name, e.Issue, e.DebugID)
}

// Unknown is the refusal of a question about something else that was asked of
// PayPal, of which it leaves open whether it happened. It is no refusal of that,
// so it does not unwrap to one.
func (e *PayPalRefusal) Unknown() *PayPalUnknown {
	return &PayPalUnknown{Status: e.Status, DebugID: e.DebugID, Cause: errors.New(e.Error())}
}

// The issues that mean more than a final no.
const (
	PayPalIssueOrderNotApproved     = "ORDER_NOT_APPROVED"     // the buyer has not finished
	PayPalIssuePayerActionRequired  = "PAYER_ACTION_REQUIRED"  // alike
	PayPalIssueInstrumentDeclined   = "INSTRUMENT_DECLINED"    // the buyer may choose another source of money
	PayPalIssueOrderAlreadyCaptured = "ORDER_ALREADY_CAPTURED" // somebody's success: read the order
	PayPalIssueDuplicateInvoiceID   = "DUPLICATE_INVOICE_ID"   // captured before under another order
	PayPalIssueFullyRefunded        = "CAPTURE_FULLY_REFUNDED" // done already
	PayPalIssuePendingCapture       = "PENDING_CAPTURE"        // no refund before the money is there
	PayPalIssueRefundExceeded       = "REFUND_AMOUNT_EXCEEDED" // more than what is left
	PayPalIssueInsufficientFunds    = "REFUND_FAILED_INSUFFICIENT_FUNDS"
	PayPalIssueRefundTimeLimit      = "REFUND_TIME_LIMIT_EXCEEDED"
)

// PayPalUnknown means that nobody knows whether what was asked happened: no
// answer, or one that decides nothing. Access that PayPal denies counts too, for
// it says nothing about a payment.
type PayPalUnknown struct {
	Status     int           // of the answer; 0: none came
	RetryAfter time.Duration // how long PayPal asks to wait; 0: not said
	DebugID    string        // for PayPal's support; may be empty
	Cause      error
}

// Error names the cause.
func (e *PayPalUnknown) Error() string {
	return fmt.Sprintf("paypal: outcome unknown: status %d: %v", e.Status, e.Cause)
}

// Unwrap returns the cause.
func (e *PayPalUnknown) Unwrap() error { return e.Cause }

// RateLimited reports whether PayPal asks for fewer calls.
func (e *PayPalUnknown) RateLimited() bool { return e.Status == 429 }

var payPalID = regexp.MustCompile(`^[A-Z0-9]{1,36}$`)

// IsPayPalID reports whether s can be the id of an order, a capture or a refund
// at PayPal. Nothing else may become part of a URL.
func IsPayPalID(s string) bool { return payPalID.MatchString(s) }
