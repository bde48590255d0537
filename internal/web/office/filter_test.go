package office

import (
	"errors"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"kontor/internal/shop"
	"kontor/internal/shop/order"
)

func TestParseFilterReadsEveryParameter(t *testing.T) {
	t.Parallel()
	got, err := parseFilter("status=zahlungOffen&q=M%C3%9CLLER+BK-2026-0042&land=AT&zahlungsart=ueberweisung" +
		"&von=2026-01-01&bis=2026-12-31&betrag_von=0,29&betrag_bis=1000.5&gutschein=+herbst&hinweis=preis&limit=7&cursor=42")
	if err != nil {
		t.Fatal(err)
	}
	want := order.Filter{
		Status: order.StatusPaymentOpen, Words: []string{"müller", "bk", "2026", "0042"}, Country: "at",
		PaymentMethod: "ueberweisung", From: "2026-01-01", Until: "2026-12-31", AtLeast: 29, AtMost: new(shop.Cents(100050)), Coupon: "HERBST", Hint: order.HintPrice,
		Limit: 7, Before: 42,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestParseFilterDefaults(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]order.Filter{
		"":                              {Limit: 50},
		"status=&q=&land=&von=&cursor=": {Limit: 50},
		"sort=id&unbekannt=1":           {Limit: 50},
		"hinweis=ja":                    {Limit: 50, AnyHint: true},
		"betrag_bis=0&betrag_von=":      {Limit: 50, AtMost: new(shop.Cents)},
		"limit=200":                     {Limit: 200},
		"limit=1000000000":              {Limit: 200}, // S36
	} {
		got, err := parseFilter(query)
		if err != nil || !cmp.Equal(want, got, cmpopts.EquateEmpty()) {
			t.Errorf("%q: %+v, %v; want %+v", query, got, err, want)
		}
	}
}

// TestS5_S36_FilterRefusals: malformed filters are refused, never ignored.
func TestS5_S36_FilterRefusals(t *testing.T) {
	t.Parallel()
	const injection = `'); DROP TABLE orders;--`
	for parameter, values := range map[string][]string{
		"status":      {"unbekannt", "BEZAHLT", "bezahlt ", injection, `%' OR '1'='1`},
		"land":        {"fr", "d", "de,at", injection},
		"hinweis":     {"nein", "Summe", injection, `%" OR "1"="1`},
		"von":         {"gestern", "2026-02-30", "2026-1-1", "21.11.2026", "2026-01-01T00:00:00Z", injection},
		"bis":         {"2026-13-01", "99999-01-01", injection},
		"betrag_von":  {"-1", "1.234,50", "1,", ",5", "1,005", "1e3", "NaN", "Inf", "0x1F", " ", "zehn", "9999999999", injection},
		"betrag_bis":  {"1 000", "+1", "1€", injection},
		"gutschein":   {"a\x00b", "\xff\xfe", strings.Repeat("x", 501)},
		"limit":       {"0", "-1", "1e9", "1.5", "0x10", "99999999999999999999", injection},
		"zahlungsart": {"a\x00b", "\xff\xfe", strings.Repeat("x", 501)},
		"q":           {strings.Repeat("wort ", 17), "a\x00b", "\xc3", strings.Repeat("x", 501)},
	} {
		for _, value := range values {
			f, err := parseFilter(url.Values{parameter: {value}}.Encode())
			if !errors.Is(err, shop.ErrInvalidFilter) {
				t.Errorf("%s=%q: %+v, %v", parameter, value, f, err)
			} else if want := "Ungültiger Filter: " + parameter + "."; err.Error() != want {
				t.Errorf("%s=%q: text %q, want %q", parameter, value, err, want)
			}
		}
	}
	for _, cursor := range []string{"0", "-1", "abc", "1 OR 1=1", "9223372036854775808", "1.0", injection} {
		if _, err := parseFilter(url.Values{"cursor": {cursor}}.Encode()); !errors.Is(err, shop.ErrInvalidCursor) {
			t.Errorf("cursor=%q: %v", cursor, err)
		}
	}
	for _, raw := range []string{"q=%zz", "status=bezahlt;land=de", "%"} {
		if _, err := parseFilter(raw); !errors.Is(err, shop.ErrInvalidFilter) {
			t.Errorf("%q: %v", raw, err)
		}
	}
}
