package mail

import (
	"strings"

	"kontor/internal/shop/order"
)

// addParticulars adds what the buyer said besides. Only the operator reads the phone
// number, the VAT id and the message: nobody must be able to send a stranger a text
// through the shop.
func (v *orderView) addParticulars(o *order.Order) {
	v.Phone, v.VATID = plain(o.Phone), plain(o.VATID)
	if o.Message != "" {
		for _, line := range strings.Split(o.Message, "\n") {
			v.Message = append(v.Message, unlinked(strings.TrimSpace(strings.Map(visible, line))))
		}
	}
	b := o.Billing
	if b == nil || !b.Complete() {
		return
	}
	v.BillingCountry = "country." + string(b.Country)
	for _, line := range []string{b.Company, b.Name, b.Street, b.Postcode + " " + b.City} {
		if line = plain(line); line != "" {
			v.Billing = append(v.Billing, line)
		}
	}
}
