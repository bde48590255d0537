package catalogue_test

import (
	"math/big"
	"testing"

	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
)

// P20: prices by measure are computed in whole cents, rounded half up.
func TestP20_UnitPrice(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		amount int64
		unit   catalogue.ContentUnit
		price  shop.Cents
		want   shop.Cents
		per    string
	}{
		{50, catalogue.Grams, 595, 11900, "1 kg"},
		{750, catalogue.Millilitres, 1695, 2260, "1 l"},
		{300, catalogue.Centimetres, 570, 190, "1 m"},
		{20 * 30, catalogue.SquareCentimetres, 590, 9833, "1 m²"}, // 98.333…
		{120, catalogue.Millilitres, 1195, 9958, "1 l"},           // 99.583…
		{16, catalogue.Grams, 1, 63, "1 kg"},                      // 0.625
		{10, catalogue.Grams, 100, 10000, "1 kg"},
		{9, catalogue.Grams, 100, 0, ""}, // none is owed
		{9, catalogue.Millilitres, 100, 0, ""},
		{9, catalogue.Centimetres, 100, 1111, "1 m"},
		{0, "", 595, 0, ""},
		{10, "kg", 595, 0, ""},
	} {
		got, per := catalogue.Content{Amount: tt.amount, Unit: tt.unit}.UnitPrice(tt.price)
		if got != tt.want || per != tt.per {
			t.Errorf("%v for %d %s: %v for %q, want %v for %q", tt.price, tt.amount, tt.unit, got, per, tt.want, tt.per)
		}
	}
	for price := shop.Cents(0); price < 2000; price += 7 {
		for _, amount := range []int64{10, 30, 120, 1500} {
			exact := new(big.Rat).SetFrac64(2*int64(price)*1000+amount, 2*amount) // price × 1000 ÷ amount + ½
			want := new(big.Int).Div(exact.Num(), exact.Denom()).Int64()
			if got, _ := (catalogue.Content{Amount: amount, Unit: "g"}).UnitPrice(price); int64(got) != want {
				t.Errorf("%d cents for %d g: %d, want %d", price, amount, got, want)
			}
		}
	}
}

// P20: fabric is quoted by the square metre too once its width is known.
func TestP20_AreaPrice(t *testing.T) {
	t.Parallel()
	fabric := yarn(func(p *catalogue.Product) {
		p.Price, p.Content, p.Width = 1.29, catalogue.Content{Amount: 10, Unit: "cm"}, 145
	})
	if got := fabric.AreaPrice(); got != 890 { // 1.29 ÷ 0.145 = 8.896…
		t.Errorf("a square metre costs %v", got)
	}
	fabric.Width = 0
	if got := fabric.AreaPrice(); got != 0 {
		t.Errorf("without a width it costs %v", got)
	}
}
