package payment

import (
	"context"
	"time"

	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
)

// PayPal is what payments need from PayPal. Every call ends in a value, in a
// *PayPalRefusal, or in any other error, which means that the outcome is unknown.
type PayPal interface {
	CreateOrder(context.Context, PayPalNewOrder) (PayPalOrder, error)
	Order(ctx context.Context, id string) (PayPalOrder, error)
	CaptureOrder(ctx context.Context, id, requestID string) (PayPalOrder, error)
	Capture(ctx context.Context, id string) (PayPalCapture, error)
	RefundCapture(ctx context.Context, captureID string, r PayPalNewRefund) (PayPalRefund, error)
	Refund(ctx context.Context, id string) (PayPalRefund, error)
	VerifyWebhook(context.Context, PayPalWebhook) (bool, error)

	// Disputes returns the disputes that changed since a time, newest first, and
	// Dispute a single one. PayPal lists those of the last 180 days.
	Disputes(ctx context.Context, since time.Time) ([]PayPalDispute, error)
	Dispute(ctx context.Context, id string) (PayPalDispute, error)
	// Transactions returns what moved on the merchant's account from one time until
	// another. PayPal shows a movement up to three hours late, and goes back three
	// years. A range that begins later than its data is refused.
	//
	// Both need permissions of the account, see [PayPalRefusal.NoPermission].
	Transactions(ctx context.Context, from, to time.Time) ([]PayPalTransaction, error)
}

// Reader reads the journal of payments, which exists even without PayPal.
type Reader interface {
	// Payments returns one page of the payments that match the filter, newest first.
	Payments(context.Context, Filter) (Page, error)
	// PaymentDetails returns one payment with its history, refunds and disputes, or
	// ErrNotFound.
	PaymentDetails(ctx context.Context, id int64) (Details, error)
	// PaymentOfOrder returns the payment that became an order; nil: none did.
	PaymentOfOrder(ctx context.Context, order int64) (*Details, error)
	// PaymentBalance returns where all captured money is.
	PaymentBalance(context.Context) (Balance, error)
}

// Store is what payments need from the database.
type Store interface {
	Reader
	Journal
	Leases
	Refunds
	Mailbox

	Order(ctx context.Context, id int64) (order.Details, error)
	ChangeOrder(ctx context.Context, id int64, c order.Change, at time.Time) (order.Details, error)
}

// Journal keeps the payments with their history.
type Journal interface {
	payers
	OpenPayment(context.Context, Opening) (Opened, error)
	ChangePayment(context.Context, Change) (Changed, error)
	Payment(ctx context.Context, id int64) (Payment, error)
	PaymentByPayPal(ctx context.Context, payPalOrder string) (Payment, error)
	KeepForeignMoney(ctx context.Context, p Payment, owed []message.Message) ([]message.Message, error)
	ForgetBaskets(ctx context.Context, before time.Time) error
}

// Leases divide among processes what has to be read at PayPal, and say when.
type Leases interface {
	ClaimPayments(ctx context.Context, limit int, at time.Time) ([]Payment, error)
	// RenewLease extends a lease that has not been released; any other stays as it is.
	RenewLease(ctx context.Context, lease Lease, until time.Time) error
	// EndLeases ends all leases and makes what they were for due, if no other process
	// can be using the database.
	EndLeases(ctx context.Context, at time.Time) error
	// ReadSoon makes a payment due that PayPal knows.
	ReadSoon(ctx context.Context, id int64, at time.Time) error
	// ReadPaidSoon makes all payments due that were paid since the given time.
	ReadPaidSoon(ctx context.Context, since, at time.Time) error

	// ClaimSweep returns how far a list at PayPal was read, and whether it is due and
	// the caller's to read; it is due again at a later time if the caller never
	// finishes.
	ClaimSweep(ctx context.Context, name SweepName, at, again time.Time) (Sweep, bool, error)
	FinishSweep(ctx context.Context, s Sweep, next time.Time) error
}

// Refunds keeps the refunds that were ordered, until PayPal has carried them out.
type Refunds interface {
	OrderRefund(context.Context, Refund) (Refund, bool, error)
	ClaimRefunds(ctx context.Context, limit int, at time.Time) ([]Refund, error)
	ChangeRefund(context.Context, RefundChange) (ChangedRefund, error)
}

// Mailbox keeps what PayPal reports by itself.
type Mailbox interface {
	// KeepDispute stores PayPal's state of a dispute, unless a later one is stored, with
	// the messages that it causes. It reports whether the state is news.
	KeepDispute(context.Context, DisputeChange) (news bool, owed []message.Message, err error)

	KeepPayPalEvent(ctx context.Context, e PayPalEvent, at time.Time) error
	ClaimPayPalEvents(ctx context.Context, limit int, at time.Time) ([]PayPalEvent, error)
	FinishPayPalEvent(ctx context.Context, id string) error
}
