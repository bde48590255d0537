package kit

import (
	"net/http"

	"kontor/internal/shop"
	"kontor/internal/shop/account"
	"kontor/internal/shop/audit"
	"kontor/internal/shop/bank"
	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/coupon"
	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
	"kontor/internal/shop/payment"
	"kontor/internal/shop/withdrawal"
)

// statuses maps refusals to HTTP statuses; nothing else does.
var statuses = map[string]int{
	shop.ErrBadRequest.Code:          http.StatusBadRequest,
	shop.ErrInvalidCountry.Code:      http.StatusBadRequest,
	checkout.ErrInvalidCustomer.Code: http.StatusBadRequest,
	checkout.ErrNoItems.Code:         http.StatusBadRequest,
	checkout.ErrInvalidItem.Code:     http.StatusBadRequest,
	checkout.ErrInvalidQuantity.Code: http.StatusBadRequest,
	checkout.ErrInvalidPrice.Code:    http.StatusBadRequest,
	checkout.ErrInvalidTotal.Code:    http.StatusBadRequest,
	checkout.ErrPayPalOnly.Code:      http.StatusBadRequest,
	coupon.ErrUnusable.Code:          http.StatusBadRequest,
	checkout.ErrIdempotencyKey.Code:  http.StatusBadRequest,
	withdrawal.ErrInvalid.Code:       http.StatusBadRequest,
	withdrawal.ErrNotFound.Code:      http.StatusNotFound,
	order.ErrInvalidStatus.Code:      http.StatusBadRequest,
	shop.ErrInvalidFilter.Code:       http.StatusBadRequest,
	shop.ErrInvalidCursor.Code:       http.StatusBadRequest,
	shop.ErrInvalidNote.Code:         http.StatusBadRequest,
	coupon.ErrInvalid.Code:           http.StatusBadRequest,
	catalogue.ErrInvalidPhoto.Code:   http.StatusBadRequest,
	catalogue.ErrPhotoNotFound.Code:  http.StatusNotFound,
	catalogue.ErrInvalidProduct.Code: http.StatusBadRequest,
	catalogue.ErrNoReduction.Code:    http.StatusBadRequest,
	catalogue.ErrInvalidShelf.Code:   http.StatusBadRequest,
	shop.ErrNothingToChange.Code:     http.StatusBadRequest,
	order.ErrTooManyForExport.Code:   http.StatusBadRequest,
	bank.ErrInvalidStatement.Code:    http.StatusBadRequest,
	message.ErrKind.Code:             http.StatusBadRequest,
	order.ErrInvalidInvoice.Code:     http.StatusBadRequest,
	audit.ErrName.Code:               http.StatusBadRequest,

	account.ErrSignInMismatch.Code:     http.StatusBadRequest,
	account.ErrSignInCancelled.Code:    http.StatusBadRequest,
	account.ErrErasureUnconfirmed.Code: http.StatusBadRequest,

	ErrUnknownQuery.Code: http.StatusBadRequest,
	errUnknownField.Code: http.StatusBadRequest,

	ErrNoSite.Code:              http.StatusUnauthorized,
	ErrNoAdmin.Code:             http.StatusUnauthorized,
	ErrWrongCode.Code:           http.StatusUnauthorized,
	account.ErrNotSignedIn.Code: http.StatusUnauthorized,
	account.ErrSignInAgain.Code: http.StatusForbidden,
	ErrForeignOrigin.Code:       http.StatusForbidden,

	ErrNotFound.Code:                   http.StatusNotFound,
	order.ErrNotFound.Code:             http.StatusNotFound,
	coupon.ErrNotFound.Code:            http.StatusNotFound,
	catalogue.ErrProductNotFound.Code:  http.StatusNotFound,
	catalogue.ErrCategoryNotFound.Code: http.StatusNotFound,
	catalogue.ErrMakerNotFound.Code:    http.StatusNotFound,
	catalogue.ErrGroupNotFound.Code:    http.StatusNotFound,
	bank.ErrReceiptNotFound.Code:       http.StatusNotFound,
	message.ErrNotFound.Code:           http.StatusNotFound,
	order.ErrInvoiceNotFound.Code:      http.StatusNotFound,
	account.ErrIdentityNotFound.Code:   http.StatusNotFound,
	audit.ErrSessionNotFound.Code:      http.StatusNotFound,

	ErrLinkExpired.Code:               http.StatusGone,
	ErrMethod.Code:                    http.StatusMethodNotAllowed,
	errTooSlow.Code:                   http.StatusRequestTimeout,
	coupon.ErrUsed.Code:               http.StatusConflict,
	coupon.ErrTaken.Code:              http.StatusConflict,
	coupon.ErrInUse.Code:              http.StatusConflict,
	coupon.ErrExists.Code:             http.StatusConflict,
	catalogue.ErrProductExists.Code:   http.StatusConflict,
	catalogue.ErrSlugTaken.Code:       http.StatusConflict,
	catalogue.ErrInUse.Code:           http.StatusConflict,
	checkout.ErrPricesChanged.Code:    http.StatusConflict,
	message.ErrBusy.Code:              http.StatusConflict,
	message.ErrDone.Code:              http.StatusConflict,
	message.ErrExists.Code:            http.StatusConflict,
	message.ErrUnfit.Code:             http.StatusConflict,
	account.ErrIdentityTaken.Code:     http.StatusConflict,
	account.ErrProviderLinked.Code:    http.StatusConflict,
	account.ErrLastIdentity.Code:      http.StatusConflict,
	bank.ErrReceiptDone.Code:          http.StatusConflict,
	bank.ErrReceiptUnfit.Code:         http.StatusConflict,
	order.ErrInvoiceUnfit.Code:        http.StatusConflict,
	order.ErrNoTwin.Code:              http.StatusConflict,
	order.ErrNotReturnable.Code:       http.StatusConflict,
	shop.ErrStale.Code:                http.StatusPreconditionFailed,
	ErrTooLarge.Code:                  http.StatusRequestEntityTooLarge,
	checkout.ErrTooManyItems.Code:     http.StatusRequestEntityTooLarge,
	ErrMediaType.Code:                 http.StatusUnsupportedMediaType,
	checkout.ErrIdempotencyReuse.Code: http.StatusUnprocessableEntity,
	ErrTooManyCodes.Code:              http.StatusTooManyRequests,
	account.ErrTooManyDownloads.Code:  http.StatusTooManyRequests,
	ErrTooManyOrders.Code:             http.StatusTooManyRequests,
	ErrTooManyCoupons.Code:            http.StatusTooManyRequests,
	ErrTooManySignIns.Code:            http.StatusTooManyRequests,

	ErrInternal.Code:                  http.StatusInternalServerError,
	checkout.ErrNotStored.Code:        http.StatusInternalServerError,
	account.ErrSignInRefused.Code:     http.StatusBadGateway,
	account.ErrSignInFailed.Code:      http.StatusBadGateway,
	ErrPrefetch.Code:                  http.StatusServiceUnavailable,
	account.ErrSignInNotSetUp.Code:    http.StatusServiceUnavailable,
	account.ErrSignInUnavailable.Code: http.StatusServiceUnavailable,
	ErrOverloaded.Code:                http.StatusServiceUnavailable,
	ErrDraining.Code:                  http.StatusServiceUnavailable,
	ErrNotReady.Code:                  http.StatusServiceUnavailable,
	ErrGateUncheckable.Code:           http.StatusServiceUnavailable,
	shop.ErrDatabaseUnavailable.Code:  http.StatusServiceUnavailable,
	message.ErrMailNotSetUp.Code:      http.StatusServiceUnavailable,
	account.ErrSignInNotSetUp.Code:    http.StatusServiceUnavailable,
	account.ErrSignInUnavailable.Code: http.StatusServiceUnavailable,
	account.ErrSignInRefused.Code:     http.StatusBadGateway,

	// Payments through PayPal.
	payment.ErrWebhook.Code:          http.StatusBadRequest,
	payment.ErrInvalidRefund.Code:    http.StatusBadRequest,
	payment.ErrNotFound.Code:         http.StatusNotFound,
	payment.ErrBusy.Code:             http.StatusConflict,
	payment.ErrNotApproved.Code:      http.StatusConflict,
	payment.ErrNothingToSettle.Code:  http.StatusConflict,
	payment.ErrNotRefundable.Code:    http.StatusConflict,
	payment.ErrRefundTooMuch.Code:    http.StatusConflict,
	payment.ErrRefundRefused.Code:    http.StatusUnprocessableEntity,
	payment.ErrRefundedAlready.Code:  http.StatusConflict,
	payment.ErrExpired.Code:          http.StatusGone,
	payment.ErrRestart.Code:          http.StatusUnprocessableEntity,
	payment.ErrDeclined.Code:         http.StatusUnprocessableEntity,
	payment.ErrRefunded.Code:         http.StatusUnprocessableEntity,
	ErrTooManyRequests.Code:          http.StatusTooManyRequests,
	payment.ErrPayPalNotSetUp.Code:   http.StatusServiceUnavailable,
	payment.ErrPayPalAway.Code:       http.StatusServiceUnavailable,
	payment.ErrUnclear.Code:          http.StatusServiceUnavailable,
	payment.ErrWebhookUnchecked.Code: http.StatusServiceUnavailable,
}
