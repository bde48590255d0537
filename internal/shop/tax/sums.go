package tax

import (
	"math/big"
	"math/bits"
	"slices"

	"kontor/internal/shop"
)

// Within returns the tax in a gross amount, rounded half up to a cent. The tax in what
// is taken back is negative.
func (r Rate) Within(gross shop.Cents) shop.Cents {
	if gross < 0 {
		return -r.Within(-gross)
	}
	p := uint64(r)
	hi, lo := bits.Mul64(uint64(gross), 2*p)
	lo, carry := bits.Add64(lo, 1000+p, 0)
	tax, _ := bits.Div64(hi+carry, lo, 2*(1000+p))
	return shop.Cents(tax)
}

// Nets returns the net amounts of parts of a gross sum. They add up to the sum less the
// tax within it; what is lost by rounding down goes, a cent each, to those that lost most.
func (r Rate) Nets(gross []shop.Cents) []shop.Cents {
	var sum, rest shop.Cents
	nets, lost := make([]shop.Cents, len(gross)), make([]uint64, len(gross))
	for i, g := range gross {
		tax, whole := big.NewInt(int64(g)), big.NewInt(1000+int64(r))
		quotient, remainder := tax.Mul(tax, big.NewInt(1000)).DivMod(tax, whole, new(big.Int))
		nets[i], lost[i] = shop.Cents(quotient.Int64()), remainder.Uint64()
		sum, rest = sum+g, rest-nets[i]
	}
	for rest += sum - r.Within(sum); rest > 0; rest-- {
		i := slices.Index(lost, slices.Max(lost))
		nets[i]++
		lost[i] = 0
	}
	return nets
}

// Shares divides an amount in proportion to weights, which must not be negative. What
// is lost by rounding down goes, a cent each, to those that lost most; of equal ones, to
// the first. All weights of 0 have no shares: nil.
func Shares(amount shop.Cents, weights []shop.Cents) []shop.Cents {
	var total uint64
	for _, w := range weights {
		total += uint64(w)
	}
	if total == 0 {
		return nil
	}
	sign := shop.Cents(1)
	if amount < 0 {
		sign = -1
	}
	shares, lost := make([]shop.Cents, len(weights)), make([]uint64, len(weights))
	rest := sign * amount
	for i, w := range weights {
		hi, lo := bits.Mul64(uint64(sign*amount), uint64(w))
		share, remainder := bits.Div64(hi, lo, total)
		shares[i], lost[i] = shop.Cents(share), remainder
		rest -= shares[i]
	}
	for ; rest > 0; rest-- {
		i := slices.Index(lost, slices.Max(lost))
		shares[i]++
		lost[i] = 0
	}
	for i := range shares {
		shares[i] *= sign
	}
	return shares
}

// Line is one line of a document, without its part of shipping and discount.
type Line struct {
	Class Class
	Gross shop.Cents // 0 for a gift; never negative
}

// Part is the part of a document that has one class.
type Part struct {
	Class Class
	Gross shop.Cents
}

// Spread shares an amount out among the lines of a document by their gross value, and
// returns what each class gets. If all lines are gifts, it is taxed in full.
func Spread(lines []Line, amount shop.Cents) map[Class]shop.Cents {
	weights := make([]shop.Cents, len(lines))
	for i, line := range lines {
		weights[i] = line.Gross
	}
	shares := Shares(amount, weights)
	if shares == nil {
		return map[Class]shop.Cents{Standard: amount}
	}
	parts := make(map[Class]shop.Cents)
	for i, line := range lines {
		parts[line.Class] += shares[i]
	}
	return parts
}

// Parts divides a document by classes, in the order of [Classes], without those whose
// sum is 0. Each of the extra amounts (shipping, the discount as a negative one, the
// difference of an order that does not add up) is spread over the lines.
func Parts(lines []Line, extras ...shop.Cents) []Part {
	sums := make(map[Class]shop.Cents)
	for _, line := range lines {
		sums[line.Class] += line.Gross
	}
	for _, extra := range extras {
		for class, share := range Spread(lines, extra) {
			sums[class] += share
		}
	}
	var parts []Part
	for _, class := range Classes {
		if gross := sums[class]; gross != 0 {
			parts = append(parts, Part{class, gross})
		}
	}
	return parts
}

// Take divides an amount that is taken back among the parts of a document of which it
// is taken, in proportion to their remaining gross value, which must be at least that
// amount. Rounding can leave a part of minus a cent, of which nothing is taken.
func Take(parts []Part, amount shop.Cents) []Part {
	weights := make([]shop.Cents, len(parts))
	for i, part := range parts {
		weights[i] = max(part.Gross, 0)
	}
	taken := make([]Part, len(parts))
	for i, share := range Shares(amount, weights) {
		taken[i] = Part{parts[i].Class, share}
	}
	return taken
}

// Back returns the tax in an amount that is taken back of a gross sum: the tax in the
// sum less the tax in the rest, so that all that is ever taken back of it contains
// exactly its tax.
func (r Rate) Back(of, amount shop.Cents) shop.Cents { return r.Within(of) - r.Within(of-amount) }
