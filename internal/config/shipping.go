package config

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Shipping is what delivery to a country costs, in cents of a euro.
type Shipping struct {
	Cost     int64
	FreeFrom int64 // value of the goods from which it costs nothing; 0: never
}

var (
	shippingForm = regexp.MustCompile(`^([0-9]{1,6}(?:[.,][0-9]{1,2})?)(?:/([0-9]{1,6}(?:[.,][0-9]{1,2})?))?$`)
	shippingText = "Kosten in Euro, nach einem Schrägstrich der Warenwert, von dem an sie entfallen: 4,90/49 oder nur 4,90"
)

// UnmarshalText reads "4,90/49" or, without a free delivery, "4,90"; a point
// may stand for the comma.
func (s *Shipping) UnmarshalText(text []byte) error {
	parts := shippingForm.FindStringSubmatch(strings.ReplaceAll(string(text), " ", ""))
	if parts == nil {
		return fmt.Errorf("erwartet: %s", shippingText)
	}
	s.Cost, s.FreeFrom = cents(parts[1]), cents(parts[2])
	return nil
}

// cents reads an amount that has the form of [shippingForm]; nothing is 0.
func cents(amount string) int64 {
	whole, fraction, _ := strings.Cut(strings.ReplaceAll(amount, ",", "."), ".")
	n, _ := strconv.ParseInt(whole+(fraction + "00")[:2], 10, 64) // short enough to fit
	return n
}
