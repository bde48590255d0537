package payment

import (
	"regexp"
	"time"
)

// PayPalDispute is a payment that the buyer contests, at PayPal or at the buyer's bank.
// Reasons, statuses, stages and outcomes are PayPal's own terms and may be unknown ones.
// PayPal gives no link for people, only those of its API.
//
// Source: PayPal Disputes v1.
type PayPalDispute struct {
	ID            string       // see [IsPayPalDisputeID]
	CaptureIDs    []string     // the contested captures; payments of other kinds are left out
	Reason        string       // PayPalDisputeNotReceived etc.
	Status        string       // PayPalDisputeOpen etc.
	Stage         string       // PayPalStageInquiry etc.; may be empty
	Bank          bool         // the buyer asked the bank, which takes the money at once; otherwise PayPal holds it until its verdict
	Amount        PayPalAmount // what the buyer contests, maybe a part of the capture
	Outcome       string       // PayPalOutcomeBuyer etc.; empty: there is none yet
	OutcomeAmount PayPalAmount // what the buyer got, from the seller or from PayPal; unreadable: not given
	ResponseDue   time.Time    // the dispute is lost if the seller stays silent until then; zero: nothing to answer
	Created       time.Time    // zero: not given
	Updated       time.Time    // zero: not given
}

// The reasons of a dispute.
const (
	PayPalDisputeNotReceived    = "MERCHANDISE_OR_SERVICE_NOT_RECEIVED"
	PayPalDisputeNotAsDescribed = "MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED"
	PayPalDisputeUnauthorised   = "UNAUTHORISED" // the buyer denies having paid
	PayPalDisputeNoCredit       = "CREDIT_NOT_PROCESSED"
	PayPalDisputeDuplicate      = "DUPLICATE_TRANSACTION"
	PayPalDisputeWrongAmount    = "INCORRECT_AMOUNT"
	PayPalDisputePaidOtherwise  = "PAYMENT_BY_OTHER_MEANS"
	PayPalDisputeSubscription   = "CANCELED_RECURRING_BILLING"
	PayPalDisputeRemittance     = "PROBLEM_WITH_REMITTANCE"
	PayPalDisputeOtherReason    = "OTHER"
)

// The statuses of a dispute.
const (
	PayPalDisputeOpen        = "OPEN"
	PayPalDisputeBuyersTurn  = "WAITING_FOR_BUYER_RESPONSE"
	PayPalDisputeSellersTurn = "WAITING_FOR_SELLER_RESPONSE"
	PayPalDisputeUnderReview = "UNDER_REVIEW"
	PayPalDisputeResolved    = "RESOLVED"
	PayPalDisputeOtherStatus = "OTHER"
)

// The stages of a dispute.
const (
	PayPalStageInquiry        = "INQUIRY"    // buyer and seller only talk
	PayPalStageChargeback     = "CHARGEBACK" // also PayPal's own claims
	PayPalStagePreArbitration = "PRE_ARBITRATION"
	PayPalStageArbitration    = "ARBITRATION"
)

// The outcomes of a dispute.
const (
	PayPalOutcomeBuyer     = "RESOLVED_BUYER_FAVOUR"
	PayPalOutcomeSeller    = "RESOLVED_SELLER_FAVOUR"
	PayPalOutcomePayout    = "RESOLVED_WITH_PAYOUT" // PayPal pays the buyer
	PayPalOutcomeWithdrawn = "CANCELED_BY_BUYER"
	PayPalOutcomeAccepted  = "ACCEPTED" // the seller gave in
	PayPalOutcomeDenied    = "DENIED"
	PayPalOutcomeNone      = "NONE"
)

// Resolved reports whether PayPal has closed the dispute.
func (d *PayPalDispute) Resolved() bool { return d.Status == PayPalDisputeResolved }

var payPalDisputeID = regexp.MustCompile(`^[A-Za-z0-9-]{1,255}$`)

// IsPayPalDisputeID reports whether s can be the id of a dispute at PayPal, such as
// PP-D-27803. Nothing else may become part of a URL.
func IsPayPalDisputeID(s string) bool { return payPalDisputeID.MatchString(s) }
