package invoice

import (
	"encoding/xml"
	"errors"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kontor/internal/shop"
	"kontor/internal/shop/order"
	"kontor/internal/shop/tax"
)

// readInvoice is a Cross Industry Invoice as a program reads it, without any knowledge of
// how it was written.
type readInvoice struct {
	Type  string `xml:"ExchangedDocument>TypeCode"`
	Trade struct {
		Lines []struct {
			Name string  `xml:"SpecifiedTradeProduct>Name"`
			Net  float64 `xml:"SpecifiedLineTradeSettlement>SpecifiedTradeSettlementLineMonetarySummation>LineTotalAmount"`
		} `xml:"IncludedSupplyChainTradeLineItem"`
		Settlement struct {
			Taxes []struct {
				Calculated float64 `xml:"CalculatedAmount"`
				Of         float64 `xml:"BasisAmount"`
				Code       string  `xml:"CategoryCode"`
				Why        string  `xml:"ExemptionReason"`
				Percent    string  `xml:"RateApplicablePercent"`
			} `xml:"ApplicableTradeTax"`
			Extras []struct {
				Charge  bool    `xml:"ChargeIndicator>Indicator"`
				Amount  float64 `xml:"ActualAmount"`
				Percent string  `xml:"CategoryTradeTax>RateApplicablePercent"`
			} `xml:"SpecifiedTradeAllowanceCharge"`
			Sums struct {
				Lines float64 `xml:"LineTotalAmount"`
				Basis float64 `xml:"TaxBasisTotalAmount"`
				Tax   float64 `xml:"TaxTotalAmount"`
				Total float64 `xml:"GrandTotalAmount"`
				Paid  float64 `xml:"TotalPrepaidAmount"`
				Due   float64 `xml:"DuePayableAmount"`
			} `xml:"SpecifiedTradeSettlementHeaderMonetarySummation"`
			Corrected string `xml:"InvoiceReferencedDocument>IssuerAssignedID"`
		} `xml:"ApplicableHeaderTradeSettlement"`
	} `xml:"SupplyChainTradeTransaction"`
}

func readXML(t interface{ Fatal(...any) }, seller Shop, o *order.Details, i order.Invoice) (r readInvoice) {
	content, err := XML(seller, o, i)
	if err == nil {
		err = xml.Unmarshal(content, &r)
	}
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// F14: the amounts of each rate, its lines, delivery and discount.
func TestF14_ElectronicInvoice(t *testing.T) {
	t.Parallel()
	o := yarnAndBook("de")
	got := readXML(t, seller, &o, first(&o)).Trade
	s := got.Settlement
	if got.Lines[0].Net != 25.21 || got.Lines[1].Net != 18.68 || got.Lines[1].Name != "Buch" {
		t.Errorf("lines %+v", got.Lines)
	}
	extras := make(map[string]float64)
	for _, extra := range s.Extras {
		if extra.Charge {
			extras[extra.Percent+" charge"] = extra.Amount
		} else {
			extras[extra.Percent+" allowance"] = extra.Amount
		}
	}
	for name, want := range map[string]float64{"19.00 charge": 2.47, "7.00 charge": 1.83, "19.00 allowance": 2.52, "7.00 allowance": 1.87} {
		if extras[name] != want || len(extras) != 4 {
			t.Errorf("%s of %v, want %v", name, extras[name], want)
		}
	}
	if len(s.Taxes) != 2 || s.Taxes[0].Of != 25.16 || s.Taxes[0].Calculated != 4.78 || s.Taxes[1].Of != 18.64 || s.Taxes[1].Calculated != 1.31 {
		t.Errorf("taxes %+v", s.Taxes)
	}
	if s.Sums.Total != 49.89 || s.Sums.Tax != 6.09 || s.Sums.Due != 49.89 || s.Corrected != "" {
		t.Errorf("sums %+v", s.Sums)
	}

	o.Status = order.StatusPaid
	if paid := readXML(t, seller, &o, first(&o)).Trade.Settlement.Sums; paid.Due != 0 || paid.Paid != 49.89 {
		t.Errorf("paid: %+v", paid)
	}
	part := readXML(t, seller, &o, issue(t, &o, order.InvoiceCorrection, 1000))
	if s := part.Trade.Settlement; part.Type != codeCreditNote || s.Corrected != o.Number || s.Sums.Total != 10 || s.Taxes[0].Calculated != 0.96 || s.Taxes[1].Calculated != 0.27 {
		t.Errorf("a correction: %s, %+v", part.Type, s)
	}
}

// F5, F28: exports and small businesses have a category of their own, and a reason.
func TestF5_F28_ElectronicInvoicesWithoutTax(t *testing.T) {
	t.Parallel()
	known := seller
	known.VATID = "DE123456789"
	small, unregistered := seller, at("ch")
	small.Tax.Small, unregistered.Tax.Small = true, true
	unregistered.TaxID = ""
	for name, c := range map[string]struct {
		seller           Shop
		to               shop.Country
		category, reason string
	}{
		"export":       {known, "ch", categoryExport, "Ausfuhr"},
		"small":        {small, "at", categoryExempt, "§ 19 UStG"},
		"unregistered": {unregistered, "ch", categoryOutside, ""},
	} {
		o := yarnAndBook(c.to)
		got := readXML(t, c.seller, &o, first(&o)).Trade.Settlement
		if len(got.Taxes) != 1 || got.Taxes[0].Code != c.category || !strings.Contains(got.Taxes[0].Why, c.reason) || got.Taxes[0].Of != 49.89 || got.Sums.Tax != 0 {
			t.Errorf("%s: %+v", name, got.Taxes)
		}
	}
	nobody := seller
	nobody.TaxID = ""
	for _, c := range []struct {
		seller Shop
		to     shop.Country
		want   string
	}{{seller, "ch", "SHOP_UST_ID"}, {nobody, "de", "SHOP_STEUERNUMMER"}} {
		o := yarnAndBook(c.to)
		if _, err := XML(c.seller, &o, first(&o)); !errors.Is(err, order.ErrInvoiceIncomplete) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("to %s: %v", c.to, err)
		}
	}
}

// Whatever is bought, the amounts add up as programs add them.
func TestElectronicInvoiceAddsUp(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		o := yarnAndBook(rapid.SampledFrom([]shop.Country{"de", "at", "lu"}).Draw(t, "country"))
		euro := func(name string) float64 { return float64(rapid.IntRange(0, 10_000).Draw(t, name)) / 100 }
		o.Shipping, o.Discount, o.Total, o.Items = euro("shipping"), euro("discount"), euro("total"), nil
		for range rapid.IntRange(1, 6).Draw(t, "lines") {
			o.Items = append(o.Items, order.Item{
				Name: "x", Quantity: int64(rapid.IntRange(0, 5).Draw(t, "quantity")), Price: euro("price"),
				Free: rapid.Bool().Draw(t, "free"), TaxClass: rapid.SampledFrom(tax.Classes).Draw(t, "class"),
			})
		}
		s := readXML(t, seller, &o, first(&o)).Trade.Settlement
		cents := func(x float64) int64 { return int64(math.Round(x * 100)) }
		basis, contained, net := int64(0), int64(0), cents(s.Sums.Lines)
		for _, extra := range s.Extras {
			if extra.Charge {
				net += cents(extra.Amount)
			} else {
				net -= cents(extra.Amount)
			}
		}
		for _, part := range s.Taxes {
			basis, contained = basis+cents(part.Of), contained+cents(part.Calculated)
		}
		if net != basis || basis != cents(s.Sums.Basis) || contained != cents(s.Sums.Tax) || basis+contained != int64(o.TotalCents()) || cents(s.Sums.Total) != int64(o.TotalCents()) {
			t.Errorf("lines and extras %d, basis %d, tax %d, total %d of %s", net, basis, contained, cents(s.Sums.Total), o.TotalCents())
		}
	})
}
