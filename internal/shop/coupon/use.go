package coupon

import (
	"fmt"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/order"
)

// CouponUses are a coupon's uses so far, from the point of view of somebody who wants
// to use it too. Cancelled orders do not count, payments that reserve the coupon do.
type CouponUses struct {
	Total    int64
	ByPerson string // number of the order or payment with the same e-mail address; empty: none
}

// CouponReason is why a coupon cannot be used.
type CouponReason string

// The reasons, in the order in which they are checked.
const (
	CouponUnknown     CouponReason = "unbekannt"
	CouponInactive    CouponReason = "inaktiv"
	CouponTooEarly    CouponReason = "noch_nicht_gueltig"
	CouponExpired     CouponReason = "abgelaufen"
	CouponTooLittle   CouponReason = "mindestsumme"
	CouponUsedUp      CouponReason = "aufgebraucht"
	CouponUsedByOwner CouponReason = "schon_eingeloest"
)

// CouponRefusal is the first reason why a coupon cannot be used, with a German text for
// the operator. Customers get less detail: [ErrCouponInvalid], [ErrCouponUsed].
type CouponRefusal struct {
	Reason CouponReason
	Text   string
}

// Refusal returns why goods of the given value cannot be ordered with the coupon at
// that time; nil: they can. The zero coupon stands for an unknown code.
// Spec: POST /api/orders, rule 4.
func (c *Coupon) Refusal(at time.Time, goods shop.Cents, uses CouponUses) *CouponRefusal {
	if c.Code == "" {
		return &CouponRefusal{CouponUnknown, "Diesen Code gibt es nicht."}
	}
	if refusal := c.unsuited(at, goods); refusal != nil {
		return refusal
	}
	switch {
	case c.MaxRedemptions > 0 && uses.Total >= c.MaxRedemptions:
		return &CouponRefusal{CouponUsedUp, fmt.Sprintf("Der Gutschein ist aufgebraucht: Er gilt %d-mal und ist %d-mal in Gebrauch.", c.MaxRedemptions, uses.Total)}
	case c.OncePerPerson && uses.ByPerson != "":
		return &CouponRefusal{CouponUsedByOwner, "Diese E-Mail-Adresse nutzt den Gutschein schon mit " + uses.ByPerson + "."}
	}
	return nil
}

// unsuited returns why the coupon is not valid at that time or for those goods,
// regardless of earlier uses.
func (c *Coupon) unsuited(at time.Time, goods shop.Cents) *CouponRefusal {
	today := shop.DayOf(at)
	switch {
	case !c.Active:
		return &CouponRefusal{CouponInactive, "Der Gutschein ist abgeschaltet."}
	case c.From != "" && today < c.From:
		return &CouponRefusal{CouponTooEarly, "Der Gutschein gilt erst ab " + c.From.German() + "."}
	case c.Until != "" && c.Until < today:
		return &CouponRefusal{CouponExpired, "Der Gutschein galt nur bis " + c.Until.German() + "."}
	case goods < shop.CentsOf(c.MinimumGoods):
		return &CouponRefusal{CouponTooLittle, fmt.Sprintf("Der Warenwert von %s € liegt unter der Mindestsumme von %s €.", goods, shop.CentsOf(c.MinimumGoods))}
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
