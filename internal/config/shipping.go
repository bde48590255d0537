package config

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Shipping is the price of delivery to a country, in euro cents.
type Shipping struct {
	Cost     int64
	FreeFrom int64 // value of goods from which delivery is free; 0: never
}

var (
	shippingForm = regexp.MustCompile(`^([0-9]{1,6}(?:[.,][0-9]{1,2})?)(?:/([0-9]{1,6}(?:[.,][0-9]{1,2})?))?$`)
	shippingText = "Kosten in Euro, nach einem Schrägstrich der Warenwert, von dem an sie entfallen: 4,90/49 oder nur 4,90"
)

// UnmarshalText reads "4,90/49" or, without free delivery, "4,90"; a point may stand
// for the comma.
func (s *Shipping) UnmarshalText(text []byte) error {
	parts := shippingForm.FindStringSubmatch(strings.ReplaceAll(string(text), " ", ""))
	if parts == nil {
		return fmt.Errorf("erwartet: %s", shippingText)
	}
	s.Cost, s.FreeFrom = cents(parts[1]), cents(parts[2])
	return nil
}

// cents parses an amount in the form of [shippingForm]; "" is 0.
func cents(amount string) int64 {
	whole, fraction, _ := strings.Cut(strings.ReplaceAll(amount, ",", "."), ".")
	n, _ := strconv.ParseInt(whole+(fraction + "00")[:2], 10, 64) // cannot fail: the form limits its length
	return n
}
