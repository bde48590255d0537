package demo

import "kontor/internal/shop"

// measure is how much of a product one piece holds, in a small unit, and the
// unit that its price is compared by. The zero measure is of goods that are
// sold by number, which have no unit price.
//
// German law has the price of goods by weight, volume or length compared per
// 1 kg, 1 l and 1 m; since 2022 not per 100 g or 100 ml any more (PAngV § 5).
type measure struct {
	unit   string // "1 kg", "1 l", "1 m"
	per    int64  // small units in one unit
	amount int64  // small units in one piece
}

var byNumber measure

func grams(n int64) measure       { return measure{"1 kg", 1000, n} }
func millilitres(n int64) measure { return measure{"1 l", 1000, n} }
func centimetres(n int64) measure { return measure{"1 m", 100, n} }

// unitPrice returns what one unit costs when a piece costs price, rounded half
// up to whole cents.
func (m measure) unitPrice(price shop.Cents) shop.Cents {
	if m == byNumber {
		return 0
	}
	return shop.Cents((2*int64(price)*m.per + m.amount) / (2 * m.amount))
}
