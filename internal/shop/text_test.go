package shop_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"kontor/internal/shop"
	"kontor/internal/shop/coupon"
	"kontor/internal/shop/order"
)

func TestH32_SamePerson(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		a, b string
		same bool
	}{
		{"Max@Example.DE", "max@example.de", true},
		{" max@example.de ", "max@example.de", true},
		{"\tmax@example.de\n", "max@example.de", true},
		{"MÜLLER@x.de", "müller@x.de", true},
		{"mu\u0308ller@x.de", "müller@x.de", true}, // decomposed, as some systems type it
		{"MU\u0308LLER@x.de", "müller@x.de", true},
		{"Ǆenan@x.hr", "ǆenan@x.hr", true},
		{"J\u030can@x.de", "ǰan@x.de", true}, // only the lower-case letter exists as a single character
		{"ΣΑΣ@x.de", "σας@x.de", true},
		{"ΣΑΣ@x.de", "σασ@x.de", false},
		{"İ@x.de", "i\u0307@x.de", true},
		{"İ@x.de", "i@x.de", false},
		{"\ufeffmax@x.de\u3000", "max@x.de", true},
		{"\u0085max@x.de", "max@x.de", false}, // not white space in JavaScript
		{"\u180emax@x.de", "max@x.de", false},
		{"mueller@x.de", "müller@x.de", false},
		{"max@example.de", "max@example.com", false},
		{"max+1@example.de", "max@example.de", false},
		{"m.ax@gmail.com", "max@gmail.com", false},
	} {
		a, b := shop.NormalizeEmail(tt.a), shop.NormalizeEmail(tt.b)
		if (a == b) != tt.same {
			t.Errorf("%q and %q: same person %t, want %t", tt.a, tt.b, a == b, tt.same)
		}
	}
}

func TestH33_EmailStem(t *testing.T) {
	t.Parallel()
	for email, want := range map[string]string{
		"max@example.de":           "max@example.de",
		" Max+1@Example.de":        "max@example.de",
		"max+a+b@example.de":       "max@example.de",
		"m.a.x@example.de":         "m.a.x@example.de",
		"m.a.x@gmail.com":          "max@gmail.com",
		"max+1@gmail.com":          "max@gmail.com",
		"M.Ax+shop@GoogleMail.com": "max@gmail.com",
		"max@gmail.com.example":    "max@gmail.com.example",
		"kein-at":                  "kein-at",
		"":                         "",
	} {
		if got := shop.EmailStem(email); got != want {
			t.Errorf("EmailStem(%q) = %q, want %q", email, got, want)
		}
	}
}

func TestH34_NormalizeCode(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]string{
		" sommer10": "SOMMER10", "SOMMER10": "SOMMER10", "\tSommer10\n": "SOMMER10", "": "", "  ": "",
		"frühling": "FRÜHLING", "fru\u0308hling": "FRÜHLING", "zwei teile": "ZWEI TEILE",
		"\ufeffsommer10\u00a0": "SOMMER10", "\u0085sommer10": "\u0085SOMMER10",
		"spaß": "SPASS", "SPASS": "SPASS", "ﬁx": "FIX",
	} {
		if got := coupon.NormalizeCode(code); got != want {
			t.Errorf("NormalizeCode(%q) = %q, want %q", code, got, want)
		}
	}
}

// S50: normalising a normalised text does not change it, whatever it consists of;
// otherwise the same person or coupon would count as two.
func TestS50_NormalFormsAreStable(t *testing.T) {
	t.Parallel()
	stable := func(t interface{ Errorf(string, ...any) }, text string) {
		for name, normalize := range map[string]func(string) string{
			"NormalizeEmail": shop.NormalizeEmail,
			"NormalizeCode":  coupon.NormalizeCode,
			"SplitWords":     func(s string) string { return strings.Join(order.SplitWords(s), " ") },
		} {
			once := normalize(text)
			if twice := normalize(once); twice != once {
				t.Errorf("%s(%q) = %q, then %q", name, text, once, twice)
			}
		}
	}
	for r := rune(1); r <= unicode.MaxRune; r++ {
		if utf8.ValidRune(r) && unicode.IsGraphic(r) && (unicode.IsUpper(r) || unicode.IsLower(r) || unicode.IsMark(r) || r < 0x500) {
			stable(t, "J"+string(r)+"\u030c\u0301a")
		}
	}
	rapid.Check(t, func(t *rapid.T) { stable(t, rapid.String().Draw(t, "text")) })
}
