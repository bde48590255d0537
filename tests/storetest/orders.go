package storetest

import (
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/google/go-cmp/cmp"

	"kontor/internal/shop"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/order"
	"kontor/internal/shop/tax"
)

var orderScenarios = []scenario{
	{"an order is read back as it was sent", readBack},
	{"H14 S5 texts are stored as they are", textsStay},
	{"amounts keep their exact value and have cents beside them", amountsStay},
	{"200 items keep their order", manyItems},
	{"H08 quantities are stored as handed over, 0 too", quantitiesStay},
	{"H13 R14 the number names the UTC year of created_at", yearOfNumber},
	{"H12 R16 the number has at least four digits", digitsOfNumber},
	{"H11 L23 200 parallel orders get 200 numbers", parallelOrders},
	{"I2 two orders never have the same receipt of PayPal", oneOrderForEachReceipt},
	{"H10 a fault in the middle of an order leaves nothing", faultLeavesNothing},
}

func readBack(s *suite) {
	o := newOrder(of(item("wolle", 2, 7.9), item("nadel", 1, 0), item("garn", 3, 1.1)))
	o.Customer = order.Person{Name: "Zoë Groß", Email: "Zoë@Example.org", Street: "Weg 1", Postcode: "D-12345", City: "Köln"}
	o.Country, o.PaymentMethod, o.Language = "lu", "Bar bei Abholung", "fr"
	o.Shipping, o.Discount, o.LoyaltyBonus, o.SubscriptionRebate = 4.9, 1.25, true, true
	o.Items[0].Category, o.Items[1].Free = "wolle-garn", true
	o.Particulars = order.Particulars{
		Company: "Wolle & Söhne", VATID: "ATU12345678", Phone: "+49 221 1", Message: "Bitte\nklingeln",
		Billing: &order.Billing{Company: "Holding AG", Street: "Ring 1", Postcode: "1010", City: "Wien", Country: "at"},
	}
	handed := cmp.Diff(o, newOrder())
	placed, err := s.tryPlace(o)
	if err != nil {
		s.t.Fatal(err)
	}
	if cmp.Diff(o, newOrder()) != handed {
		s.t.Error("the caller's order was changed")
	}
	want := *o
	want.ID, want.Number, want.Version = 1, "BK-2026-0001", 1
	for source, got := range map[string]order.Order{
		"answer": *placed.Order, "Order": s.details(1).Order,
		"Orders": s.page(order.Filter{}).Orders[0], "EachOrder": s.all(order.Filter{})[0],
	} {
		if diff := cmp.Diff(want, got); diff != "" {
			s.t.Errorf("%s (-want +got):\n%s", source, diff)
		}
	}
	created := []order.Event{{At: noon, Actor: order.ActorShop, Kind: order.EventCreated}}
	if diff := cmp.Diff(created, s.details(1).Events); diff != "" {
		s.t.Errorf("history (-want +got):\n%s", diff)
	}
}

func oneOrderForEachReceipt(s *suite) {
	paid := func() *order.Order {
		o := newOrder()
		o.PaymentMethod, o.PayPalOrderID = order.MethodPayPal, "5O190127TN364715T"
		return o
	}
	if _, err := s.tryPlace(paid()); err != nil {
		s.t.Fatal(err)
	}
	if placed, err := s.tryPlace(paid()); err == nil {
		s.t.Errorf("a second order was placed: %+v", placed.Order)
	}
	if n := len(s.all(order.Filter{})); n != 1 {
		s.t.Errorf("%d orders", n)
	}
}

// all returns the orders that EachOrder passes on.
func (s *suite) all(f order.Filter) (orders []order.Order) {
	s.t.Helper()
	err := s.Store.EachOrder(s.t.Context(), f, func(o *order.Order) error {
		orders = append(orders, *o)
		return nil
	})
	if err != nil {
		s.t.Fatalf("each order %+v: %v", f, err)
	}
	return orders
}

// hostile are texts that must have no meaning to any program.
var hostile = []string{
	`'); DROP TABLE orders;--`, `%' OR '1'='1`, `1 OR 1=1`, `$1`, `?`, `:name`, `\`, `\'`, `"`, "`", `%s%d`,
	`<img src=x onerror=alert(1)>`, "Max\r\nBcc: x@evil.de", "\u202eabc", "e\u0301", "😀", "\ufffd", " ", "\t",
	strings.Repeat("ä", shop.MaxText),
}

func textsStay(s *suite) {
	for _, text := range hostile {
		o := newOrder()
		o.Customer = order.Person{Name: text, Email: text + "@", Street: text, Postcode: text, City: text}
		o.PaymentMethod = text
		o.Items[0] = order.Item{Slug: text, Name: text, Category: text, Quantity: 1, Price: 1, TaxClass: tax.Standard}
		placed, err := s.tryPlace(o)
		if err != nil {
			s.t.Errorf("%q: %v", text, err)
			continue
		}
		got := s.details(placed.Order.ID).Order
		if got.Customer != o.Customer || got.PaymentMethod != text || got.Items[0] != o.Items[0] {
			s.t.Errorf("%q came back as %+v", text, got)
		}
	}
	if n := s.rows(); n.orders != int64(len(hostile)) || n.items != n.orders {
		s.t.Errorf("%d texts left %+v", len(hostile), n)
	}
}

func amountsStay(s *suite) {
	for amount, cents := range map[float64]int64{
		0: 0, 0.1 + 0.2: 30, 1.005: 101, 19.99: 1999, 0.004: 0, 1e9: 1e11, 999999999.99: 99999999999, 5e-324: 0,
	} {
		o := s.place(func(o *order.Order) {
			o.Subtotal, o.Shipping, o.Discount, o.Total, o.Items[0].Price = amount, amount, -amount, amount, amount
		})
		got := s.details(o.ID)
		if got.Subtotal != amount || got.Shipping != amount || got.Discount != -amount || got.Total != amount || got.Items[0].Price != amount {
			s.t.Errorf("%v came back as %+v", amount, got)
		}
		var total, price int64
		s.scan(`SELECT o.summe_cent, i.preis_cent FROM orders o JOIN order_items i ON i.order_id = o.id WHERE o.id = $1`,
			[]any{o.ID}, &total, &price)
		if total != cents || price != cents {
			s.t.Errorf("%v has %d and %d cents beside it, want %d", amount, total, price, cents)
		}
	}
}

func manyItems(s *suite) {
	var items []checkout.DraftItem
	for i := range checkout.MaxItems {
		items = append(items, item(fmt.Sprintf("artikel-%d", (i*7)%50), float64(i%3), 1))
	}
	placed := s.place(of(items...))
	if diff := cmp.Diff(newOrder(of(items...)).Items, s.details(placed.ID).Items); diff != "" {
		s.t.Errorf("items (-want +got):\n%s", diff)
	}
}

func quantitiesStay(s *suite) {
	o := s.place(of(item("a", 0.4, 1), item("b", 2.5, 1), item("c", checkout.MaxQuantity, 1)))
	for i, want := range []int64{0, 3, checkout.MaxQuantity} {
		if got := s.details(o.ID).Items[i].Quantity; got != want {
			s.t.Errorf("item %d: %d pieces, want %d", i, got, want)
		}
	}
}

func yearOfNumber(s *suite) {
	for created, want := range map[string]string{
		"2026-12-31T22:30:00.000Z": "BK-2026-", "2026-12-31T23:30:00.000Z": "BK-2026-", // in Berlin it is 2027
		"2026-12-31T23:59:59.999Z": "BK-2026-", "2027-01-01T00:00:00.000Z": "BK-2027-",
	} {
		berlin := instant(created).In(shop.Berlin)
		o := s.place(at(berlin))
		var stored, updated string
		s.scan(`SELECT created_at, updated_at FROM orders WHERE id = $1`, []any{o.ID}, &stored, &updated)
		if !strings.HasPrefix(o.Number, want) || stored != created || updated != created {
			s.t.Errorf("placed at %s: number %s, created_at %s, updated_at %s", created, o.Number, stored, updated)
		}
	}
}

func digitsOfNumber(s *suite) {
	for _, pair := range []struct {
		id   int64
		want string
	}{{42, "BK-2026-0042"}, {9999, "BK-2026-9999"}, {10_000, "BK-2026-10000"}, {1_000_000, "BK-2026-1000000"}} {
		if err := s.SetNextID(pair.id); err != nil {
			s.t.Fatal(err)
		}
		o := s.place()
		if o.ID != pair.id || o.Number != pair.want || s.details(pair.id).Number != pair.want {
			s.t.Errorf("id %d has number %s, want %s", o.ID, o.Number, pair.want)
		}
	}
}

func parallelOrders(s *suite) {
	const orders = 200
	numbers := make(chan string, orders)
	var placing sync.WaitGroup
	for i := range orders {
		placing.Go(func() {
			o, err := s.tryPlace(newOrder(from(fmt.Sprintf("kunde%d@example.org", i))))
			if err != nil {
				s.t.Errorf("order %d: %v", i, err)
				return
			}
			numbers <- o.Order.Number
		})
	}
	for range 20 { // no reader ever sees an order without its number and items
		for _, o := range s.page(order.Filter{}).Orders {
			if o.Number != order.Number("BK", noon, o.ID) || len(o.Items) != 1 {
				s.t.Errorf("half an order: %+v", o)
			}
		}
	}
	placing.Wait()
	close(numbers)
	distinct := make(map[string]bool)
	for number := range numbers {
		distinct[number] = true
	}
	if n := s.rows(); len(distinct) != orders || n.orders != orders || n.items != orders || n.counted != orders {
		s.t.Errorf("%d numbers, rows %+v", len(distinct), n)
	}
}

func faultLeavesNothing(s *suite) {
	s.coupon("EINMAL", once)
	before := s.rows()
	for name, spoil := range map[string]func(*order.Order){
		"second item": func(o *order.Order) { o.Items[1].Quantity = -1 },
		"status":      func(o *order.Order) { o.Status = "versendet" },
		"country":     func(o *order.Order) { o.Country = "fr" },
	} {
		p := s.placement(newOrder(of(item("wolle", 1, 1), item("garn", 1, 1)), with("EINMAL"), spoil))
		p.Idempotency = key("k")
		if _, err := s.Store.PlaceOrder(s.t.Context(), p); err == nil {
			s.t.Errorf("%s: no error", name)
		}
	}
	if after := s.rows(); after != before {
		s.t.Errorf("rows after %+v, before %+v", after, before)
	}
	if best := s.bestsellers(); len(best) != 0 {
		s.t.Errorf("best sellers %q", best)
	}
	// Coupon and key are unused.
	p := s.placement(newOrder(with("EINMAL"), at(noon.Add(time.Minute))))
	p.Idempotency = key("k")
	if placed, err := s.Store.PlaceOrder(s.t.Context(), p); err != nil || placed.Replayed {
		s.t.Errorf("order after the faults: %+v, %v", placed, err)
	}
}
