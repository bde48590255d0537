package catalogue

import (
	"strconv"

	"kontor/internal/shop"
)

// Content is how much of a product one piece contains. The zero value is for goods sold
// by number.
type Content struct {
	Amount int64 // in Unit
	Unit   ContentUnit
}

// String returns the content with its unit, "50 g"; empty for goods sold by number.
func (c Content) String() string {
	if c.Amount == 0 {
		return ""
	}
	return strconv.FormatInt(c.Amount, 10) + " " + string(c.Unit)
}

// ContentUnit is what a content is measured in.
type ContentUnit string

const (
	Grams             ContentUnit = "g"
	Millilitres       ContentUnit = "ml"
	Centimetres       ContentUnit = "cm"
	SquareCentimetres ContentUnit = "cm2"
)

// base is the unit for which the price is quoted (PAngV § 5).
type base struct {
	name  string
	per   int64 // small units in it
	least int64 // content below which no price by measure is owed (PAngV § 4)
}

// base returns the zero value for an unknown unit.
func (u ContentUnit) base() base {
	switch u {
	case Grams:
		return base{"1 kg", 1000, 10}
	case Millilitres:
		return base{"1 l", 1000, 10}
	case Centimetres:
		return base{"1 m", 100, 1}
	case SquareCentimetres:
		return base{"1 m²", 10_000, 1}
	}
	return base{}
}

// UnitPrice returns what one unit costs if a piece costs price, rounded half up to whole
// cents, and that unit; none for goods sold by number, and for less than 10 g or 10 ml.
func (c Content) UnitPrice(price shop.Cents) (shop.Cents, string) {
	b := c.Unit.base()
	if b == (base{}) || c.Amount < b.least {
		return 0, ""
	}
	return shop.Cents((2*int64(price)*b.per + c.Amount) / (2 * c.Amount)), b.name
}

// AreaPrice returns what a square metre of fabric costs, rounded half up to whole cents; 0
// if the product has no length and width.
func (p *Product) AreaPrice() shop.Cents {
	if p.Content.Unit != Centimetres || p.Width == 0 {
		return 0
	}
	price, _ := Content{p.Content.Amount * p.Width, SquareCentimetres}.UnitPrice(shop.CentsOf(p.Price))
	return price
}

// measure computes the unit price of a product with a content. One that was given must
// equal it: [ErrInvalidProduct].
func (p *Product) measure() error {
	if p.Content.Amount == 0 {
		if p.UnitPrice > 0 {
			p.Hints = append(p.Hints, "Der Grundpreis ist von Hand eingetragen; mit Inhalt und Einheit rechnet ihn der Shop aus.")
		}
		return nil
	}
	given, unit := p.UnitPrice, p.Unit
	p.MeasureAnew()
	if given != 0 && given != p.UnitPrice || unit != "" && unit != p.Unit {
		return ErrInvalidProduct.With("Der Grundpreis wird aus Preis und Inhalt errechnet.")
	}
	return nil
}

// MeasureAnew sets the unit price that follows from price and content; none without a
// content, nor where it would round to nothing.
func (p *Product) MeasureAnew() {
	cents, unit := p.Content.UnitPrice(shop.CentsOf(p.Price))
	if cents == 0 {
		unit = ""
	}
	p.UnitPrice, p.Unit = cents.Euro(), unit
}
