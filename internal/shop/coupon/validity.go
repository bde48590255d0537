package coupon

import (
	"fmt"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/order"
)

// Uses are a coupon's uses so far, from the point of view of somebody who wants
// to use it too. Cancelled orders do not count, payments that reserve the coupon do.
type Uses struct {
	Total    int64
	ByPerson string // number of the order or payment with the same e-mail address; empty: none
}

// Reason is why a coupon cannot be used.
type Reason string

// The reasons, in the order in which they are checked.
const (
	ReasonUnknown     Reason = "unbekannt"
	ReasonInactive    Reason = "inaktiv"
	ReasonTooEarly    Reason = "noch_nicht_gueltig"
	ReasonExpired     Reason = "abgelaufen"
	ReasonTooLittle   Reason = "mindestsumme"
	ReasonUsedUp      Reason = "aufgebraucht"
	ReasonUsedByOwner Reason = "schon_eingeloest"
)

// Refusal is the first reason why a coupon cannot be used, with a German text for
// the operator. Customers get less detail: [ErrUnusable], [ErrUsed].
type Refusal struct {
	Reason Reason
	Text   string
}

// Refusal returns why goods of the given value cannot be ordered with the coupon at
// that time; nil: they can. The zero coupon stands for an unknown code.
// Spec: POST /api/orders, rule 4.
func (c *Coupon) Refusal(at time.Time, goods shop.Cents, uses Uses) *Refusal {
	if c.Code == "" {
		return &Refusal{ReasonUnknown, "Diesen Code gibt es nicht."}
	}
	if refusal := c.unsuited(at, goods); refusal != nil {
		return refusal
	}
	switch {
	case c.MaxRedemptions > 0 && uses.Total >= c.MaxRedemptions:
		return &Refusal{ReasonUsedUp, fmt.Sprintf("Der Gutschein ist aufgebraucht: Er gilt %d-mal und ist %d-mal in Gebrauch.", c.MaxRedemptions, uses.Total)}
	case c.OncePerPerson && uses.ByPerson != "":
		return &Refusal{ReasonUsedByOwner, "Diese E-Mail-Adresse nutzt den Gutschein schon mit " + uses.ByPerson + "."}
	}
	return nil
}

// unsuited returns why the coupon is not valid at that time or for those goods,
// regardless of earlier uses.
func (c *Coupon) unsuited(at time.Time, goods shop.Cents) *Refusal {
	today := shop.DayOf(at)
	switch {
	case !c.Active:
		return &Refusal{ReasonInactive, "Der Gutschein ist abgeschaltet."}
	case c.From != "" && today < c.From:
		return &Refusal{ReasonTooEarly, "Der Gutschein gilt erst ab " + c.From.German() + "."}
	case c.Until != "" && c.Until < today:
		return &Refusal{ReasonExpired, "Der Gutschein galt nur bis " + c.Until.German() + "."}
	case goods < shop.CentsOf(c.MinimumGoods):
		return &Refusal{ReasonTooLittle, fmt.Sprintf("Der Warenwert von %s € liegt unter der Mindestsumme von %s €.", goods, shop.CentsOf(c.MinimumGoods))}
	}
	return nil
}

// Redeemable reports whether an order of the given goods may use the coupon at that
// time, regardless of earlier uses.
func (c *Coupon) Redeemable(at time.Time, goods shop.Cents) bool { return c.unsuited(at, goods) == nil }

// Redemption is the use of a coupon by one order.
type Redemption struct {
	OrderID int64
	Number  string
	Status  order.Status // a cancelled order frees the coupon
	Name    string       // of the customer
	Email   string
	Total   float64 // euro
	At      time.Time
}

// RedemptionPage is a page of the redemptions of one coupon, newest first.
type RedemptionPage struct {
	Redemptions []Redemption
	Next        int64 // cursor of the next page; 0: this is the last
}
