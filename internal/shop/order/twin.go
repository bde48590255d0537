package order

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strconv"
	"strings"
	"time"

	"kontor/internal/shop"
)

// Purchase is an order with what decides whether another one may be its duplicate.
type Purchase struct {
	*Order
	Begun time.Time // when the buyer placed the order or, with PayPal, opened the payment
	Lost  bool      // paid through PayPal, and finished by the shop without the buyer's browser
}

// TwinWindow is how far apart the beginnings of two orders may be for one of them to be
// a second attempt at the other. A buyer whose browser was lost tries again on the same
// day or the next one; whoever orders the same later means it. When the shop finished
// the payment makes no difference.
const TwinWindow = 24 * time.Hour

// MayRepeat reports whether two orders may be one purchase that the buyer attempted
// twice, because the buyer never saw that one of them was paid.
func (a Purchase) MayRepeat(b Purchase) bool {
	return (a.Lost || b.Lost) && a.Status != StatusCancelled && b.Status != StatusCancelled &&
		a.Begun.Sub(b.Begun).Abs() <= TwinWindow && sameBuyer(a.Order, b.Order) && bytes.Equal(a.Basket(), b.Basket())
}

func sameBuyer(a, b *Order) bool {
	return a.CustomerID != 0 && a.CustomerID == b.CustomerID ||
		shop.NormalizeEmail(a.Customer.Email) == shop.NormalizeEmail(b.Customer.Email)
}

// Basket returns what was ordered: country, total and items. It is the same for the
// same basket, in whichever order and language its items were chosen.
func (o *Order) Basket() []byte {
	items := slices.Clone(o.Items)
	slices.SortFunc(items, func(a, b Item) int { return bytes.Compare(a.content(), b.content()) })
	text := strconv.AppendQuote(nil, string(o.Country))
	text = binary.AppendVarint(text, int64(o.TotalCents()))
	for i := range items {
		text = append(text, items[i].content()...)
	}
	return text
}

func (i Item) content() []byte {
	text := strconv.AppendQuote(nil, i.Slug)
	text = binary.AppendVarint(text, i.Quantity)
	text = binary.AppendVarint(text, int64(shop.CentsOf(i.Price)))
	return strconv.AppendBool(text, i.Free)
}

// Twin is another order of the same buyer that may be a duplicate, as long as neither
// of the two is cancelled or being given back, and the operator has not denied it.
type Twin struct {
	ID     int64
	Number string
	Method string
	Status Status
	PayPal bool // paid through PayPal, so that the shop can return its money
}

// Hint returns the hint that an order with this twin carries.
func (t *Twin) Hint() Hint { return Hint{HintTwin, "Möglicherweise doppelt: " + t.Title()} }

// Title names the twin with its payment method and state, in German.
func (t *Twin) Title() string {
	state := "offen"
	if t.Status != StatusPaymentOpen {
		state = strings.ToLower(t.Status.Name())
	}
	return t.Number + " (" + MethodName(t.Method) + ", " + state + ")"
}

// AsTwin returns the order as the twin of another one.
func (o *Order) AsTwin() Twin {
	return Twin{o.ID, o.Number, o.PaymentMethod, o.Status, o.PayPalOrderID != ""}
}

// CanReturn reports whether the shop can give the order back by itself: it was paid
// through PayPal, or not at all.
func (t *Twin) CanReturn() bool { return t.PayPal || t.Status == StatusPaymentOpen }
