package kontor

import (
	"math"
	"strings"
	"time"
)

// Draft is an order as a customer sent it, read but not yet believed. Numbers
// that were missing or of another type are NaN, texts are empty; names, e-mail
// and slugs are already trimmed, the country is as sent.
type Draft struct {
	Country                          string
	Customer                         Person
	Items                            []DraftItem
	Total                            float64 // euro; NaN when it was no number
	Subtotal, Shipping, Discount     float64 // euro
	PaymentMethod                    string
	LoyaltyBonus, SubscriptionRebate bool
	CouponCode                       string
	Language                         string
	CustomerID                       int64 // who is signed in; 0: a guest. Not from the body
	Rehearsal                        bool  // nobody means it. Not from the body
}

// DraftItem is one line of a [Draft].
type DraftItem struct {
	Slug, Name, Category string
	Quantity             float64 // pieces; NaN when it was no number
	Price                float64 // euro a piece; NaN when it was no number
	Free                 bool
}

// Limits of an order.
const (
	MaxItems    = 200
	MaxQuantity = 1_000_000
)

// Check returns the first broken rule in the specification's order: country,
// customer, items (the list, then each item's slug and name, quantity, price),
// total; then what the specification leaves open, the payment method.
// Spec: POST /api/orders, rule 1.
func (d *Draft) Check() error {
	switch {
	case !Country(strings.ToLower(d.Country)).Valid():
		return ErrInvalidCountry
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
	case !AmountValid(d.Total):
		return ErrInvalidTotal
	case TooLong(d.PaymentMethod):
		return ErrBadRequest
	}
	return nil
}

// CheckDirect returns why the draft cannot become an order that waits for its
// money: provider payments arise only from the provider's own flow.
// Spec: POST /api/orders, rule 3.
func (d *Draft) CheckDirect() error {
	if IsPayPal(d.PaymentMethod) {
		return ErrPayPalOnly
	}
	return nil
}

// reachable reports whether a customer has a name and an address for e-mail, none of
// them too long.
func reachable(p *Person) bool {
	return p.Name != "" && strings.Contains(p.Email, "@") &&
		!TooLong(p.Name, p.Email, p.Street, p.Postcode, p.City)
}

func (i *DraftItem) check() error {
	switch {
	case i.Slug == "" || i.Name == "" || TooLong(i.Slug, i.Name, i.Category):
		return ErrInvalidItem
	case !(i.Quantity > 0 && i.Quantity <= MaxQuantity): // NaN fails
		return ErrInvalidQuantity
	case !AmountValid(i.Price):
		return ErrInvalidPrice
	}
	return nil
}

func AmountValid(x float64) bool { return x >= 0 && x <= MaxAmount }

// Order returns the order that a checked draft becomes at the given time,
// without id and number: its status is open, its amounts are as sent, its
// quantities rounded half up.
func (d *Draft) Order(at time.Time) *Order {
	o := &Order{
		CreatedAt: at, UpdatedAt: at,
		Status:             StatusPaymentOpen,
		Customer:           d.Customer,
		Country:            Country(strings.ToLower(d.Country)),
		PaymentMethod:      d.PaymentMethod,
		Subtotal:           optionalAmount(d.Subtotal),
		Shipping:           optionalAmount(d.Shipping),
		Discount:           optionalAmount(d.Discount),
		Total:              math.Abs(d.Total), // -0 is 0
		LoyaltyBonus:       d.LoyaltyBonus,
		SubscriptionRebate: d.SubscriptionRebate,
		CouponCode:         NormalizeCode(d.CouponCode),
		Language:           LanguageOf(d.Language),
		CustomerID:         d.CustomerID,
		Items:              make([]Item, len(d.Items)),
	}
	if d.Rehearsal {
		o.Hints = []Hint{RehearsalHint}
	}
	for i, item := range d.Items {
		o.Items[i] = Item{
			Slug: item.Slug, Name: item.Name, Category: item.Category,
			Quantity: roundHalfUp(item.Quantity), Price: math.Abs(item.Price), Free: item.Free,
		}
	}
	return o
}

// optionalAmount is x, or 0 when x is not finite or beyond the size limit.
func optionalAmount(x float64) float64 {
	if math.IsNaN(x) || math.Abs(x) > MaxAmount {
		return 0
	}
	return x + 0 // -0 is 0
}

// roundHalfUp rounds a quantity as Math.round does: 2.5 to 3, and
// 0.49999999999999994 to 0 although adding a half would make it 1.
func roundHalfUp(x float64) int64 {
	floor := math.Floor(x)
	if x-floor >= 0.5 {
		floor++
	}
	return int64(floor)
}
