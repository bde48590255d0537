package store

import (
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"kontor/internal/database"
	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/coupon"
	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
	"kontor/internal/shop/tax"
	"kontor/tests/scratch"
)

// Any batch that is placed together leaves byte for byte what its orders leave when each
// is placed alone, and answers the same.
func TestH51_ABatchLeavesWhatItsOrdersLeaveAlone(t *testing.T) {
	t.Parallel()
	joined := 0
	rapid.Check(t, func(rt *rapid.T) {
		batched, single := stocked(t), stocked(t)
		for round := range rapid.IntRange(1, 3).Draw(rt, "rounds") {
			batch := make([]checkout.Placement, rapid.IntRange(1, 40).Draw(rt, "orders"))
			for i := range batch {
				batch[i] = drawPlacement(rt, fmt.Sprintf("%d-%02d", round, i))
			}
			sequence, answers := batched.batch(t, batch)
			for _, i := range sequence {
				alone := newOrderOf(batch[i], single.Stocks)
				err := single.update(func(t *tx) (err error) {
					alone.result, err = t.placeAlone(alone, false)
					return err
				})
				if diff := cmp.Diff(answer(alone, err), answers[i]); diff != "" {
					rt.Errorf("answer to order %d of %d (- alone, + in the batch):\n%s", i, len(batch), diff)
				}
			}
			joined += len(batch)
		}
		if diff := cmp.Diff(single.rows(t), batched.rows(t)); diff != "" {
			rt.Errorf("rows (- alone, + in the batch):\n%s", diff)
		}
		rt.Cleanup(func() { errors.Join(batched.Close(), single.Close()) })
	})
	if joined == 0 {
		t.Error("no order was placed together with others")
	}
}

// Duplicates, orders with one coupon for everybody's first time, and repeated keys behave
// in one batch as one by one.
func TestH51_FiftyOfAKindInABatch(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(i int, p *checkout.Placement)
		stored int
		second string // hint of the second order
		err    error  // of the second answer
		again  bool   // the second answer repeats the first
	}{
		"duplicates": {change: func(int, *checkout.Placement) {}, stored: 50, second: "Mögliche Dublette von BK-2026-0001"},
		"coupons": {change: func(_ int, p *checkout.Placement) { p.Order.CouponCode = "EINMAL" },
			stored: 1, err: coupon.ErrUsed},
		"keys": {change: func(_ int, p *checkout.Placement) {
			p.Idempotency = &checkout.Idempotency{Route: "/api/orders", Key: "k", Fingerprint: "f"}
		}, stored: 1, again: true},
		"keys of other orders": {change: func(i int, p *checkout.Placement) {
			p.Idempotency = &checkout.Idempotency{Route: "/api/orders", Key: "k", Fingerprint: fmt.Sprint(i)}
		}, stored: 1, err: checkout.ErrIdempotencyReuse},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := stocked(t)
			batch := make([]checkout.Placement, 50)
			for i := range batch {
				batch[i] = attempt("anna")
				batch[i].AttemptID = fmt.Sprint(i)
				c.change(i, &batch[i])
			}
			_, answers := db.batch(t, batch)
			if n := stored(t, db.DB); n != int64(c.stored) {
				t.Errorf("%d orders are stored, want %d", n, c.stored)
			}
			for _, a := range answers[1:] {
				if c.err != nil && a.Err != c.err.Error() || a.Replayed != c.again {
					t.Errorf("answer %+v", a)
				}
			}
			if c.second != "" && !strings.Contains(fmt.Sprint(answers[1].Order.Hints), c.second) {
				t.Errorf("hints %v", answers[1].Order.Hints)
			}
		})
	}
}

// An error that only the database finds takes a batch apart: the order that causes it
// fails alone.
func TestH51_ABadOrderFailsAlone(t *testing.T) {
	t.Parallel()
	db := stocked(t)
	batch := []checkout.Placement{attempt("anna"), attempt("berta"), attempt("clara")}
	batch[1].Order.Country = "xx" // breaks a rule of the table
	_, answers := db.batch(t, batch)
	if answers[0].Err != "" || answers[1].Err == "" || answers[2].Err != "" {
		t.Errorf("answers %+v", answers)
	}
	stores(t, db.DB, "clara", "anna")
}

// stockedDB is a store whose file can be read beside it.
type stockedDB struct {
	*DB
	path string
}

// stocked opens a store with a few products and coupons.
func stocked(t *testing.T) *stockedDB {
	t.Helper()
	dir := scratch.Dir(t)
	db, err := Open(t.Context(), database.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	db.stopIndexing() // its writes would join the batches
	at := testOrder("anna").CreatedAt
	for i, slug := range []string{"wolle", "stoff"} {
		if _, err := db.CreateProduct(t.Context(), catalogue.Product{Slug: slug, CategorySlug: "garn", TaxClass: tax.Classes[i], Price: 7.9, Active: true}, at); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []coupon.Coupon{{Code: "EINMAL", Active: true, OncePerPerson: true}, {Code: "DREIMAL", Active: true, MaxRedemptions: 3}} {
		c.Kind, c.Value = coupon.Percent, 10
		if _, err := db.CreateCoupon(t.Context(), c, at); err != nil {
			t.Fatal(err)
		}
	}
	return &stockedDB{db, filepath.Join(dir, database.FileName)}
}

// answered is what a caller learns.
type answered struct {
	checkout.Placed
	Err string
}

func answer(o *newOrder, err error) answered {
	if err != nil {
		return answered{Err: err.Error()}
	}
	return answered{Placed: o.result}
}

// batch places orders in one batch. It returns in which sequence that was done, and the
// answers.
func (db *stockedDB) batch(t *testing.T, batch []checkout.Placement) (sequence []int, answers []answered) {
	release := occupy(t, db.DB)
	orders, waiting := make([]*newOrder, len(batch)), make([]chan error, len(batch))
	plain := 0
	for i := range batch {
		o := newOrderOf(batch[i], db.Stocks)
		orders[i], waiting[i] = o, make(chan error, 1)
		var part database.Part
		if o.plain() {
			part = o
			plain++
		}
		go func() {
			waiting[i] <- db.engine.UpdateTogether(func(within *database.Tx) (err error) {
				o.result, err = newTx(within).placeAlone(o, false)
				return err
			}, part)
		}()
		eventually(t, func() bool { return database.Inside(db.engine).Waiting() == i+1 })
	}
	release()
	answers = make([]answered, len(batch))
	for i := range batch {
		answers[i] = answer(orders[i], <-waiting[i])
	}
	var rest []int
	for i, o := range orders {
		if plain > 1 && o.plain() && !o.refused {
			sequence = append(sequence, i)
		} else {
			rest = append(rest, i)
		}
	}
	return append(sequence, rest...), answers
}

// drawPlacement draws an order that may repeat, or depend on, others of its batch.
func drawPlacement(rt *rapid.T, attempt string) checkout.Placement {
	sometimes := func(what string) bool { return rapid.IntRange(0, 5).Draw(rt, what) == 0 }
	name := attempt
	if sometimes("known customer") {
		name = rapid.SampledFrom([]string{"anna", "anna+2", "berta"}).Draw(rt, "customer")
	}
	p := checkout.Placement{Order: testOrder(name), Prefix: "BK", AttemptID: attempt, Prices: checkout.PriceCheckHint}
	if sometimes("strict") {
		p.Prices = checkout.PriceCheckStrict
	}
	o := p.Order
	o.Status, o.Customer.Name = order.StatusPaymentOpen, "Zoë "+name
	o.Items[0].Slug = rapid.SampledFrom([]string{"wolle", "wolle", "stoff", "fremd"}).Draw(rt, "product")
	if sometimes("more") {
		o.Items = append(o.Items, order.Item{Slug: "stoff", Name: "Stoff", Category: "stoffe", Quantity: 3, Price: 7.9})
		o.Total = 31.6
	}
	o.CreatedAt = o.CreatedAt.Add(time.Duration(rapid.IntRange(-30, 30).Draw(rt, "hours")) * time.Hour)
	o.UpdatedAt = o.CreatedAt
	if sometimes("coupon") {
		o.CouponCode = rapid.SampledFrom([]string{"EINMAL", "DREIMAL", "KEINER"}).Draw(rt, "code")
	}
	if sometimes("key") {
		p.Idempotency = &checkout.Idempotency{Route: "/api/orders", Fingerprint: "f"}
		p.Idempotency.Key = rapid.SampledFrom([]string{"a", "b", attempt}).Draw(rt, "value of the key")
	}
	if sometimes("mail") {
		p.Mails = message.MailLimit{PerHour: 1}
		for _, kind := range []message.Kind{message.KindOperatorOrder, message.KindConfirmation} {
			m := message.Message{Key: attempt + string(kind), Kind: kind, Language: "de", To: o.Customer.Email, CreatedAt: o.CreatedAt}
			m.Begin(message.SendingLater, o.CreatedAt)
			p.Messages = append(p.Messages, m)
		}
	}
	return p
}

// rows returns all rows of all tables, and for every word the orders that it finds.
func (db *stockedDB) rows(t *testing.T) map[string][]string {
	if err := db.indexAll(); err != nil {
		t.Fatal(err)
	}
	plain := connect(t, db.path)
	all := make(map[string][]string)
	for _, table := range textsOf(t, plain, `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'orders_suche%'
			AND name NOT IN ('betrieb', 'schema_migrations')`) {
		all[table[0]] = nil
		for _, row := range textsOf(t, plain, `SELECT * FROM `+table[0]) {
			all[table[0]] = append(all[table[0]], strings.Join(row, " | "))
		}
	}
	plain.SetMaxOpenConns(1) // has the temporary table
	if _, err := plain.Exec(`CREATE VIRTUAL TABLE temp.words USING fts5vocab (main, orders_suche, instance)`); err != nil {
		t.Fatal(err)
	}
	for _, row := range textsOf(t, plain, `SELECT DISTINCT term, doc FROM temp.words ORDER BY term, doc`) {
		all[searchTable] = append(all[searchTable], strings.Join(row, " "))
	}
	return all
}

// textsOf returns the rows of a query as texts.
func textsOf(t *testing.T, plain *sql.DB, query string) (texts [][]string) {
	rows, err := plain.Query(query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	columns, _ := rows.Columns()
	for rows.Next() {
		values, places := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			places[i] = &values[i]
		}
		if err := rows.Scan(places...); err != nil {
			t.Fatal(err)
		}
		text := make([]string, len(columns))
		for i, value := range values {
			text[i] = fmt.Sprintf("%#v", value)
		}
		texts = append(texts, text)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return texts
}
