package order

import (
	"fmt"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/tax"
)

// Order is a purchase with its items.
// Spec: Order.
type Order struct {
	ID                               int64
	Number                           string // see [Number]
	CreatedAt, UpdatedAt             time.Time
	Status                           Status
	Customer                         Person
	Country                          shop.Country
	PaymentMethod                    string
	Subtotal, Shipping, Discount     float64 // euro, as sent
	Total                            float64 // euro, as sent
	LoyaltyBonus, SubscriptionRebate bool
	CouponCode                       string            // normalised; empty: none
	PayPalOrderID                    string            // the payment receipt; empty: none
	CustomerID                       int64             // the account it was placed from; 0: a guest
	Delivery                         shop.DeliveryTime // as the shop said when it was placed
	Language                         shop.Language
	LinksFrom                        time.Time // links to its page from before are void; zero: none is
	Note                             string    // the operator's own note
	Hints                            []Hint
	Dispatch                         DispatchState // see [Details.DispatchNow]
	Version                          int64         // increases with every change; the ETag
	Items                            []Item
	Particulars
	Twins []Twin // open questions to the operator; set by the store
}

// Person is the buyer as named in the order.
type Person struct {
	Name, Email, Street, Postcode, City string
}

// Item is one line of an order.
// Spec: Order item.
type Item struct {
	Slug, Name, Category string  // Category empty: none
	Quantity             int64   // pieces
	Price                float64 // euro per piece, as sent
	Free                 bool
	TaxClass             tax.Class // of the product when it was ordered; empty: an order from before there were classes
}

// TotalCents returns the order's total in cents.
func (o *Order) TotalCents() shop.Cents { return shop.CentsOf(o.Total) }

// AwaitsMoney reports whether the order has yet to be paid.
func (o *Order) AwaitsMoney() bool { return o.Status == StatusPaymentOpen && o.TotalCents() > 0 }

// ChangedAt returns the time to record for a change made at the given time: always
// later than the previous change, whatever the clock says.
func (o *Order) ChangedAt(at time.Time) time.Time {
	if next := o.UpdatedAt.Add(time.Millisecond); at.Before(next) {
		return next
	}
	return at
}

// Number returns the readable number of an order: prefix, UTC year of creation,
// and id padded to at least four digits.
// Spec: Order, bestellnummer.
func Number(prefix string, created time.Time, id int64) string {
	return fmt.Sprintf("%s-%d-%04d", prefix, created.UTC().Year(), id)
}

// Event is one entry of an order's history.
type Event struct {
	At       time.Time
	Actor    string // who: "Shop", or "Verwaltung" with the session's ID
	Kind     EventKind
	From, To string // status before and after, or empty
	Text     string // details for people
}

// EventKind is what happened to an order.
type EventKind string

// The kinds of history entries.
const (
	EventCreated    EventKind = "erstellt"
	EventStatus     EventKind = "status"
	EventNote       EventKind = "notiz"
	EventAnonymized EventKind = "anonymisiert" // personal data deleted at the end of the retention period
	EventInvoice    EventKind = "rechnung"     // the operator issued an invoice
	EventMail       EventKind = "mail"         // the operator sent or discarded a message
	EventDispatch   EventKind = "versand"      // a parcel left, was corrected or taken back
	EventVIES       EventKind = "vies"         // the operator noted what VIES said about the VAT id
)

// ActorShop is the actor who places orders: the shop itself, for its customer.
const ActorShop = "Shop"
