package web

import (
	"net/http"

	"kontor"
)

// statuses is the only place where refusals meet HTTP.
var statuses = map[string]int{
	kontor.ErrBadRequest.Code:       http.StatusBadRequest,
	kontor.ErrInvalidCountry.Code:   http.StatusBadRequest,
	kontor.ErrInvalidCustomer.Code:  http.StatusBadRequest,
	kontor.ErrNoItems.Code:          http.StatusBadRequest,
	kontor.ErrInvalidItem.Code:      http.StatusBadRequest,
	kontor.ErrInvalidQuantity.Code:  http.StatusBadRequest,
	kontor.ErrInvalidPrice.Code:     http.StatusBadRequest,
	kontor.ErrInvalidTotal.Code:     http.StatusBadRequest,
	kontor.ErrPayPalOnly.Code:       http.StatusBadRequest,
	kontor.ErrCouponInvalid.Code:    http.StatusBadRequest,
	kontor.ErrIdempotencyKey.Code:   http.StatusBadRequest,
	kontor.ErrInvalidStatus.Code:    http.StatusBadRequest,
	kontor.ErrInvalidFilter.Code:    http.StatusBadRequest,
	kontor.ErrInvalidCursor.Code:    http.StatusBadRequest,
	kontor.ErrInvalidNote.Code:      http.StatusBadRequest,
	kontor.ErrInvalidCoupon.Code:    http.StatusBadRequest,
	kontor.ErrInvalidProduct.Code:   http.StatusBadRequest,
	kontor.ErrNothingToChange.Code:  http.StatusBadRequest,
	kontor.ErrTooManyForExport.Code: http.StatusBadRequest,
	kontor.ErrMessageKind.Code:      http.StatusBadRequest,
	kontor.ErrSignInMismatch.Code:   http.StatusBadRequest,

	errNoSite.Code:        http.StatusUnauthorized,
	errNoAdmin.Code:       http.StatusUnauthorized,
	errWrongCode.Code:     http.StatusUnauthorized,
	errForeignOrigin.Code: http.StatusForbidden,

	errNotFound.Code:               http.StatusNotFound,
	kontor.ErrOrderNotFound.Code:   http.StatusNotFound,
	kontor.ErrCouponNotFound.Code:  http.StatusNotFound,
	kontor.ErrProductNotFound.Code: http.StatusNotFound,
	kontor.ErrMessageNotFound.Code: http.StatusNotFound,

	errMethod.Code:                  http.StatusMethodNotAllowed,
	errTooSlow.Code:                 http.StatusRequestTimeout,
	kontor.ErrCouponUsed.Code:       http.StatusConflict,
	kontor.ErrCouponTaken.Code:      http.StatusConflict,
	kontor.ErrCouponInUse.Code:      http.StatusConflict,
	kontor.ErrCouponExists.Code:     http.StatusConflict,
	kontor.ErrProductExists.Code:    http.StatusConflict,
	kontor.ErrPricesChanged.Code:    http.StatusConflict,
	kontor.ErrMessageBusy.Code:      http.StatusConflict,
	kontor.ErrMessageDone.Code:      http.StatusConflict,
	kontor.ErrMessageExists.Code:    http.StatusConflict,
	kontor.ErrMessageUnfit.Code:     http.StatusConflict,
	kontor.ErrStale.Code:            http.StatusPreconditionFailed,
	errTooLarge.Code:                http.StatusRequestEntityTooLarge,
	kontor.ErrTooManyItems.Code:     http.StatusRequestEntityTooLarge,
	errMediaType.Code:               http.StatusUnsupportedMediaType,
	kontor.ErrIdempotencyReuse.Code: http.StatusUnprocessableEntity,
	errTooManyCodes.Code:            http.StatusTooManyRequests,
	errTooManyOrders.Code:           http.StatusTooManyRequests,

	errInternal.Code:                   http.StatusInternalServerError,
	kontor.ErrNotStored.Code:           http.StatusInternalServerError,
	errOverloaded.Code:                 http.StatusServiceUnavailable,
	errDraining.Code:                   http.StatusServiceUnavailable,
	errNotReady.Code:                   http.StatusServiceUnavailable,
	kontor.ErrDatabaseUnavailable.Code: http.StatusServiceUnavailable,
	kontor.ErrMailNotSetUp.Code:        http.StatusServiceUnavailable,
	kontor.ErrSignInNotSetUp.Code:      http.StatusServiceUnavailable,
	kontor.ErrSignInUnavailable.Code:   http.StatusServiceUnavailable,
	kontor.ErrSignInRefused.Code:       http.StatusBadGateway,
}
