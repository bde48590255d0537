package mail

import (
	"fmt"

	"rsc.io/qr"

	"kontor/internal/shop"
)

// giroCode returns a GiroCode as a PNG picture, or nil if there is none. It is drawn
// here and attached: fetching a picture by URL would disclose to its server who pays
// how much.
func giroCode(b shop.BankAccount, amount shop.Cents, reference string) ([]byte, error) {
	text := b.GiroText(amount, reference)
	if text == "" {
		return nil, nil
	}
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return nil, fmt.Errorf("mail: the GiroCode: %w", err)
	}
	return code.PNG(), nil
}
