package shop

import (
	"math"
	"strconv"
	"strings"
)

// Cents is an amount of money in whole euro cents. Every sum, comparison and display of
// money uses it; amounts on the wire and in the database remain the numbers that were
// sent.
type Cents int64

// MaxAmount is the largest price or total that an order may state, in euro.
const MaxAmount = 1e9

const MaxCents = Cents(MaxAmount * 100)

// CentsOf returns the cents of x euro: the shortest decimal spelling of x,
// rounded half up. 1.005 is 101 cents although its binary value lies below.
// x must be finite and its magnitude at most [MaxAmount].
func CentsOf(x float64) Cents {
	spelling := strconv.FormatFloat(math.Abs(x), 'f', -1, 64)
	whole, fraction, _ := strings.Cut(spelling, ".")
	fraction = (fraction + "000")[:max(3, len(fraction))]
	n, err := strconv.ParseInt(whole+fraction[:2], 10, 64)
	if err != nil {
		return 0 // not finite: callers have checked that
	}
	rest := fraction[2:]
	up := rest[0] >= '5'
	if x < 0 {
		// Half up means toward +∞: -0.005 is 0, -0.006 is -1 cent.
		up = rest[0] > '5' || rest[0] == '5' && strings.Trim(rest[1:], "0") != ""
	}
	if up {
		n++
	}
	if x < 0 {
		n = -n
	}
	return Cents(n)
}

// Euro returns the amount as a number of euro, for the wire.
func (c Cents) Euro() float64 { return float64(c) / 100 }

// String returns the amount in German notation: "1.234,50".
func (c Cents) String() string {
	sign, n := "", uint64(c)
	if c < 0 {
		sign, n = "-", -n
	}
	euro := strconv.FormatUint(n/100, 10)
	for i := len(euro) - 3; i > 0; i -= 3 {
		euro = euro[:i] + "." + euro[i:]
	}
	cents := strconv.FormatUint(n%100+100, 10)[1:]
	return sign + euro + "," + cents
}

// PercentOf returns the given number of hundredths of a percent of an amount from 0 to
// [MaxAmount], rounded half up.
func PercentOf(amount Cents, hundredths int64) Cents {
	return (amount*Cents(hundredths) + 5000) / 10000
}

// Decimal returns the amount in the notation of providers: "27.30".
func (c Cents) Decimal() string {
	sign, n := "", uint64(c)
	if c < 0 {
		sign, n = "-", -n
	}
	cents := strconv.FormatUint(n%100+100, 10)[1:]
	return sign + strconv.FormatUint(n/100, 10) + "." + cents
}
