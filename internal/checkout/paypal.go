package checkout

import (
	"context"
	"time"

	"kontor"
)

// PayPal is what payments need of PayPal. Every call ends in a value, in a
// *kontor.PayPalRefusal, or in any other error, which means that nobody knows
// whether what was asked happened.
type PayPal interface {
	CreateOrder(context.Context, kontor.PayPalNewOrder) (kontor.PayPalOrder, error)
	Order(ctx context.Context, id string) (kontor.PayPalOrder, error)
	CaptureOrder(ctx context.Context, id, requestID string) (kontor.PayPalOrder, error)
	Capture(ctx context.Context, id string) (kontor.PayPalCapture, error)
	RefundCapture(ctx context.Context, captureID, requestID string, amount *kontor.Cents, note string) (kontor.PayPalRefund, error)
	Refund(ctx context.Context, id string) (kontor.PayPalRefund, error)
	VerifyWebhook(context.Context, kontor.PayPalWebhook) (bool, error)
}

// PaymentReader reads the journal of payments, which is there without PayPal too.
type PaymentReader interface {
	// Payments returns one page of the payments that pass the filter, newest first.
	Payments(context.Context, kontor.PaymentFilter) (kontor.PaymentPage, error)
	// PaymentDetails returns one payment with its history and refunds, or
	// kontor.ErrPaymentNotFound.
	PaymentDetails(ctx context.Context, id int64) (kontor.PaymentDetails, error)
	// PaymentOfOrder returns the payment that became an order; nil: none did.
	PaymentOfOrder(ctx context.Context, order int64) (*kontor.PaymentDetails, error)
	// PaymentBalance proves that no captured money is without its place.
	PaymentBalance(context.Context) (kontor.PaymentBalance, error)
}

// PaymentStore is what payments need of the database.
type PaymentStore interface {
	PaymentReader

	OpenPayment(context.Context, kontor.PaymentOpening) (kontor.OpenedPayment, error)
	ChangePayment(context.Context, kontor.PaymentChange) (kontor.ChangedPayment, error)
	Payment(ctx context.Context, id int64) (kontor.Payment, error)
	PaymentByPayPal(ctx context.Context, payPalOrder string) (kontor.Payment, error)
	PaymentByCapture(ctx context.Context, capture string) (kontor.Payment, error)
	PaymentByKey(ctx context.Context, key string) (kontor.Payment, error)
	KeepForeignMoney(ctx context.Context, p kontor.Payment, owed []kontor.Message) ([]kontor.Message, error)
	ClaimPayments(ctx context.Context, limit int, at time.Time) ([]kontor.Payment, error)
	ForgetBaskets(ctx context.Context, before time.Time) error

	OrderRefund(context.Context, kontor.Refund) (kontor.Refund, bool, error)
	ClaimRefunds(ctx context.Context, limit int, at time.Time) ([]kontor.Refund, error)
	SettleRefund(context.Context, *kontor.Refund) error

	KeepPayPalEvent(ctx context.Context, e kontor.PayPalEvent, at time.Time) error
	ClaimPayPalEvents(ctx context.Context, limit int, at time.Time) ([]kontor.PayPalEvent, error)
	FinishPayPalEvent(ctx context.Context, id string) error
}
