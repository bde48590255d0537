package order_test

import (
	"testing"

	"kontor/internal/shop/checkout"
	"kontor/internal/shop/order"
	"kontor/tests/refusal"
)

// A direct order under any of these names would resemble a provider payment.
func TestS33_PayPalInDisguise(t *testing.T) {
	t.Parallel()
	for name, method := range map[string]string{
		"plain":               "paypal",
		"mixed case":          "PayPal",
		"upper case":          "PAYPAL",
		"blanks":              " paypal ",
		"tab and newline":     "\tPayPal\r\n",
		"no-break space":      "\u00a0paypal\u00a0",
		"ideographic space":   "\u3000paypal",
		"full width":          "ｐａｙｐａｌ",
		"full-width capital":  "ＰａｙＰａｌ",
		"mathematical bold":   "𝐩𝐚𝐲𝐩𝐚𝐥",
		"NUL":                 "pay\x00pal",
		"NUL around":          "\x00 paypal\x00",
		"zero-width space":    "pay\u200bpal",
		"zero-width joiner":   "\u200dpaypal",
		"soft hyphen":         "pay\u00adpal",
		"byte order mark":     "\ufeffpaypal",
		"word joiner":         "paypal\u2060",
		"right-to-left mark":  "pay\u200fpal",
		"direction override":  "\u202apaypal\u202c",
		"control U+0085":      "pay\u0085pal",
		"variation selector":  "paypal\ufe0f",
		"grapheme joiner":     "pay\u034fpal",
		"Hangul filler":       "pay\u3164pal",
		"tag":                 "paypal\U000e0041",
		"blank behind joiner": "paypal \u200b",
		"blank of a font":     "\u3000paypal\u2028",
		"mark of order":       "\ufeffpaypal",
		"filler":              "pay\u3164pal\uffa0",
		"mathematical":        "𝓹𝓪𝔂𝓹𝓪𝓵",
		"circled":             "ⓟⓐⓨⓟⓐⓛ",
		"variation":           "paypal\ufe0f",
	} {
		if !order.IsPayPal(method) {
			t.Errorf("%s: %q is not recognised", name, method)
		}
		draft := checkout.Draft{PaymentMethod: method}
		refusal.Want(t, name, draft.CheckDirect(), checkout.ErrPayPalOnly)
	}
}

// A name that merely resembles PayPal is another method: it is stored as given, and the
// order waits for its money like every direct order.
func TestS33_OtherMethodsAreNotPayPal(t *testing.T) {
	t.Parallel()
	for _, method := range []string{
		"", "ueberweisung", "pay pal", "paypal2", "xpaypal", "pay-pal", "paypaI",
		"раураl", // Cyrillic
		"pàypal", "paypal\u0301", "PayPal Plus",
	} {
		if order.IsPayPal(method) {
			t.Errorf("%q counts as PayPal", method)
		}
		draft := checkout.Draft{PaymentMethod: method}
		refusal.Want(t, method, draft.CheckDirect(), nil)
	}
}

func TestMethodClass(t *testing.T) {
	t.Parallel()
	for method, want := range map[string]string{
		"ueberweisung": "ueberweisung", "paypal": "paypal", "": "sonstige", "Nachnahme": "sonstige", "UEBERWEISUNG": "sonstige",
	} {
		if got := (&order.Order{PaymentMethod: method}).MethodClass(); got != want {
			t.Errorf("%q is evaluated as %q, want %q", method, got, want)
		}
	}
}

func TestGermanReadersSeeGermanNames(t *testing.T) {
	t.Parallel()
	for _, method := range []struct{ wire, name string }{{"ueberweisung", "Überweisung"}, {"paypal", "PayPal"}, {"nachnahme", "nachnahme"}, {"", ""}} {
		if got := order.MethodName(method.wire); got != method.name {
			t.Errorf("%q is called %q, want %q", method.wire, got, method.name)
		}
	}
	for status, name := range map[order.Status]string{"bezahlt": "Bezahlt", "zahlungOffen": "Zahlung offen", "storniert": "Storniert", "x": "x"} {
		if got := status.Name(); got != name {
			t.Errorf("%q is called %q, want %q", status, got, name)
		}
	}
}
