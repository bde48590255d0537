package order

import (
	"strings"

	"golang.org/x/text/unicode/norm"

	"kontor/internal/jsvalue"
	"kontor/internal/shop"
)

// The two payment methods, as values of zahlungsart.
const (
	MethodTransfer = "ueberweisung"
	MethodPayPal   = "paypal"
)

// MethodName returns the German name of a payment method. Orders may name any
// other, whose name is returned unchanged.
func MethodName(method string) string {
	switch method {
	case MethodTransfer:
		return "Überweisung"
	case MethodPayPal:
		return "PayPal"
	}
	return method
}

// IsPayPal reports whether a customer's payment method means PayPal in any spelling:
// full-width letters, invisible characters, surrounding white space and case make no
// difference, so a direct order cannot be passed off as a provider payment.
// Spec: POST /api/orders, rule 3.
func IsPayPal(method string) bool {
	shown := strings.Map(shop.DropInvisible, norm.NFKC.String(method))
	return jsvalue.Lower(jsvalue.Trim(shown)) == MethodPayPal
}
