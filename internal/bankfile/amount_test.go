package bankfile

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"kontor/internal/shop"
)

func TestParseAmount(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]shop.Cents{
		"22,20": 2220, "22.2": 2220, "22": 2200, "1.234,56": 123456, "1,234.56": 123456, "1.234": 123400, "1.234.567": 123456700,
		"-57,68 €": -5768, "57,68-": -5768, "+12,00": 1200, "1'234.50": 123450, "EUR 5": 500, "12 345,6": 1234560, "−3,00": -300, "0,00": 0,
	} {
		if got, ok := parseAmount(text); !ok || got != want {
			t.Errorf("%q: %d, %v, want %d", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "-", "x", "1,2,3", "1.23.456", "12,345,6x", "1e5", "٣", "9999999999999,00", ",5x", "."} {
		if got, ok := parseAmount(text); ok {
			t.Errorf("%q was read as %d", text, got)
		}
	}
}

// Every amount that a bank may write is read back as the same number.
func TestParseAmountReadsWhatIsWritten(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		want := shop.Cents(rapid.Int64Range(-1e11, 1e11).Draw(t, "cents"))
		magnitude := max(want, -want)
		sign := ""
		if want < 0 {
			sign = "-"
		}
		for _, text := range []string{
			want.String(),
			fmt.Sprintf("%s%d,%02d", sign, magnitude/100, magnitude%100),
			fmt.Sprintf("%s%d.%02d EUR", sign, magnitude/100, magnitude%100),
			fmt.Sprintf("%d,%02d%s", magnitude/100, magnitude%100, sign),
		} {
			if got, ok := parseAmount(text); !ok || got != want {
				t.Fatalf("%q: %d, %v, want %d", text, got, ok, want)
			}
		}
	})
}
