package config

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// DeliveryTime is within how many working days goods arrive in a country. The zero value
// means that the shop says nothing about it.
type DeliveryTime struct{ From, To int64 }

// maxDelivery is the longest delivery in working days.
const maxDelivery = 90

var (
	deliveryForm = regexp.MustCompile(`^([0-9]{1,2})(?:[-–]([0-9]{1,2}))?$`)
	deliveryText = "Werktage von 1 bis 90, eine Zahl oder eine Spanne: 3 oder 2-4"
)

// UnmarshalText reads "2-4" or, if it is always the same, "3".
func (t *DeliveryTime) UnmarshalText(text []byte) error {
	parts := deliveryForm.FindStringSubmatch(strings.ReplaceAll(string(text), " ", ""))
	if parts == nil {
		return fmt.Errorf("erwartet: %s", deliveryText)
	}
	t.From, _ = strconv.ParseInt(parts[1], 10, 64) // cannot fail: the form limits its length
	if t.To = t.From; parts[2] != "" {
		t.To, _ = strconv.ParseInt(parts[2], 10, 64)
	}
	if t.From < 1 || t.To < t.From || t.To > maxDelivery {
		return fmt.Errorf("erwartet: %s", deliveryText)
	}
	return nil
}
