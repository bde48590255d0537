package shop_test

import (
	"math"
	"math/big"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"kontor/internal/shop"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/order"
)

func TestH25_CentsOf(t *testing.T) {
	t.Parallel()
	tenth, fifth := 0.1, 0.2
	for _, tt := range []struct {
		euro float64
		want shop.Cents
	}{
		{0, 0},
		{math.Copysign(0, -1), 0},
		{19.99, 1999},
		{4.35, 435},         // 434.99999999999994 when multiplied
		{1.15, 115},         // 114.99999999999999 when multiplied
		{1.005, 101},        // lies below, but is spelled as a half
		{tenth + fifth, 30}, // 0.30000000000000004
		{1.0049999999, 100},
		{8.995, 900}, // carries
		{0.994999999999, 99},
		{0.005, 1},
		{0.004999, 0},
		{5e-324, 0},
		{12, 1200},
		{12.5, 1250},
		{shop.MaxAmount, 100_000_000_000},
		{999_999_999.995, 100_000_000_000},
		{-19.99, -1999},
		{-0.005, 0}, // half up is toward +∞
		{-0.0050001, -1},
		{-0.006, -1},
		{-1.015, -101},
		{-shop.MaxAmount, -100_000_000_000},
		{math.NaN(), 0}, // not an amount: at least no panic
		{math.Inf(1), 0},
		{math.Inf(-1), 0},
	} {
		if got := shop.CentsOf(tt.euro); got != tt.want {
			t.Errorf("CentsOf(%v) = %d, want %d", tt.euro, got, tt.want)
		}
	}
}

// spelledCents computes CentsOf in exact arithmetic: the shortest spelling × 100 + ½,
// rounded down.
func spelledCents(euro float64) shop.Cents {
	exact, ok := new(big.Rat).SetString(strconv.FormatFloat(euro, 'e', -1, 64))
	if !ok {
		panic("not a number")
	}
	exact.Mul(exact, big.NewRat(100, 1)).Add(exact, big.NewRat(1, 2))
	floor := new(big.Int).Div(exact.Num(), exact.Denom()) // Euclidean: down, as the denominator is positive
	return shop.Cents(floor.Int64())
}

func TestCentsOfIsExact(t *testing.T) {
	t.Parallel()
	anyAmount := rapid.Float64Range(-shop.MaxAmount, shop.MaxAmount)
	nearHalves := rapid.Custom(func(t *rapid.T) float64 {
		return float64(rapid.Int64Range(-1e9, 1e9).Draw(t, "tenths of a cent")) / 1000
	})
	rapid.Check(t, func(t *rapid.T) {
		euro := rapid.OneOf(anyAmount, nearHalves).Draw(t, "euro")
		if got, want := shop.CentsOf(euro), spelledCents(euro); got != want {
			t.Fatalf("CentsOf(%v) = %d, want %d", euro, got, want)
		}
		higher := rapid.Float64Range(euro, shop.MaxAmount).Draw(t, "higher")
		if shop.CentsOf(higher) < shop.CentsOf(euro) {
			t.Fatalf("%v has fewer cents than %v", higher, euro)
		}
	})
}

// A number written to the wire is read back as the same cents.
func TestCentsOfEuro(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		cents := shop.Cents(rapid.Int64Range(-1e11, 1e11).Draw(t, "cents"))
		if got := shop.CentsOf(cents.Euro()); got != cents {
			t.Fatalf("%d cents are %v euro are %d cents", cents, cents.Euro(), got)
		}
	})
}

func FuzzCentsOf(f *testing.F) {
	for _, euro := range []float64{0, 19.99, 4.35, 1.15, 1.005, 0.30000000000000004, -0.005, 1e9, 5e-324} {
		f.Add(euro)
	}
	f.Fuzz(func(t *testing.T, euro float64) {
		if math.IsNaN(euro) || math.Abs(euro) > shop.MaxAmount {
			shop.CentsOf(euro) // must not panic
			return
		}
		if got, want := shop.CentsOf(euro), spelledCents(euro); got != want {
			t.Errorf("CentsOf(%v) = %d, want %d", euro, got, want)
		}
	})
}

func TestCentsString(t *testing.T) {
	t.Parallel()
	for cents, want := range map[shop.Cents]string{
		0: "0,00", 5: "0,05", 50: "0,50", 100: "1,00", 99_999: "999,99", 100_000: "1.000,00", 123_450: "1.234,50",
		123_456_789_01: "123.456.789,01", -5: "-0,05", -123_450: "-1.234,50",
		math.MaxInt64: "92.233.720.368.547.758,07", math.MinInt64: "-92.233.720.368.547.758,08",
	} {
		if got := cents.String(); got != want {
			t.Errorf("%d cents are %q, want %q", int64(cents), got, want)
		}
	}
}

func TestExpectedTotal(t *testing.T) {
	t.Parallel()
	o := order.Order{
		Shipping: 4.90, Discount: 2.505,
		Items: []order.Item{
			{Slug: "wolle", Quantity: 3, Price: 4.35},
			{Slug: "geschenk", Quantity: 1, Price: 9.99, Free: true},
			{Slug: "rundung", Quantity: 2, Price: 1.005}, // each rounded, not the sum
			{Slug: "nichts", Quantity: 0, Price: 100},
		},
	}
	if got, want := o.ExpectedTotal(), shop.Cents(1305+202+490-251); got != want {
		t.Errorf("expected total %d, want %d", got, want)
	}
	if got, want := o.GoodsValue(), shop.Cents(1305+202); got != want {
		t.Errorf("goods %d, want %d", got, want)
	}
	if empty := new(order.Order); empty.ExpectedTotal() != 0 || empty.GoodsValue() != 0 {
		t.Error("an order without items is worth something")
	}
	if minus := (&order.Order{Discount: 5}); minus.ExpectedTotal() != -500 {
		t.Errorf("only a discount: %d", minus.ExpectedTotal())
	}
}

// The largest order within the limits exceeds 64 bits; it must not wrap around to a sum
// that somebody could have sent.
func TestS35_ExpectedTotalOverflow(t *testing.T) {
	t.Parallel()
	line := order.Item{Quantity: checkout.MaxQuantity, Price: shop.MaxAmount}
	order := order.Order{Total: shop.MaxAmount, Shipping: shop.MaxAmount}
	for range checkout.MaxItems {
		order.Items = append(order.Items, line)
	}
	if got := order.ExpectedTotal(); got != math.MaxInt64 || got == order.TotalCents() {
		t.Errorf("expected total %d, want the end of the range", got)
	}
	if got := order.GoodsValue(); got != math.MaxInt64 {
		t.Errorf("goods %d, want the end of the range", got)
	}
	order.Items = order.Items[:92] // 9.2e18: still fits
	if got, want := order.GoodsValue(), shop.Cents(92e17); got != want {
		t.Errorf("goods %d, want %d", got, want)
	}
}

func TestAverage(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		revenue shop.Cents
		paid    int64
		want    shop.Cents
	}{{0, 0, 0}, {1000, 1, 1000}, {1001, 2, 501}, {1000, 3, 333}, {2000, 3, 667}} {
		figures := order.Figures{Revenue: tt.revenue, Paid: tt.paid}
		if got := figures.Average(); got != tt.want {
			t.Errorf("%d cents in %d orders: %d, want %d", tt.revenue, tt.paid, got, tt.want)
		}
	}
}
