package jsvalue

import (
	"errors"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// Number converts v as JavaScript's Number(v) does: null, false, "", blank strings and
// [] are 0, true is 1, a string is the number it spells, and an array of one element is
// the number that element spells. Undefined, objects, longer arrays and other strings
// are NaN.
func (v Value) Number() float64 {
	switch n := v.node(); n.kind {
	case Null:
		return 0
	case Bool:
		if v.Truthy() {
			return 1
		}
		return 0
	case Number:
		return v.Float()
	case String:
		return parseNumber(v.doc.stringOf(n))
	case Array:
		return v.arrayNumber()
	default:
		return math.NaN()
	}
}

// arrayNumber is Number(v.join()): two elements leave a comma in the text, which no
// number has. On the way through text, true and objects become words, -0 becomes "0",
// and every other number stays the same.
func (v Value) arrayNumber() float64 {
	first, end := v.at+1, v.node().end
	if first == end {
		return 0
	}
	if v.doc.next(first) != end {
		return math.NaN()
	}
	switch element := (Value{doc: v.doc, at: first}); element.Kind() {
	case Bool:
		return math.NaN()
	case Number:
		return element.Float() + 0 // -0 + 0 is 0
	default:
		return element.Number()
	}
}

// parseNumber is Number(s) for a string.
func parseNumber(s string) float64 {
	s = Trim(s)
	switch s {
	case "":
		return 0
	case "Infinity", "+Infinity":
		return math.Inf(1)
	case "-Infinity":
		return math.Inf(-1)
	}
	if len(s) > 2 && s[0] == '0' {
		switch s[1] {
		case 'x', 'X':
			return parseDigits(s[2:], "0123456789abcdefABCDEF", 16)
		case 'o', 'O':
			return parseDigits(s[2:], "01234567", 8)
		case 'b', 'B':
			return parseDigits(s[2:], "01", 2)
		}
	}
	// ParseFloat accepts further spellings, such as "inf", "1_0" and "0x1p4".
	if !consistsOf(s, "0123456789+-.eE") {
		return math.NaN()
	}
	x, err := strconv.ParseFloat(s, 64)
	if errors.Is(err, strconv.ErrSyntax) {
		return math.NaN()
	}
	return x
}

// parseDigits returns the number that the digits spell, rounded to the nearest float64.
func parseDigits(digits, alphabet string, base int) float64 {
	if !consistsOf(digits, alphabet) {
		return math.NaN()
	}
	digits = strings.TrimLeft(digits, "0")
	if len(digits) > 1024 { // at least 2^1024; SetString is slow on long texts
		return math.Inf(1)
	}
	n, _ := new(big.Int).SetString("0"+digits, base) // "0" alone for 0x0
	x, _ := n.Float64()
	return x
}

func consistsOf(s, alphabet string) bool { return strings.Trim(s, alphabet) == "" }
