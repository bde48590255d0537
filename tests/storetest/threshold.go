package storetest

import (
	"encoding/json"
	"fmt"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"kontor/internal/invoice"
	"kontor/internal/shop"
	"kontor/internal/shop/order"
	"kontor/internal/shop/tax"
)

var thresholdScenarios = []scenario{
	{"F16 the sale that passes 10,000.00 is taxed where the goods arrive, and that at 10,000.00 is not", thresholdPassed},
	{"F16 a small business owes the destination's tax past the threshold", thresholdOfSmall},
	{"F16 other channels count, and what is taken back counts less, to the cent", thresholdCounts},
	{"F16 what the threshold decided holds for the rest of the year, and for what is taken back", thresholdHolds},
	{"F16 of the next year it decides by what last year's sales were at its end", thresholdNextYear},
	{"F16 sales at the same moment are counted one after the other", thresholdAtOnce},
	{"F16 whoever asks at the same moment, each notice is stored once", thresholdNotices},
	{"F16 orders that have no invoice yet are those that are still to count", thresholdOpen},
	{"F16 invoices from before count, and keep their tax", thresholdAdopted},
	{"F30 what was taxed where it arrived is kept for ten years, and what was not for eight", declaredKept},
}

// german is a shop with its seat in Germany.
func german() invoice.Shop {
	return invoice.Shop{
		Seller: shop.Seller{Name: "Wollwerk", Address: "Weg 1, 10115 Berlin", VATID: "DE123456789"}, Tax: tax.Seller{Seat: "de", Rates: tax.Lawful},
	}
}

// sale is an order to Austria that is paid on a day.
func (s *suite) sale(gross shop.Cents, on time.Time, changes ...func(*order.Order)) *order.Order {
	s.t.Helper()
	euro := gross.Euro()
	return s.place(append([]func(*order.Order){of(item("wolle", 1, euro)), at(on), in(order.StatusPaid), func(o *order.Order) {
		o.Country, o.Total, o.Subtotal, o.Shipping = "at", euro, euro, 0
	}}, changes...)...)
}

// issue issues a document and returns how it is taxed, with its tax.
func (s *suite) issue(by invoice.Shop, id int64, r order.InvoiceRequest, on time.Time) (tax.Case, shop.Cents) {
	s.t.Helper()
	d, err := s.Store.IssueInvoice(s.t.Context(), id, r, by.Issuer("RE"), on)
	if err != nil {
		s.t.Fatal(err)
	}
	newest := d.Issued[len(d.Issued)-1]
	_, content, err := s.Store.Document(s.t.Context(), id, newest.Number)
	if err != nil {
		s.t.Fatal(err)
	}
	var said struct {
		Shares []struct {
			Tax shop.Cents `json:"steuer_cent"`
		} `json:"anteile"`
	}
	if err := json.Unmarshal(content.Snapshot, &said); err != nil {
		s.t.Fatal(err)
	}
	var sum shop.Cents
	for _, share := range said.Shares {
		sum += share.Tax
	}
	return newest.Case, sum
}

// sell issues the invoice of a new sale.
func (s *suite) sell(by invoice.Shop, gross shop.Cents, on time.Time) (tax.Case, shop.Cents) {
	s.t.Helper()
	return s.issue(by, s.sale(gross, on).ID, order.InvoiceRequest{Kind: order.InvoiceRegular}, on)
}

// wantSale wants a new sale to be taxed in one way.
func (s *suite) wantSale(by invoice.Shop, gross shop.Cents, on time.Time, taxed tax.Case, contained shop.Cents) {
	s.t.Helper()
	if c, sum := s.sell(by, gross, on); c != taxed || sum != contained {
		s.t.Errorf("%s € on %s: %s with %d of tax, want %s with %d", gross, shop.DayOf(on), c, sum, taxed, contained)
	}
}

func (s *suite) elsewhere(year int, net shop.Cents) {
	s.t.Helper()
	if err := s.Store.SetElsewhere(s.t.Context(), year, net); err != nil {
		s.t.Fatal(err)
	}
}

// wantYear wants so much to have counted.
func (s *suite) wantYear(year int, issued shop.Cents, latched shop.Day) {
	s.t.Helper()
	meter, err := s.Store.DistanceSales(s.t.Context(), year, year)
	if got := meter[year]; err != nil || got.Issued != issued || got.Latched != latched {
		s.t.Errorf("%d: %v, %s € since %q, want %s € since %q", year, err, got.Issued, got.Latched, issued, latched)
	}
	s.wantSums()
}

// wantSums compares what counted with the documents.
func (s *suite) wantSums() {
	s.t.Helper()
	for _, wrong := range s.lines(`SELECT jahr, sum(n) AS off FROM (SELECT jahr, netto_cent AS n FROM fernverkauf_jahre
		UNION ALL SELECT jahr, -netto_cent FROM fernverkaeufe) AS both_sides GROUP BY jahr HAVING sum(n) <> 0`) {
		s.t.Errorf("counted wrongly: %v", wrong)
	}
}

func thresholdPassed(s *suite) {
	by := german()
	s.wantSale(by, 11_800_00, noon, tax.DistanceAtSeat, 1_884_03) // 9,915.97 without tax
	s.wantSale(by, 100_00, noon, tax.DistanceAtSeat, 15_97)
	s.wantYear(2026, 10_000_00, "")
	s.wantSale(by, 1, noon, tax.DistanceAtDestination, 0)

	last := noon.AddDate(-2, 0, 0)
	s.wantSale(by, 11_804_80, last, tax.DistanceAtSeat, 1_884_80) // 9,920.00 without tax
	s.wantSale(by, 100_00, last, tax.DistanceAtDestination, 16_67)
	s.wantYear(2024, 10_004_03, "2024-11-21")
	s.wantSale(by, 100_00, last, tax.DistanceAtDestination, 16_67)
}

func thresholdOfSmall(s *suite) {
	by := german()
	by.Tax.Small = true
	s.wantSale(by, 9_900_00, noon, tax.DistanceAtSeat, 0)
	s.wantSale(by, 100_00, noon, tax.DistanceAtSeat, 0)
	s.wantYear(2026, 10_000_00, "")
	s.wantSale(by, 100_00, noon, tax.DistanceAtDestination, 16_67)
}

func thresholdCounts(s *suite) {
	by := german()
	s.elsewhere(2026, 9_915_97)
	o := s.sale(300_00, noon, func(o *order.Order) { o.Country = "de" })
	s.issue(by, o.ID, order.InvoiceRequest{Kind: order.InvoiceRegular}, noon)
	s.wantYear(2026, 0, "") // what stays in the country of the seat does not count
	s.wantSale(by, 100_00, noon, tax.DistanceAtSeat, 15_97)
	other := s.sale(85_00, noon)
	if c, _ := s.issue(by, other.ID, order.InvoiceRequest{Kind: order.InvoiceRegular}, noon); c != tax.DistanceAtDestination {
		s.t.Errorf("past the threshold: %s", c)
	}
	s.wantYear(2026, 84_03+71_43, "2026-11-21")
	for range 5 {
		s.issue(by, other.ID, order.InvoiceRequest{Kind: order.InvoiceCorrection, Amount: 17_00}, noon)
	}
	s.wantYear(2026, 84_03, "2026-11-21")
}

func thresholdHolds(s *suite) {
	by := german()
	o := s.sale(11_900_01, noon)
	if c, sum := s.issue(by, o.ID, order.InvoiceRequest{Kind: order.InvoiceRegular}, noon); c != tax.DistanceAtDestination || sum != 1_983_34 {
		s.t.Errorf("%s with %d", c, sum)
	}
	s.setStatus(o.ID, order.StatusCancelled)
	if c, sum := s.issue(by, o.ID, order.InvoiceRequest{Kind: order.InvoiceCancellation}, noon.AddDate(0, 0, 9)); c != tax.DistanceAtDestination || sum != 1_983_34 {
		s.t.Errorf("taken back: %s with %d", c, sum)
	}
	s.wantYear(2026, 0, "2026-11-21")
	s.wantSale(by, 100_00, instant("2026-12-31T22:59:00.000Z"), tax.DistanceAtDestination, 16_67)
	s.wantSale(by, 100_00, instant("2026-12-31T23:01:00.000Z"), tax.DistanceAtSeat, 15_97) // in Berlin it is 2027

	// What takes an invoice back keeps its tax, though the setting says otherwise by now.
	early := s.sale(100_00, instant("2027-01-05T11:00:00.000Z"))
	s.issue(by, early.ID, order.InvoiceRequest{Kind: order.InvoiceRegular}, instant("2027-01-05T11:00:00.000Z"))
	by.Tax.OSSFrom = "2027-01-01"
	if c, sum := s.issue(by, early.ID, order.InvoiceRequest{Kind: order.InvoiceCorrection, Amount: 100_00}, noon.AddDate(1, 0, 0)); c != tax.DistanceAtSeat || sum != 15_97 {
		s.t.Errorf("taken back: %s with %d", c, sum)
	}
	s.wantSale(by, 100_00, instant("2027-01-05T11:00:00.000Z"), tax.DistanceAtDestination, 16_67) // OSS_AB wins
}

func thresholdNextYear(s *suite) {
	by := german()
	new2027, late := instant("2027-01-02T11:00:00.000Z"), instant("2027-03-01T11:00:00.000Z")
	o := s.sale(11_900_01, noon)
	s.issue(by, o.ID, order.InvoiceRequest{Kind: order.InvoiceRegular}, noon)
	// It is taken back only in the new year, which has begun above the threshold by then.
	s.setStatus(o.ID, order.StatusCancelled)
	s.issue(by, o.ID, order.InvoiceRequest{Kind: order.InvoiceCancellation}, new2027)
	s.wantYear(2026, 0, "2026-11-21")
	s.wantSale(by, 100_00, late, tax.DistanceAtDestination, 16_67)
	s.wantSale(by, 100_00, instant("2028-01-02T11:00:00.000Z"), tax.DistanceAtSeat, 15_97)
}

func thresholdAtOnce(s *suite) {
	const n = 6
	by := issuer("Wollwerk") // its documents are drawn fast
	by.Tax = german().Tax
	s.elsewhere(2026, 10_000_00-3*84_03)
	var all sync.WaitGroup
	var atSeat atomic.Int64
	for i := range n {
		o := s.sale(100_00, noon, from(fmt.Sprintf("%d@example.org", i)))
		all.Go(func() {
			d, err := s.Store.IssueInvoice(s.t.Context(), o.ID, order.InvoiceRequest{Kind: order.InvoiceRegular}, by, noon)
			if err != nil {
				s.t.Error(err)
			} else if d.Issued[0].Case == tax.DistanceAtSeat {
				atSeat.Add(1)
			}
		})
	}
	all.Wait()
	if got := atSeat.Load(); got != 3 {
		s.t.Errorf("%d sales have the tax of the seat, want 3", got)
	}
	s.wantYear(2026, n*84_03, "2026-11-21")
	for _, row := range s.lines(`SELECT nr, fall FROM dokumente ORDER BY nr`) {
		nr, _ := strconv.Atoi(fmt.Sprint(row["nr"]))
		if got := fmt.Sprint(row["fall"]); (nr <= 3) != (got == string(tax.DistanceAtSeat)) {
			s.t.Errorf("document %d is %s", nr, got)
		}
	}
}
