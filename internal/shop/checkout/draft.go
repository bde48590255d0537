package checkout

import (
	"math"
	"strings"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/coupon"
	"kontor/internal/shop/order"
	"kontor/internal/shop/tax"
)

// Draft is an order as a customer sent it, parsed but not yet trusted. Missing or
// mistyped numbers are NaN, such texts are empty; names, e-mail and slugs are already
// trimmed, the country is as sent.
type Draft struct {
	Country                          string
	Customer                         order.Person
	Items                            []DraftItem
	Total                            float64 // euro; NaN if not a number
	Subtotal, Shipping, Discount     float64 // euro
	PaymentMethod                    string
	LoyaltyBonus, SubscriptionRebate bool
	CouponCode                       string
	Language                         string
	order.Particulars                         // checked as the order is made
	Unread                           []string // names of particulars of a wrong type
	CustomerID                       int64    // the signed-in customer; 0: a guest. Not from the body
	Rehearsal                        bool     // placed in a rehearsal. Not from the body
}

// DraftItem is one line of a [Draft].
type DraftItem struct {
	Slug, Name, Category string
	Quantity             float64 // pieces; NaN if not a number
	Price                float64 // euro per piece; NaN if not a number
	Free                 bool
}

// Limits of an order.
const (
	MaxItems    = 200
	MaxQuantity = 1_000_000
)

// Check returns the first broken rule, in the specification's order: country, customer,
// items (the list, then each item's slug and name, quantity, price), total; then what
// the specification leaves open, the payment method.
// Spec: POST /api/orders, rule 1.
func (d *Draft) Check() error {
	switch {
	case !shop.Country(strings.ToLower(d.Country)).Valid():
		return shop.ErrInvalidCountry
	case !reachable(&d.Customer):
		return ErrInvalidCustomer
	case len(d.Items) == 0:
		return ErrNoItems
	case len(d.Items) > MaxItems:
		return ErrTooManyItems
	}
	for i := range d.Items {
		if err := d.Items[i].check(); err != nil {
			return err
		}
	}
	switch {
	case !shop.AmountValid(d.Total):
		return ErrInvalidTotal
	case shop.TooLong(d.PaymentMethod):
		return shop.ErrBadRequest
	}
	return nil
}

// CheckDirect returns why the draft cannot become an order that waits for its money:
// provider payments arise only from the provider's own flow.
// Spec: POST /api/orders, rule 3.
func (d *Draft) CheckDirect() error {
	if order.IsPayPal(d.PaymentMethod) {
		return ErrPayPalOnly
	}
	return nil
}

// reachable reports whether a customer has a name and an e-mail address, neither of
// them too long.
func reachable(p *order.Person) bool {
	return p.Name != "" && strings.Contains(p.Email, "@") &&
		!shop.TooLong(p.Name, p.Email, p.Street, p.Postcode, p.City)
}

func (i *DraftItem) check() error {
	switch {
	case i.Slug == "" || i.Name == "" || shop.TooLong(i.Slug, i.Name, i.Category):
		return ErrInvalidItem
	case !(i.Quantity > 0 && i.Quantity <= MaxQuantity): // false for NaN
		return ErrInvalidQuantity
	case !shop.AmountValid(i.Price):
		return ErrInvalidPrice
	}
	return nil
}

// Order returns the order that a checked draft becomes at the given time, without id
// and number: its status is open, its amounts are as sent, its quantities rounded half
// up.
func (d *Draft) Order(at time.Time) *order.Order {
	o := &order.Order{
		CreatedAt: at, UpdatedAt: at,
		Status:             order.StatusPaymentOpen,
		Dispatch:           order.DispatchOpen,
		Customer:           d.Customer,
		Country:            shop.Country(strings.ToLower(d.Country)),
		PaymentMethod:      d.PaymentMethod,
		Subtotal:           optionalAmount(d.Subtotal),
		Shipping:           optionalAmount(d.Shipping),
		Discount:           optionalAmount(d.Discount),
		Total:              math.Abs(d.Total), // turns -0 into 0
		LoyaltyBonus:       d.LoyaltyBonus,
		SubscriptionRebate: d.SubscriptionRebate,
		CouponCode:         coupon.NormalizeCode(d.CouponCode),
		Language:           shop.LanguageOf(d.Language),
		CustomerID:         d.CustomerID,
		Items:              make([]order.Item, len(d.Items)),
	}
	if d.Rehearsal {
		o.Hints = []order.Hint{order.RehearsalHint}
	}
	d.addParticulars(o)
	for i, item := range d.Items {
		o.Items[i] = order.Item{
			Slug: item.Slug, Name: item.Name, Category: item.Category,
			Quantity: roundHalfUp(item.Quantity), Price: math.Abs(item.Price), Free: item.Free,
			TaxClass: tax.Standard, // unless the catalogue knows better when it is stored
		}
	}
	return o
}

// optionalAmount returns x, or 0 if x is not finite or beyond the size limit.
func optionalAmount(x float64) float64 {
	if math.IsNaN(x) || math.Abs(x) > shop.MaxAmount {
		return 0
	}
	return x + 0 // turns -0 into 0
}

// roundHalfUp rounds a quantity as Math.round does: 2.5 to 3, and 0.49999999999999994
// to 0 although adding a half would make it 1.
func roundHalfUp(x float64) int64 {
	floor := math.Floor(x)
	if x-floor >= 0.5 {
		floor++
	}
	return int64(floor)
}

// wholeCent is how far a total may be from a whole cent, in euro: the error of adding
// up in binary, as in 0.1 + 0.2.
const wholeCent = 1e-6

// CheckPayable returns [ErrInvalidTotal] unless the total of a checked draft is an
// amount that a provider accepts: above 0 and in whole cents.
func (d *Draft) CheckPayable() error {
	cents := shop.CentsOf(d.Total)
	if cents <= 0 || math.Abs(d.Total-cents.Euro()) > wholeCent {
		return ErrInvalidTotal
	}
	return nil
}
