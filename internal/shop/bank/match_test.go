package bank_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"kontor/internal/shop"
	"kontor/internal/shop/bank"
	"kontor/internal/shop/order"
)

func TestOrderNumbersIn(t *testing.T) {
	t.Parallel()
	for purpose, want := range map[string]string{
		"BK-2026-0042":                                  "BK-2026-0042",
		"Bestellung bk 2026 0042, danke!":               "BK-2026-0042",
		"BK20260042":                                    "BK-2026-0042",
		"B K - 2 0 2 6 - 0 0 4 2":                       "BK-2026-0042",
		"BK-2O26-OO42":                                  "BK-2026-0042",
		"BK-2026-l042":                                  "BK-2026-1042",
		"2026-0042":                                     "BK-2026-0042",
		"Rechnung 2026/0042 Meier":                      "BK-2026-0042",
		"BK-2026-10000":                                 "BK-2026-10000",
		"SVWZ+Bestellung BK-20\n26-1234":                "BK-2026-1234",
		"BK-2026-0042 21.11.2026":                       "BK-2026-0042",
		"BK-2026-0042EREF NOTPROVIDED":                  "BK-2026-0042",
		"Danke BK-2026-0007 und BK-2026-0008 zusammen ": "BK-2026-0007 BK-2026-0008",
		"Miete November":                                "",
		"":                                              "",
		"2026":                                          "",
		"42":                                            "",
	} {
		got := bank.OrderNumbersIn(purpose, "BK")
		for _, number := range strings.Fields(want) {
			if !slices.Contains(got, number) {
				t.Errorf("%q: %q is not among %q", purpose, number, got)
			}
		}
		if want == "" && len(got) > 0 {
			t.Errorf("%q: found %q", purpose, got)
		}
	}
}

// A number with its prefix precedes one that merely resembles a number, and a run of
// digits cannot yield many.
func TestOrderNumbersInOrder(t *testing.T) {
	t.Parallel()
	got := bank.OrderNumbersIn("DE02 2030 0000 0000 2020 51 BK-2026-0042", "BK")
	if len(got) == 0 || got[0] != "BK-2026-0042" {
		t.Errorf("found %q", got)
	}
	if n := len(bank.OrderNumbersIn(strings.Repeat("2012345678", 50), "BK")); n > 50 {
		t.Errorf("%d candidates", n)
	}
}

// However a number is copied, it is found.
func TestOrderNumberSurvives(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		number := order.Number("BK", time.Date(2026, 11, 21, 9, 15, 0, 0, time.UTC), rapid.Int64Range(1, 2_000_000).Draw(t, "id"))
		written := number
		if rapid.Bool().Draw(t, "without prefix") {
			written = strings.TrimPrefix(written, "BK-")
		}
		if rapid.Bool().Draw(t, "letters") {
			written = strings.NewReplacer("0", "O", "1", "l").Replace(written)
		}
		var out strings.Builder
		for _, r := range written {
			out.WriteRune(r)
			out.WriteString(rapid.SampledFrom([]string{"", "", "", " ", "-", "\n"}).Draw(t, "between"))
		}
		before := rapid.SampledFrom([]string{"", "Bestellung ", "Danke! "}).Draw(t, "before")
		after := rapid.SampledFrom([]string{"", " Müller", " / Wolle"}).Draw(t, "after")
		if got := bank.OrderNumbersIn(before+out.String()+after, "BK"); !slices.Contains(got, number) {
			t.Fatalf("%q is not found in %q: %q", number, before+out.String()+after, got)
		}
	})
}

func TestJudgeBankEntry_H30(t *testing.T) {
	t.Parallel()
	o := func(id int64, status order.Status, total float64) order.Order {
		return order.Order{ID: id, Status: status, Total: total}
	}
	open := o(1, order.StatusPaymentOpen, 22.2)
	for name, tt := range map[string]struct {
		amount     shop.Cents
		currency   string
		candidates []order.Order
		want       bank.Verdict
		meant      int64
	}{
		"fits":                     {2220, "EUR", []order.Order{open}, bank.VerdictFits, 1},
		"a cent less":              {2219, "EUR", []order.Order{open}, bank.VerdictTooLittle, 1},
		"a cent more":              {2221, "EUR", []order.Order{open}, bank.VerdictTooMuch, 1},
		"paid before":              {2220, "EUR", []order.Order{o(2, order.StatusPaid, 22.2)}, bank.VerdictPaid, 2},
		"cancelled":                {2220, "EUR", []order.Order{o(3, order.StatusCancelled, 22.2)}, bank.VerdictCancelled, 3},
		"two, one fits":            {2220, "EUR", []order.Order{o(4, order.StatusPaymentOpen, 5), open}, bank.VerdictFits, 1},
		"two, both fit":            {2220, "EUR", []order.Order{o(4, order.StatusPaymentOpen, 22.2), open}, bank.VerdictSeveral, 0},
		"two, none fits":           {3000, "EUR", []order.Order{o(4, order.StatusPaymentOpen, 7.8), open}, bank.VerdictSeveral, 0},
		"none":                     {2220, "EUR", nil, bank.VerdictUnknown, 0},
		"francs":                   {2220, "CHF", []order.Order{open}, bank.VerdictForeign, 0},
		"went out":                 {-2220, "EUR", []order.Order{open}, bank.VerdictOutgoing, 0},
		"nothing":                  {0, "EUR", []order.Order{open}, bank.VerdictOutgoing, 0},
		"two, the fitting is paid": {2220, "EUR", []order.Order{o(2, order.StatusPaid, 22.2), o(4, order.StatusPaymentOpen, 5)}, bank.VerdictSeveral, 0},
	} {
		verdict, meant := bank.Judge(&bank.Entry{Amount: tt.amount, Currency: tt.currency}, tt.candidates)
		if verdict != tt.want || (meant == nil) != (tt.meant == 0) || meant != nil && meant.ID != tt.meant {
			t.Errorf("%s: %s, %v", name, verdict, meant)
		}
		if verdict.Label() == string(verdict) {
			t.Errorf("%s has no label", verdict)
		}
	}
}

// Keys distinguish entries within a file, and stay the same where files overlap.
func TestBankEntryKeys(t *testing.T) {
	t.Parallel()
	var all []bank.Entry
	for day := 1; day <= 9; day++ {
		for i := range 3 {
			e := bank.Entry{Booked: shop.Day(fmt.Sprintf("2026-11-%02d", day)), Amount: 500, Currency: "EUR", Name: "Erika", Purpose: "Wolle"}
			if i == 2 {
				e.Amount = -500
			}
			all = append(all, e)
		}
	}
	keys := bank.EntryKeys(all)
	if n := len(slices.Compact(slices.Sorted(slices.Values(keys)))); n != len(all) {
		t.Errorf("%d different keys for %d entries", n, len(all))
	}
	later := bank.EntryKeys(all[9:])
	if !slices.Equal(later, keys[9:]) {
		t.Error("an overlapping file has other keys")
	}
	respelled := slices.Clone(all)
	for i := range respelled {
		respelled[i].Purpose, respelled[i].Name = " WOLLE ", "erika"
	}
	if !slices.Equal(bank.EntryKeys(respelled), keys) {
		t.Error("spelling changes the keys")
	}
}
