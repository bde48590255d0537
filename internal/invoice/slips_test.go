package invoice

import (
	"strings"
	"testing"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/order"
)

// F35: a sheet for the packer, in German, and one for the customer, in their language,
// without prices; both with the pieces that have not left yet, and within the margins.
func TestF35_Slips(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("Merinowolle petrol ", 12)
	var orders []order.Details
	for _, language := range shop.Languages {
		o := order.Details{Order: order.Order{
			Number: "BK-2026-0042", CreatedAt: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC), Country: "ch", Language: language,
			Customer: order.Person{Name: "Erika Mustermann", Street: "Heidestraße 17", Postcode: "8001", City: "Zürich"}, Total: 1234.5, Shipping: 4.9,
		}}
		o.Company, o.Billing = "Nähcafé GmbH", &order.Billing{Company: "Holding AG", Street: "Ring 1", Postcode: "1010", City: "Wien", Country: "at"}
		o.Items = []order.Item{
			{Slug: "wolle", Name: "laine", Quantity: 3, Price: 617.25}, {Slug: "fort", Name: "is gone", Quantity: 1, Price: 5}, {Slug: "x", Name: long, Quantity: 1, Price: 5, Free: true},
		}
		o.Parcels = []order.Parcel{{Sent: "2026-11-21", Contents: []order.ParcelLine{{Position: 1, Quantity: 1}, {Position: 2, Quantity: 1}}}}
		orders = append(orders, o)
	}
	german := func(slug, ordered string) string {
		if slug == "wolle" {
			return "Wolle"
		}
		return ordered
	}
	file, err := Slips(Shop{Seller: shop.Seller{Name: "Wollwerk", Address: "Schafweg 3, 12345 Ort"}}, orders, german)
	if err != nil {
		t.Fatal(err)
	}
	all := readBack(t, file)
	titles := []string{"Lieferschein", "Delivery note", "Bon de livraison", "Documento di consegna"}
	for i, title := range titles {
		var packer, customer []written
		for _, w := range all {
			switch w.page {
			case 2*i + 1:
				packer = append(packer, w)
			case 2*i + 2:
				customer = append(customer, w)
			}
			if w.x < left-0.1 || w.x > right || w.y < 0 {
				t.Errorf("%q is drawn at %.0f, %.0f", w.text, w.x, w.y)
			}
		}
		for _, want := range []string{"Packzettel BK-2026-0042", "2 ×", "Wolle", "Merinowolle petrol", "(Geschenk)", "Nähcafé GmbH\nErika Mustermann\nHeidestraße 17\n8001 Zürich\n"} {
			if !strings.Contains(wording(packer), want) {
				t.Errorf("%q is missing in %s", want, wording(packer))
			}
		}
		for _, want := range []string{title + " BK-2026-0042", "2 ×", "laine", "Wollwerk", "Nähcafé GmbH\nErika Mustermann\nHeidestraße 17\n8001 Zürich\n"} {
			if !strings.Contains(wording(customer), want) {
				t.Errorf("%q is missing in %s", want, wording(customer))
			}
		}
		for _, never := range []string{"Holding", "Ring 1", "Wien", "€", "617", "1.234", "1234.5", "4,9", "is gone"} {
			if strings.Contains(wording(customer)+wording(packer), never) {
				t.Errorf("%q is in %s", never, wording(customer))
			}
		}
	}
}
