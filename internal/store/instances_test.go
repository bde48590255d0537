package store

import (
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"kontor/internal/database"
	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/coupon"
	"kontor/internal/shop/order"
)

// emptyPostgres returns the URL of an empty migrated database.
func emptyPostgres(t *testing.T) string {
	t.Helper()
	c, err := cluster()
	if err != nil {
		t.Fatal(err)
	}
	return c.Database(t, template)
}

// openURL opens one instance's store, which is closed with the test.
func openURL(t *testing.T, url string) *DB {
	t.Helper()
	db, err := Open(t.Context(), database.Options{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// threeInstances opens one empty database three times.
func threeInstances(t *testing.T) [3]*DB {
	t.Helper()
	url := emptyPostgres(t)
	return [3]*DB{openURL(t, url), openURL(t, url), openURL(t, url)}
}

// attempt returns an order to be placed, with an attempt id of its own.
func attempt(name string) checkout.Placement {
	return checkout.Placement{Order: testOrder(name), Prefix: "BK", AttemptID: name}
}

// stored returns how many orders there are.
func stored(t *testing.T, db *DB) int64 {
	t.Helper()
	page, err := db.Orders(t.Context(), order.Filter{Limit: 1})
	if err != nil {
		t.Fatal(err)
	}
	return page.Counts.All()
}

// R49, P30: a change by one instance to the catalogue shows at once on the others.
func TestR49_CatalogueOverThreeInstances(t *testing.T) {
	t.Parallel()
	shops := threeInstances(t)
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	p := catalogue.Product{Slug: "wolle", Names: map[shop.Language]string{"de": "Wolle"}, CategorySlug: "garn", Active: true}
	for price := range 3 {
		p.Price = float64(price)
		var err error
		if price == 0 {
			p, err = shops[0].CreateProduct(t.Context(), p, now)
		} else {
			p, err = shops[price].ChangeProduct(t.Context(), p, now)
		}
		if err != nil {
			t.Fatal(err)
		}
		for i, s := range shops {
			if all, err := s.Products(t.Context()); err != nil || len(all) != 1 || all[0].Price != p.Price {
				t.Errorf("instance %d shows %+v, %v; want the price %v", i, all, err, p.Price)
			}
		}
	}
}

// R26: one key used on three instances makes one order, and everybody gets its number.
func TestR26_OneKeyOverThreeInstances(t *testing.T) {
	t.Parallel()
	shops := threeInstances(t)
	var racing sync.WaitGroup
	var mu sync.Mutex
	numbers, first := make(map[string]int), 0
	for i := range 50 {
		racing.Go(func() {
			p := attempt(fmt.Sprint("kunde", i))
			p.Idempotency = &checkout.Idempotency{Route: "/api/orders", Key: "k", Fingerprint: "f"}
			placed, err := shops[i%3].PlaceOrder(t.Context(), p)
			if err != nil {
				t.Error(err)
				return
			}
			mu.Lock()
			defer mu.Unlock()
			numbers[placed.Order.Number]++
			if !placed.Replayed {
				first++
			}
		})
	}
	racing.Wait()
	if n := stored(t, shops[0]); n != 1 || first != 1 || len(numbers) != 1 {
		t.Errorf("%d orders, %d placed, numbers %v", n, first, numbers)
	}
}

// R28: one coupon and one person on three instances make one order.
func TestR28_OneCouponOverThreeInstances(t *testing.T) {
	t.Parallel()
	shops := threeInstances(t)
	c := coupon.Coupon{Code: "EINMAL", OncePerPerson: true, Active: true, Kind: coupon.Percent, Value: 10}
	if _, err := shops[0].CreateCoupon(t.Context(), c, time.Now()); err != nil {
		t.Fatal(err)
	}
	var racing sync.WaitGroup
	var mu sync.Mutex
	won := 0
	for i := range 50 {
		racing.Go(func() {
			p := attempt(fmt.Sprint("versuch", i))
			p.Order.CouponCode, p.Order.Customer.Email = "EINMAL", []string{"A@x.de", "a@X.DE", " a@x.de"}[i/3%3]
			_, err := shops[i%3].PlaceOrder(t.Context(), p)
			if err != nil && !errors.Is(err, coupon.ErrUsed) {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				won++
			}
		})
	}
	racing.Wait()
	if n := stored(t, shops[1]); n != 1 || won != 1 {
		t.Errorf("%d orders, %d won", n, won)
	}
}

// Changes of orders with the same few products on three instances do not abort each
// other, and the counters come out right.
func TestHotProductsOverThreeInstances(t *testing.T) {
	t.Parallel()
	shops := threeInstances(t)
	const orders = 90
	for i := range orders {
		p := attempt(fmt.Sprint("kunde", i))
		p.Order.Items = []order.Item{
			{Slug: "wolle", Name: "Wolle", Quantity: 2, Price: 1}, {Slug: "nadel", Name: "Nadel", Quantity: 1, Price: 1},
		}
		if i%2 == 1 { // in the opposite order
			p.Order.Items[0], p.Order.Items[1] = p.Order.Items[1], p.Order.Items[0]
		}
		p.Order.Status = order.StatusPaymentOpen
		if _, err := shops[0].PlaceOrder(t.Context(), p); err != nil {
			t.Fatal(err)
		}
	}
	var changing sync.WaitGroup
	for i := range orders {
		changing.Go(func() {
			for _, status := range []order.Status{order.StatusPaid, order.StatusCancelled, order.StatusPaid} {
				if _, err := shops[i%3].ChangeOrder(t.Context(), int64(i+1), order.Change{Status: &status}, time.Now()); err != nil {
					t.Errorf("order %d: %v", i+1, err)
				}
			}
		})
	}
	changing.Wait()
	var quantities, rows int64
	pool := database.Inside(shops[0].engine).Pool()
	err := pool.QueryRow(`SELECT sum(menge), sum(zeilen) FROM item_counters WHERE tag = '' AND produkt_slug IN ('wolle', 'nadel')`).Scan(&quantities, &rows)
	if err != nil || quantities != 3*orders || rows != 2*orders {
		t.Errorf("%d pieces in %d rows are counted, want %d in %d; %v", quantities, rows, 3*orders, 2*orders, err)
	}
	if best, err := shops[2].Bestsellers(t.Context()); err != nil || len(best) != 2 || best[0] != "wolle" {
		t.Errorf("best sellers %v, %v", best, err)
	}
}

// R50: when every connection hangs in a transaction, callers get an error in time; the
// database is not considered dead meanwhile, and once connections are free again orders
// flow.
func TestR50_PoolExhausted(t *testing.T) {
	t.Parallel()
	db := openURL(t, emptyPostgres(t))
	engine := database.Inside(db.engine)
	var hanging []*sql.Tx
	for range engine.Pool().Stats().MaxOpenConnections {
		within, err := engine.Pool().BeginTx(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { within.Rollback() })
		hanging = append(hanging, within)
	}
	var waiting sync.WaitGroup
	waiting.Go(func() {
		refusedInTime(t, database.WriteTimeout, func() error { _, err := db.PlaceOrder(t.Context(), attempt("kunde")); return err })
	})
	waiting.Go(func() {
		refusedInTime(t, database.ReadTimeout, func() error { _, err := db.Bestsellers(t.Context()); return err })
	})
	waiting.Wait()
	if err := errors.Join(engine.CheckHealth(t.Context()), db.Ready(t.Context()), db.Available()); err != nil {
		t.Errorf("a full pool looks like a database that is away: %v", err)
	}
	for _, within := range hanging {
		within.Rollback()
	}
	if _, err := db.PlaceOrder(t.Context(), attempt("danach")); err != nil {
		t.Errorf("with connections again: %v", err)
	}
	if n := stored(t, db); n != 1 {
		t.Errorf("%d orders are stored, want the last one", n)
	}
}

// refusedInTime expects that the database is reported as unavailable within the limit,
// but not at once: connections may become free.
func refusedInTime(t *testing.T, limit time.Duration, call func() error) {
	t.Helper()
	began := time.Now()
	err := call()
	if took := time.Since(began); !errors.Is(err, shop.ErrDatabaseUnavailable) || took < limit/2 || took > limit+2*time.Second {
		t.Errorf("%v after %v, limit %v", err, took, limit)
	}
}
