package store

import (
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"sync/atomic"
	"testing"
	"time"

	"kontor/internal/database"
	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/coupon"
	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
	"kontor/internal/shop/stock"
)

// tripCounter stands between a store and its database, and counts how often a
// transaction waits for the server: each round trip ends with ReadyForQuery.
type tripCounter struct {
	trips atomic.Int32 // within transactions, including BEGIN and COMMIT
}

// countTrips returns a counter and the URL of the database behind it.
func countTrips(t *testing.T, database string) (*tripCounter, string) {
	t.Helper()
	c := new(tripCounter)
	return c, between(t, database, func(client, server net.Conn) {
		go func() {
			defer server.Close()
			io.Copy(server, client)
		}()
		defer client.Close()
		c.answers(client, server)
	})
}

// answers forwards the server's messages: a type, a length that includes itself, a
// body.
func (c *tripCounter) answers(client io.Writer, server io.Reader) {
	const idle = 'I'
	state := byte(idle)
	for {
		message := make([]byte, 5)
		if _, err := io.ReadFull(server, message); err != nil {
			return
		}
		message = append(message, make([]byte, binary.BigEndian.Uint32(message[1:])-4)...)
		if _, err := io.ReadFull(server, message[5:]); err != nil {
			return
		}
		if message[0] == 'Z' { // ReadyForQuery
			before := state
			if state = message[5]; state != idle || before != idle {
				c.trips.Add(1)
			}
		}
		if _, err := client.Write(message); err != nil {
			return
		}
	}
}

// An order takes few round trips on PostgreSQL, whatever comes with it: three even if what
// it takes is counted (P13).
func TestP13_FewRoundTrips(t *testing.T) {
	t.Parallel()
	counter, through := countTrips(t, emptyPostgres(t))
	db := openURL(t, through)
	database.Inside(db.engine).Pool().SetMaxOpenConns(1) // so that it knows each statement after the first time
	for _, c := range []coupon.Coupon{
		{Code: "EINMAL", OncePerPerson: true, Active: true, Kind: coupon.Percent, Value: 10},
		{Code: "BEGRENZT", MaxRedemptions: 100, Active: true, Kind: coupon.Percent, Value: 10},
	} {
		if _, err := db.CreateCoupon(t.Context(), c, time.Now()); err != nil {
			t.Fatal(err)
		}
	}
	pieces := int64(1000)
	if _, err := db.CreateProduct(t.Context(), catalogue.Product{Slug: "gezaehlt", CategorySlug: "garn", Price: 7.9, Active: true}, time.Now()); err != nil {
		t.Fatal(err)
	}
	if err := db.ChangeStock(t.Context(), stock.Change{Slug: "gezaehlt", To: &pieces}); err != nil {
		t.Fatal(err)
	}
	orders, owed := 0, []message.Message(nil)
	place := func(with func(*checkout.Placement)) func(int) error {
		return func(int) error {
			orders++
			p := attempt(fmt.Sprint("kunde", orders))
			p.Messages = []message.Message{
				{Key: p.AttemptID + "-k", Kind: message.KindConfirmation, State: message.Open, Language: "de", To: "a@x.de"},
				{Key: p.AttemptID + "-b", Kind: message.KindOperatorOrder, State: message.Open, Language: "de"},
			}
			with(&p)
			placed, err := db.PlaceOrder(t.Context(), p)
			if err == nil && (placed.Messages[0].ID == 0 || placed.Messages[0].ID == placed.Messages[1].ID) {
				err = fmt.Errorf("messages have the ids %d and %d", placed.Messages[0].ID, placed.Messages[1].ID)
			}
			owed = append(owed, placed.Messages...)
			return err
		}
	}
	key := func(p *checkout.Placement) {
		p.Idempotency = &checkout.Idempotency{Route: "/api/orders", Key: p.AttemptID, Fingerprint: "f"}
	}
	coupon := func(code string) func(*checkout.Placement) {
		return func(p *checkout.Placement) { p.Order.CouponCode = code }
	}
	for _, c := range []struct {
		what string
		most int32
		do   func(int) error
	}{
		{"an order", 3, place(func(*checkout.Placement) {})},
		{"a paid order of many items", 3, place(func(p *checkout.Placement) {
			for i := range 50 {
				p.Order.Items = append(p.Order.Items, order.Item{Slug: fmt.Sprint("artikel", i), Name: "Artikel", Quantity: 1, Price: 1})
			}
		})},
		{"an order of what is counted", 3, place(func(p *checkout.Placement) { p.Order.Items[0].Slug = "gezaehlt" })},
		{"an order with a key", 4, place(key)},
		{"an order with a coupon", 4, place(coupon("EINMAL"))},
		{"an order with a key and a coupon", 4, place(func(p *checkout.Placement) { key(p); coupon("EINMAL")(p) })},
		{"an order with a limited coupon", 5, place(coupon("BEGRENZT"))},
		{"what a message says", 2, func(i int) error {
			owed[i].Content = &message.MailContent{Subject: "Betreff"}
			_, err := db.KeepContent(t.Context(), &owed[i])
			return err
		}},
		{"a message that was sent", 3, func(i int) error {
			owed[i].State = message.Sent
			return db.SettleMessage(t.Context(), &owed[i])
		}},
		{"a change of state", 4, func(i int) error {
			status := order.Statuses[i%len(order.Statuses)]
			_, err := db.ChangeOrder(t.Context(), 1, order.Change{Status: &status}, time.Now())
			return err
		}},
	} {
		var before int32
		for i := range 3 {
			before = counter.trips.Load()
			if err := c.do(i); err != nil {
				t.Fatalf("%s: %v", c.what, err)
			}
		}
		if trips := counter.trips.Load() - before; trips > c.most || trips < 2 {
			t.Errorf("%s takes %d round trips, want at most %d", c.what, trips, c.most)
		}
	}
}

// P15: while a table of products is stored orders wait, so it waits little itself.
func TestP15_ATableTakesFewRoundTrips(t *testing.T) {
	t.Parallel()
	counter, through := countTrips(t, emptyPostgres(t))
	db := openURL(t, through)
	for _, price := range []float64{4.5, 5.5} { // new, then changed
		before, state, err := db.WholeProducts(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		table := make([]catalogue.Replacement, 160)
		for i := range table {
			table[i].After = catalogue.Product{Slug: fmt.Sprintf("garn-%03d", i), CategorySlug: "garn", Price: price, Active: true, Texts: &catalogue.Texts{}}
			if len(before) > 0 {
				table[i].Before = &before[i]
			}
		}
		counter.trips.Store(0)
		if err := db.ImportProducts(t.Context(), table, nil, time.Now(), state); err != nil {
			t.Fatal(err)
		}
		if n := counter.trips.Load(); n > 40 {
			t.Errorf("%d products take %d round trips", len(table), n)
		}
	}
	if after, _, err := db.WholeProducts(t.Context()); err != nil || len(after) != 160 || after[159].Version != 2 || after[159].Price != 5.5 {
		t.Errorf("%d products are stored (%v)", len(after), err)
	}
}
