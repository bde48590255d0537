package coupon

import (
	"strings"
	"unicode/utf8"

	"kontor/internal/jsvalue"
	"kontor/internal/shop"
)

// Coupon is a discount code. OncePerPerson is the specification's "redeemable once per
// person"; the rest is the shop's own.
type Coupon struct {
	Code           string // normalised, see [NormalizeCode]
	OncePerPerson  bool
	Active         bool
	Kind           Kind
	Value          float64  // percent or euro
	From, Until    shop.Day // inclusive; empty: open
	MinimumGoods   float64  // euro of goods before shipping; 0: none
	MaxRedemptions int64    // total number of uses; 0: no limit
	Redemptions    int64    // uses by orders that are not cancelled; read-only
	Demo           bool     // came with the demo, and nobody has made it their own
	Version        int64
}

// Kind is the unit of a coupon's value.
type Kind string

const (
	Percent Kind = "prozent"
	Amount  Kind = "betrag"
)

// NormalizeCode returns the form in which a coupon code is stored and found: trimmed,
// NFC and upper case, with JavaScript's definitions of white space and case.
func NormalizeCode(code string) string {
	return shop.Composed(jsvalue.Trim(code), jsvalue.Upper)
}

// Check returns [ErrInvalid] with a text that names the field if the coupon
// cannot be stored.
func (c *Coupon) Check() error {
	switch {
	case !codeValid(c.Code):
		return ErrInvalid.With("Der Code muss 1 bis 60 druckbare Zeichen haben, ohne / \\ ? # %.")
	case c.Kind != Percent && c.Kind != Amount:
		return ErrInvalid.With("Die Art muss „prozent“ oder „betrag“ sein.")
	case !(c.Value > 0 && c.Value <= shop.MaxAmount):
		return ErrInvalid.With("Der Wert muss größer als 0 sein.")
	case c.Kind == Percent && c.Value > 100:
		return ErrInvalid.With("Ein Prozentwert liegt zwischen 0 und 100.")
	case !shop.AmountValid(c.MinimumGoods):
		return ErrInvalid.With("Die Mindestsumme darf nicht negativ sein.")
	case c.MaxRedemptions < 0:
		return ErrInvalid.With("Die Zahl der Einlösungen darf nicht negativ sein.")
	case c.From != "" && c.Until != "" && c.Until < c.From:
		return ErrInvalid.With("Das Ende der Gültigkeit liegt vor ihrem Anfang.")
	}
	return nil
}

// codeValid restricts codes to those that can be a segment of a URL path, where dots
// alone have another meaning.
func codeValid(code string) bool {
	return utf8.RuneCountInString(code) <= 60 && strings.Trim(code, ".") != "" &&
		!strings.ContainsAny(code, `/\?#%`) && !strings.ContainsFunc(code, shop.Unprintable)
}

// Worth returns the coupon's discount on goods of the given value, at most all of it.
// Half a cent is rounded up.
func (c *Coupon) Worth(goods shop.Cents) shop.Cents {
	if c.Kind == Percent {
		return shop.PercentOf(goods, int64(shop.CentsOf(c.Value)))
	}
	return min(shop.CentsOf(c.Value), goods)
}

// SameDiscount reports whether two coupons grant the same discount under the same
// conditions; one of them may be switched off.
func (c Coupon) SameDiscount(other Coupon) bool {
	c.Active, c.Demo, c.Redemptions, c.Version = other.Active, other.Demo, other.Redemptions, other.Version
	return c == other
}
