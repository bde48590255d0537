package demo

import "kontor/internal/shop"

// measure is how much of a product one piece contains, in a small unit, and the unit
// that its price is quoted in. The zero measure is for goods sold by number, which have
// no unit price.
//
// German law requires unit prices per 1 kg, 1 l or 1 m for goods sold by weight, volume
// or length; since 2022, 100 g and 100 ml are no longer allowed (PAngV § 5).
type measure struct {
	unit   string // "1 kg", "1 l", "1 m"
	per    int64  // small units in one unit
	amount int64  // small units in one piece
}

var byNumber measure

func grams(n int64) measure       { return measure{"1 kg", 1000, n} }
func millilitres(n int64) measure { return measure{"1 l", 1000, n} }
func centimetres(n int64) measure { return measure{"1 m", 100, n} }

// unitPrice returns the price of one unit when a piece costs price, rounded half up to
// whole cents.
func (m measure) unitPrice(price shop.Cents) shop.Cents {
	if m == byNumber {
		return 0
	}
	return shop.Cents((2*int64(price)*m.per + m.amount) / (2 * m.amount))
}
