package payment

import (
	"errors"
	"fmt"
	"regexp"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/order"
)

// PayPalOrder is PayPal's state of an order: what the buyer is asked to pay, and what
// came of it. Statuses and reasons are PayPal's own terms and may be unknown ones; only
// those named here have a meaning.
//
// Source: PayPal Orders v2.
type PayPalOrder struct {
	ID         string // see [IsPayPalID]
	Status     string // PayPalOrderApproved etc.
	CustomID   string // the value of [PayPalNewOrder.CustomID]
	InvoiceID  string
	Amount     PayPalAmount // to be paid
	ApproveURL string       // where the buyer approves; empty once that is over
	Captures   []PayPalCapture
	Refunds    []PayPalRefund
}

// The meaningful statuses of an order at PayPal. None means that money moved: that is
// in its captures.
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
	Status    string // PayPalCaptureCompleted etc.; unknown ones do not mean money
	Reason    string // why it is not completed, PayPal's term; may be empty
	Amount    PayPalAmount
	CustomID  string
	InvoiceID string
}

// The statuses of a capture.
const (
	PayPalCaptureCompleted         = "COMPLETED" // the money has arrived
	PayPalCapturePending           = "PENDING"   // it has not arrived yet
	PayPalCaptureDeclined          = "DECLINED"
	PayPalCaptureFailed            = "FAILED"
	PayPalCaptureRefunded          = "REFUNDED"
	PayPalCapturePartiallyRefunded = "PARTIALLY_REFUNDED"
)

// PayPalRefund is money on its way back to the buyer.
type PayPalRefund struct {
	ID        string // see [IsPayPalID]
	CaptureID string // what it refunds; may be empty
	Status    string // PayPalRefundCompleted etc.
	Reason    string // PayPal's term; may be empty
	CustomID  string // the value of [PayPalNewRefund.CustomID]; may be empty
	Amount    PayPalAmount
}

// The statuses of a refund.
const (
	PayPalRefundCompleted = "COMPLETED"
	PayPalRefundPending   = "PENDING"
	PayPalRefundFailed    = "FAILED"
	PayPalRefundCancelled = "CANCELLED"
)

// PayPalNewOrder is an order to create at PayPal.
type PayPalNewOrder struct {
	RequestID   string       // the same for every attempt; 1 to 108 characters
	CustomID    string       // the shop's own name of the payment, not shown to the buyer; 1 to 127 characters
	InvoiceID   string       // readable, shown to the buyer, never used twice; 1 to 127 characters
	Description string       // shown to the buyer; cut off after 127 characters
	BrandName   string       // the shop's name; cut off after 127 characters
	Amount      shop.Cents   // euro cents, above 0
	Basket      *order.Order // whose address and items PayPal gets; nil: neither
	Language    shop.Language
	Confirm     bool   // the buyer orders on the shop's page after approving, not on PayPal's
	ReturnURL   string // where the buyer goes after approving
	CancelURL   string // where the buyer goes after giving up
}

// PayPalNewRefund is a refund to request from PayPal.
type PayPalNewRefund struct {
	RequestID string      // the same for every attempt; 1 to 108 characters
	CustomID  string      // the shop's own name of the refund, which PayPal shows with it; at most 127 characters; empty: none
	Amount    *shop.Cents // euro cents, above 0; nil: all that is left
	Note      string      // shown to the buyer; cut off after 255 characters
}

// PayPalWebhook is a notification as received: the values of its headers, and its
// unchanged bytes. It cannot be trusted before it is verified.
type PayPalWebhook struct {
	AuthAlgo         string // PAYPAL-AUTH-ALGO
	CertURL          string // PAYPAL-CERT-URL
	TransmissionID   string // PAYPAL-TRANSMISSION-ID
	TransmissionSig  string // PAYPAL-TRANSMISSION-SIG
	TransmissionTime string // PAYPAL-TRANSMISSION-TIME
	Body             []byte
}

// Complete reports whether all headers that a signature needs are present; otherwise
// there is no need to call PayPal.
func (w *PayPalWebhook) Complete() bool {
	return w.AuthAlgo != "" && w.CertURL != "" && w.TransmissionID != "" && w.TransmissionSig != "" && w.TransmissionTime != ""
}

// PayPalRefusal means that PayPal said no: the request had no effect.
type PayPalRefusal struct {
	Status  int    // of the answer
	Name    string // RESOURCE_NOT_FOUND, UNPROCESSABLE_ENTITY, …
	Issue   string // the first detail's issue, such as PayPalIssueOrderNotApproved; may be empty
	DebugID string // for PayPal's support; may be empty
}

// Error quotes the refusal in PayPal's words.
func (e *PayPalRefusal) Error() string {
	return fmt.Sprintf("paypal: refused with status %d: %s %s (debug id %s)", e.Status, e.Name, e.Issue, e.DebugID)
}

// NotFound reports whether PayPal says that it does not know the subject of the call.
func (e *PayPalRefusal) NotFound() bool { return e.Status == 404 }

// NoPermission reports whether the account lacks the permission for the call. One that
// is granted applies to access tokens issued afterwards.
func (e *PayPalRefusal) NoPermission() bool { return e.Status == 403 }

// OfContent reports whether PayPal dislikes what the request says.
func (e *PayPalRefusal) OfContent() bool { return e.Status == 400 || e.Status == 422 }

// Unknown converts the refusal of one call to the unknown outcome of another that it
// was meant to clarify. The result does not unwrap to the refusal, since the other call
// was not refused.
func (e *PayPalRefusal) Unknown() *PayPalUnknown {
	return &PayPalUnknown{Status: e.Status, DebugID: e.DebugID, Cause: errors.New(e.Error())}
}

// The issues that mean more than a final refusal.
const (
	PayPalIssueOrderNotApproved     = "ORDER_NOT_APPROVED"     // the buyer has not finished
	PayPalIssuePayerActionRequired  = "PAYER_ACTION_REQUIRED"  // likewise
	PayPalIssueInstrumentDeclined   = "INSTRUMENT_DECLINED"    // the buyer may choose another funding source
	PayPalIssueOrderAlreadyCaptured = "ORDER_ALREADY_CAPTURED" // somebody has captured: read the order
	PayPalIssueDuplicateInvoiceID   = "DUPLICATE_INVOICE_ID"   // captured before under another order
	PayPalIssueFullyRefunded        = "CAPTURE_FULLY_REFUNDED" // already done
	PayPalIssuePendingCapture       = "PENDING_CAPTURE"        // no refund before the money has arrived
	PayPalIssueRefundExceeded       = "REFUND_AMOUNT_EXCEEDED" // more than what is left
	PayPalIssueInsufficientFunds    = "REFUND_FAILED_INSUFFICIENT_FUNDS"
	PayPalIssueRefundTimeLimit      = "REFUND_TIME_LIMIT_EXCEEDED"
	PayPalIssueDisputed             = "TRANSACTION_DISPUTED" // no refund while the buyer contests the payment
)

// PayPalUnknown means that the outcome of a request is unknown: there was no answer, or
// one that decides nothing. Denied access counts too, since it says nothing about a
// payment.
type PayPalUnknown struct {
	Status     int           // of the answer; 0: there was none
	RetryAfter time.Duration // how long PayPal asks to wait; 0: not given
	DebugID    string        // for PayPal's support; may be empty
	Denied     string        // why PayPal denies the shop's access, [DeniedCredentials] etc.; empty: it does not
	Cause      error
}

// Error describes the cause.
func (e *PayPalUnknown) Error() string {
	return fmt.Sprintf("paypal: outcome unknown: status %d: %v", e.Status, e.Cause)
}

// Unwrap returns the cause.
func (e *PayPalUnknown) Unwrap() error { return e.Cause }

// RateLimited reports whether PayPal asks for fewer calls.
func (e *PayPalUnknown) RateLimited() bool { return e.Status == 429 }

var payPalID = regexp.MustCompile(`^[A-Z0-9]{1,36}$`)

// IsPayPalID reports whether s can be the id of an order, a capture or a refund at
// PayPal. Nothing else may become part of a URL.
func IsPayPalID(s string) bool { return payPalID.MatchString(s) }
