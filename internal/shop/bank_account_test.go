package shop_test

import (
	"strings"
	"testing"

	"kontor/internal/shop"
)

var payee = shop.BankAccount{Holder: "Wollwerk Süd GmbH", IBAN: "DE02120300000000202051", BIC: "BYLADEM1001"}

// H50 d, L16: EPC069-12, version 2.
func TestH50_GiroCode(t *testing.T) {
	t.Parallel()
	noBIC := shop.BankAccount{Holder: "Wollwerk Süd GmbH", IBAN: "DE02120300000000202051"}
	got := noBIC.GiroText(shop.CentsOf(12.3), "BK-2026-0042")
	want := "BCD\n002\n1\nSCT\n\nWollwerk Süd GmbH\nDE02120300000000202051\nEUR12.30\n\n\nBK-2026-0042"
	if got != want {
		t.Errorf("the code says\n%q\nwant\n%q", got, want)
	}
	for amount, want := range map[shop.Cents]string{1: "EUR0.01", 100: "EUR1.00", 1234550: "EUR12345.50", 99999999999: "EUR999999999.99"} {
		if lines := strings.Split(payee.GiroText(amount, "x"), "\n"); len(lines) != 11 || lines[7] != want || lines[4] != payee.BIC {
			t.Errorf("%d cents: %q", amount, lines)
		}
	}
}

func TestH50_GiroCodeLimits(t *testing.T) {
	t.Parallel()
	long := shop.BankAccount{Holder: strings.Repeat("ü", 70), IBAN: payee.IBAN}
	tooLong := shop.BankAccount{Holder: strings.Repeat("ü", 71), IBAN: payee.IBAN}
	if long.GiroText(1, strings.Repeat("ß", 140)) == "" {
		t.Error("70 characters of holder and 140 of reference are too much")
	}
	for name, text := range map[string]string{
		"holder too long":    tooLong.GiroText(1, "x"),
		"reference too long": payee.GiroText(1, strings.Repeat("ß", 141)),
		"nothing to pay":     payee.GiroText(0, "x"),
		"negative":           payee.GiroText(-1, "x"),
		"too much":           payee.GiroText(100_000_000_000, "x"),
		"no account":         shop.BankAccount{Holder: "X"}.GiroText(1, "x"),
		"no holder":          shop.BankAccount{IBAN: payee.IBAN}.GiroText(1, "x"),
	} {
		if text != "" {
			t.Errorf("%s: %q", name, text)
		}
	}
}

func TestGroupedIBAN(t *testing.T) {
	t.Parallel()
	for iban, want := range map[string]string{
		"DE02120300000000202051": "DE02 1203 0000 0000 2020 51",
		"AT611904300234573201":   "AT61 1904 3002 3457 3201", "": "",
	} {
		if got := (shop.BankAccount{IBAN: iban}).GroupedIBAN(); got != want {
			t.Errorf("%q is grouped %q", iban, got)
		}
	}
}
