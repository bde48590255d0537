package paypalsim

import (
	"regexp"
	"slices"
	"strconv"
	"unicode/utf8"

	"kontor/internal/shop"
	"kontor/internal/shop/payment"
)

// purchaseUnit is what an order is about, as far as this shop describes it.
type purchaseUnit struct {
	ReferenceID string `json:"reference_id"`
	CustomID    string `json:"custom_id"`
	InvoiceID   string `json:"invoice_id"`
	Description string `json:"description"`
	Amount      struct {
		money
		Breakdown *struct {
			Items    *money `json:"item_total,omitempty"`
			Shipping *money `json:"shipping,omitempty"`
			Discount *money `json:"discount,omitempty"`
		} `json:"breakdown"`
	} `json:"amount"`
	Items []struct {
		Name     string `json:"name"`
		Quantity string `json:"quantity"`
		Price    money  `json:"unit_amount"`
	} `json:"items"`
	Shipping *struct {
		Name struct {
			Full string `json:"full_name"`
		} `json:"name"`
		Address struct {
			Street   string `json:"address_line_1"`
			City     string `json:"admin_area_2"`
			Postcode string `json:"postal_code"`
			Country  string `json:"country_code"`
		} `json:"address"`
	} `json:"shipping"`
}

var quantityForm = regexp.MustCompile(`^[1-9][0-9]{0,9}$`)

// detailsIssue describes what PayPal would not accept of the address and the items.
//
// Source: PayPal Orders v2. MISSING_SHIPPING_ADDRESS is in none of its lists, but in its
// answers.
func (u *purchaseUnit) detailsIssue(preference string) string {
	for _, item := range u.Items {
		switch {
		case item.Name == "", len(item.Name) > 127:
			return "INVALID_STRING_LENGTH"
		case !quantityForm.MatchString(item.Quantity):
			return "INVALID_PARAMETER_SYNTAX"
		}
	}
	switch {
	case preference == "NO_SHIPPING" && u.Shipping == nil:
		return ""
	case preference != "SET_PROVIDED_ADDRESS":
		return "INVALID_PARAMETER_VALUE" // the others let the buyer choose an address
	case u.Shipping == nil:
		return "MISSING_SHIPPING_ADDRESS"
	}
	name, to := u.Shipping.Name.Full, u.Shipping.Address
	switch {
	case to.Postcode == "":
		return "POSTAL_CODE_REQUIRED"
	case to.City == "":
		return "CITY_REQUIRED"
	case !slices.Contains([]string{"DE", "AT", "CH", "LU"}, to.Country):
		return "INVALID_COUNTRY_CODE"
	case name == "", to.Street == "":
		return "SHIPPING_ADDRESS_INVALID"
	case tooLong(name, 300), tooLong(to.Street, 300), tooLong(to.City, 120), tooLong(to.Postcode, 60):
		return "INVALID_STRING_MAX_LENGTH"
	}
	return ""
}

func tooLong(text string, most int) bool { return utf8.RuneCountInString(text) > most }

// sumsIssue describes what does not add up to the cent.
func (u *purchaseUnit) sumsIssue() string {
	var goods shop.Cents
	for _, item := range u.Items {
		price, ok := item.Price.charge()
		if !ok {
			return "CANNOT_BE_NEGATIVE"
		}
		quantity, _ := strconv.ParseInt(item.Quantity, 10, 64)
		goods += price * shop.Cents(quantity)
	}
	parts := u.Amount.Breakdown
	switch {
	case len(u.Items) == 0 && parts == nil:
		return ""
	case parts == nil, parts.Items == nil:
		return "ITEM_TOTAL_REQUIRED"
	case parts.Items.amount() != euro(goods):
		return "ITEM_TOTAL_MISMATCH"
	}
	shipping, ok := parts.Shipping.charge()
	discount, ok2 := parts.Discount.charge()
	switch {
	case !ok, !ok2:
		return "CANNOT_BE_NEGATIVE"
	case u.Amount.amount() != euro(goods+shipping-discount):
		return "AMOUNT_MISMATCH"
	}
	return ""
}

// charge returns the cents of a part of the amount, which may be missing, and whether it
// may be one.
func (m *money) charge() (shop.Cents, bool) {
	if m == nil {
		return 0, true
	}
	amount := m.amount()
	return amount.Cents, amount.Currency == payment.CurrencyEuro && amount.Cents >= 0
}

// Given is how the shop described an order.
type Given struct {
	Preference                            string // shipping_preference
	Name, Street, Postcode, City, Country string // empty: there is no address
	Items                                 []GivenItem
	Goods, Shipping, Discount             shop.Cents // 0: not given
}

// GivenItem is one line of an order.
type GivenItem struct {
	Name, Quantity string
	Price          shop.Cents // for one piece
}

// Given returns how the shop described an order, which must exist.
func (s *Server) Given(orderID string) (given Given) {
	s.change(orderID, func(o *order) {
		given.Preference = o.preference
		if to := o.given.Shipping; to != nil {
			given.Name, given.Street, given.Postcode, given.City, given.Country =
				to.Name.Full, to.Address.Street, to.Address.Postcode, to.Address.City, to.Address.Country
		}
		for _, item := range o.given.Items {
			given.Items = append(given.Items, GivenItem{item.Name, item.Quantity, item.Price.amount().Cents})
		}
		if parts := o.given.Amount.Breakdown; parts != nil {
			given.Goods, _ = parts.Items.charge()
			given.Shipping, _ = parts.Shipping.charge()
			given.Discount, _ = parts.Discount.charge()
		}
	})
	return given
}

// show adds the description to an order in answers.
func (u *purchaseUnit) show(unit, amount object) {
	if u.Shipping != nil {
		unit["shipping"] = u.Shipping
	}
	if len(u.Items) > 0 {
		unit["items"], amount["breakdown"] = u.Items, u.Amount.Breakdown
	}
}

// DislikeAddresses makes every order with an address be refused with the issue, until
// that is empty.
func (s *Server) DislikeAddresses(issue string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.dislikes = issue
}
