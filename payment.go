package kontor

import (
	"strings"

	"golang.org/x/text/unicode/norm"
)

// The two payment methods, as they stand in zahlungsart.
const (
	PaymentTransfer = "ueberweisung"
	PaymentPayPal   = "paypal"
)

// IsPayPal reports whether a payment method that a customer sent means PayPal,
// in whatever spelling: case, surrounding white space, full-width letters and
// invisible characters do not make it another method, so a direct order cannot
// be passed off as a provider payment. Spec: POST /api/orders, rule 3.
func IsPayPal(method string) bool {
	folded := strings.ToLower(norm.NFKC.String(method))
	folded = strings.Map(dropInvisible, folded)
	return strings.TrimSpace(folded) == PaymentPayPal
}
