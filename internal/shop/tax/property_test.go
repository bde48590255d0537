package tax

import (
	"testing"

	"pgregory.net/rapid"

	"kontor/internal/shop"
)

var cents = rapid.Int64Range(0, 100_000)

func drawLines(t *rapid.T) []Line {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Line {
		gross := rapid.OneOf(rapid.Just(int64(0)), cents, rapid.Int64Range(0, int64(shop.MaxCents))).Draw(t, "gross")
		return Line{rapid.SampledFrom(Classes).Draw(t, "class"), shop.Cents(gross)}
	}), 1, 12).Draw(t, "lines")
}

func total(parts []Part) (sum shop.Cents) {
	for _, p := range parts {
		sum += p.Gross
	}
	return sum
}

// The parts of any document add up to it, and no share is more than a cent off.
func TestPartsAddUp(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		lines := drawLines(t)
		var sum shop.Cents
		weights := make([]shop.Cents, len(lines))
		for i, line := range lines {
			sum += line.Gross
			weights[i] = line.Gross
		}
		shipping := shop.Cents(cents.Draw(t, "shipping"))
		discount := shop.Cents(cents.Draw(t, "discount"))
		if got := total(Parts(lines, shipping, -discount)); got != sum+shipping-discount {
			t.Errorf("the parts have %d of %d", got, sum+shipping-discount)
		}
		var shared shop.Cents
		for i, share := range Shares(shipping, weights) {
			shared += share
			exact := float64(shipping) * float64(weights[i]) / float64(sum)
			if off := float64(share) - exact; off <= -1.001 || off >= 1.001 || weights[i] == 0 && share != 0 {
				t.Errorf("%d of %d has a share of %d, exactly %f", weights[i], sum, share, exact)
			}
		}
		if sum > 0 && shared != shipping {
			t.Errorf("the shares of %d add up to %d", shipping, shared)
		}
	})
}

// However a document is taken back, piece by piece, its tax is taken back to the cent,
// and never more than is left of any rate.
func TestWhatIsTakenBackAddsUp(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		parts := Parts(drawLines(t), shop.Cents(cents.Draw(t, "shipping")))
		var charged, taken shop.Cents
		for _, p := range parts {
			charged += Lawful.On("de", p.Class, today).Within(p.Gross)
		}
		for total(parts) > 0 {
			left := int64(total(parts))
			amount := rapid.OneOf(rapid.Just(left), rapid.Int64Range((left+5)/6, left)).Draw(t, "amount")
			for i, back := range Take(parts, shop.Cents(amount)) {
				if back.Gross > parts[i].Gross || back.Gross < 0 || back.Class != parts[i].Class {
					t.Fatalf("%+v is taken of %+v", back, parts[i])
				}
				taken += Lawful.On("de", back.Class, today).Back(parts[i].Gross, back.Gross)
				parts[i].Gross -= back.Gross
			}
			if got := int64(total(parts)); got != left-amount {
				t.Fatalf("%d of %d leaves %d", amount, left, got)
			}
		}
		if taken != charged {
			t.Errorf("tax of %d was charged, %d taken back", charged, taken)
		}
	})
}

// The tax is the rate applied to the net amount, to within half a cent.
func TestWithinFitsTheNetAmount(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		rate := Rate(rapid.Int64Range(0, 270).Draw(t, "rate"))
		gross := shop.Cents(rapid.Int64Range(0, int64(shop.MaxCents)).Draw(t, "gross"))
		tax, p := rate.Within(gross), shop.Cents(rate)
		off := 1000*tax - p*(gross-tax) // 0 when exact; a cent of tax is 1000 + p
		if 2*off > 1000+p || 2*off <= -(1000+p) {
			t.Errorf("%d per mille: %d of %d is off by %d", rate, tax, gross, off)
		}
		if rate.Within(-gross) != -tax {
			t.Errorf("what is taken back: %d", rate.Within(-gross))
		}
	})
}
