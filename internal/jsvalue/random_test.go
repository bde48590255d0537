package jsvalue_test

import (
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
)

// randomTexts returns JSON texts of awkward kinds, every third of them damaged in one
// place. The log names the seed.
func randomTexts(t *testing.T) [][]byte {
	t.Helper()
	seed, count := rand.Uint64(), 8_000
	if os.Getenv("KONTOR_TEST_ALL") == "1" {
		count = 500_000
	}
	t.Logf("seed %d, %d texts", seed, count)
	g := generator{rand.New(rand.NewPCG(seed, 0))}
	texts := make([][]byte, count)
	for i := range texts {
		texts[i] = []byte(g.value(4))
		if i%3 == 0 {
			texts[i] = g.damage(texts[i])
		}
	}
	return texts
}

type generator struct{ *rand.Rand }

func (g generator) pick(from ...string) string { return from[g.IntN(len(from))] }

// value returns a JSON text of at most this depth.
func (g generator) value(depth int) string {
	kind := g.IntN(8)
	if depth == 0 {
		kind = g.IntN(6)
	}
	switch kind {
	case 0:
		return g.pick("null", "true", "false", "0", `""`, "[]", "{}")
	case 1, 2:
		return g.number()
	case 3:
		return `"` + g.pick("", " ", "+", "-", "0x", "0b", "0o", "\ufeff") + g.number() + g.pick("", " ", "e", "_") + `"`
	case 4, 5:
		return g.str()
	case 6:
		return g.list("[", "]", func() string { return g.value(depth - 1) })
	default:
		return g.list("{", "}", func() string {
			name := g.pick(`"a"`, `"b"`, `"\u0061"`, `""`, `"__proto__"`, `"ä"`)
			return name + g.space() + ":" + g.space() + g.value(depth-1)
		})
	}
}

func (g generator) list(open, end string, element func() string) string {
	elements := make([]string, g.IntN(4))
	for i := range elements {
		elements[i] = g.space() + element() + g.space()
	}
	return open + strings.Join(elements, ",") + end
}

func (g generator) space() string { return g.pick("", "", "", "", " ", "\n", "\r\n", "\t") }

func (g generator) number() string {
	switch g.IntN(5) {
	case 0:
		return strconv.Itoa(g.IntN(100))
	case 1: // any double at all; NaN and infinities make invalid texts
		return strconv.FormatFloat(math.Float64frombits(g.Uint64()), 'g', -1, 64)
	case 2: // the neighbourhood of a half
		half := float64(g.IntN(100)) - 49.5
		toward := []float64{math.Inf(-1), half, math.Inf(1)}[g.IntN(3)]
		return strconv.FormatFloat(math.Nextafter(half, toward), 'f', -1, 64)
	case 3: // more digits than a double holds
		return g.pick("", "-") + "1" + strconv.FormatUint(g.Uint64(), 10) + g.pick("", "."+strconv.FormatUint(g.Uint64(), 10))
	default:
		return g.pick("", "-", "+") + g.pick("0", "1", "00", "123", "") + g.pick("", ".", ".5", ".50") +
			g.pick("", "", "e", "E5", "e+5", "e-5", "e400", "e-400")
	}
}

func (g generator) str() string {
	var b strings.Builder
	for range g.IntN(6) {
		b.WriteString(g.pick("a", " ", "ü", "🧶", `\n`, `\"`, `\\`, `\/`, `\u0000`, `\u00fc`, `\ud83e`, `\uddf6`,
			"\u00a0", "\u0085", "\ufeff", "\u2028", "\xff", "\xe2\x82", "Σ", "Σ", "Α", "σ", "İ", "ß", "ﬁ", ".", "\u0301", "ʰ",
			"\xf0\x9f\xa7", "\xed\xa0\x80"))
	}
	return `"` + b.String() + `"`
}

// damage changes, removes or adds one byte.
func (g generator) damage(text []byte) []byte {
	at := g.IntN(len(text) + 1)
	before, after := text[:at:at], text[at:]
	if len(after) > 0 && g.IntN(3) > 0 {
		after = after[1:]
	}
	if g.IntN(3) > 0 {
		before = append(before, g.pick("\"", "\\", "{", "}", "[", "]", ",", ":", "0", ".", "-", "e", " ", "\x00", "\xff", "\xef")[0])
	}
	return append(before, after...)
}
