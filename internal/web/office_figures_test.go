package web_test

import (
	"testing"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/order"
	"kontor/tests/shoptest"
)

const figuresPath = "/api/verwaltung/kennzahlen"

func TestFiguresOfAnEmptyShop(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	a := s.Operator().Get(figuresPath).Want(200)
	a.WantJSON(`{"ok":true,"umsatz":0,"behalten":0,"bestellungen":0,"durchschnitt":0,
		"offen":{"anzahl":0,"summe":0,"aelteste":null},"storniert":{"anzahl":0,"summe":0},
		"tage":[],"laender":[],"zahlungsarten":[],"bestseller":[],"gutscheine":[]}`)
}

// TestFigures: only paid orders are revenue, and days are Berlin's. L20: the turnover
// of each country in a year, by which thresholds for tax are watched, is among them.
func TestFigures(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	admin := s.Operator()
	at := func(day, hour int) time.Time { return time.Date(2026, 7, day, hour, 30, 0, 0, time.UTC) }
	placed := func(created time.Time, status order.Status, country shop.Country, method string, total float64, items ...order.Item) order.Order {
		return order.Order{CreatedAt: created, UpdatedAt: created, Status: status, Country: country, PaymentMethod: method,
			Total: total, Items: items, Language: "de", Customer: order.Person{Name: "Max", Email: "a@b.example"}}
	}
	garn := order.Item{Slug: "garn", Name: "Garn", Quantity: 2, Price: 1}
	nadel := order.Item{Slug: "nadel", Name: "Nadel", Quantity: 3, Price: 1}
	gift := order.Item{Slug: "geschenk", Name: "Geschenk", Quantity: 9, Free: true}
	with := func(code string, o order.Order) order.Order { o.CouponCode = code; return o }
	s.Stock(catalogue.Product{Slug: "garn", CategorySlug: "wolle",
		Names: map[shop.Language]string{"de": "Garn", "en": "Yarn", "fr": "Fil", "it": "Filo"}})
	s.Import(
		placed(at(1, 21), "bezahlt", "de", "paypal", 0.1, garn, gift),
		with("HERBST", placed(at(1, 22), "bezahlt", "de", "ueberweisung", 0.2, nadel)), // 2 July in Berlin
		with("HERBST", placed(at(2, 12), "bezahlt", "ch", "Rechnung", 10, garn)),
		with("HERBST", placed(at(2, 13), "zahlungOffen", "lu", "ueberweisung", 5.5, nadel)),
		placed(at(2, 14), "zahlungOffen", "lu", "ueberweisung", 4.5),
		with("WINTER", placed(at(2, 15), "storniert", "at", "paypal", 99, nadel)),
	)
	admin.Get(figuresPath).WantJSON(`{"ok":true,"umsatz":10.3,"behalten":10.3,"bestellungen":3,"durchschnitt":3.43,
		"offen":{"anzahl":2,"summe":10,"aelteste":"2026-07-02T13:30:00.000Z"},"storniert":{"anzahl":1,"summe":99},
		"tage":[{"tag":"2026-07-01","bestellungen":1,"umsatz":0.1,"behalten":0.1},{"tag":"2026-07-02","bestellungen":2,"umsatz":10.2,"behalten":10.2}],
		"laender":[{"land":"ch","bestellungen":1,"umsatz":10,"behalten":10},{"land":"de","bestellungen":2,"umsatz":0.3,"behalten":0.3}],
		"zahlungsarten":[{"zahlungsart":"paypal","bestellungen":1,"umsatz":0.1,"behalten":0.1},
			{"zahlungsart":"sonstige","bestellungen":1,"umsatz":10,"behalten":10},{"zahlungsart":"ueberweisung","bestellungen":1,"umsatz":0.2,"behalten":0.2}],
		"bestseller":[{"produkt_slug":"garn","name":"Garn","menge":4},{"produkt_slug":"nadel","name":null,"menge":3}],
		"gutscheine":[{"code":"HERBST","bestellungen":2,"umsatz":10.2,"behalten":10.2}]}`)
	admin.Get(figuresPath + "?von=2026-07-01&bis=2026-07-01").WantJSON(`{"ok":true,"umsatz":0.1,"behalten":0.1,"bestellungen":1,"durchschnitt":0.1,
		"offen":{"anzahl":0,"summe":0,"aelteste":null},"storniert":{"anzahl":0,"summe":0},
		"tage":[{"tag":"2026-07-01","bestellungen":1,"umsatz":0.1,"behalten":0.1}],"laender":[{"land":"de","bestellungen":1,"umsatz":0.1,"behalten":0.1}],
		"zahlungsarten":[{"zahlungsart":"paypal","bestellungen":1,"umsatz":0.1,"behalten":0.1}],"bestseller":[{"produkt_slug":"garn","name":"Garn","menge":2}],
		"gutscheine":[]}`)
	// A status change moves an order's money at once.
	admin.Patch(ordersPath+"/3", `{"status":"storniert"}`).Want(200)
	var got struct{ Umsatz, Durchschnitt float64 }
	if admin.Get(figuresPath).Into(&got); got.Umsatz != 0.3 || got.Durchschnitt != 0.15 {
		t.Errorf("after a cancellation: %+v", got)
	}
	admin.Get(figuresPath+"?von=gestern").WantError(400, "Ungültiger Filter: von.")
	admin.Get(figuresPath+"?bis=2026-02-30").WantError(400, "Ungültiger Filter: bis.")
	admin.Get(figuresPath + "?bis=9999-12-31&von=0000-01-01").Want(200)
}
