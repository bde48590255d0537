package order

import (
	"strings"

	"golang.org/x/text/unicode/norm"

	"kontor/internal/jsvalue"
	"kontor/internal/shop"
)

// The two payment methods, as they stand in zahlungsart.
const (
	PaymentTransfer = "ueberweisung"
	PaymentPayPal   = "paypal"
)

// PaymentMethodName is what German readers call a payment method. Orders may name
// any other, which keeps the name that it came with.
func PaymentMethodName(method string) string {
	switch method {
	case PaymentTransfer:
		return "Überweisung"
	case PaymentPayPal:
		return "PayPal"
	}
	return method
}

// IsPayPal reports whether a payment method that a customer sent means PayPal,
// in whatever spelling: full-width letters, invisible characters, surrounding
// white space and case do not make it another method, so a direct order cannot
// be passed off as a provider payment. Spec: POST /api/orders, rule 3.
func IsPayPal(method string) bool {
	shown := strings.Map(shop.DropInvisible, norm.NFKC.String(method))
	return jsvalue.Lower(jsvalue.Trim(shown)) == PaymentPayPal
}
