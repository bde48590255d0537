package web_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/account"
	"kontor/internal/shop/order"
	"kontor/internal/web"
	"kontor/tests/shoptest"
)

// meanwhileStore is a store in which something happens once between two steps of a
// request.
type meanwhileStore struct {
	account.Store
	happens   func() // before the account is read
	happensIn func() // before the second part of the orders is read
	scrubbed  error
}

// once calls the function unless it has been called.
func once(happens *func()) {
	if now := *happens; now != nil {
		*happens = nil
		now()
	}
}

func (s *meanwhileStore) Customer(ctx context.Context, key account.SessionKey, at time.Time) (account.Customer, error) {
	once(&s.happens)
	return s.Store.Customer(ctx, key, at)
}

func (s *meanwhileStore) CustomerOrders(ctx context.Context, key account.SessionKey, at time.Time, before int64, limit int) (account.CustomerPage, error) {
	once(&s.happens)
	return s.Store.CustomerOrders(ctx, key, at, before, limit)
}

func (s *meanwhileStore) ExportCustomer(ctx context.Context, key account.SessionKey, at time.Time) (account.CustomerData, error) {
	once(&s.happens)
	return s.Store.ExportCustomer(ctx, key, at)
}

func (s *meanwhileStore) ExportOrders(ctx context.Context, key account.SessionKey, at time.Time, after int64) ([]account.Record, int64, error) {
	if after > 0 {
		once(&s.happensIn)
	}
	return s.Store.ExportOrders(ctx, key, at, after)
}

func (s *meanwhileStore) Scrub(ctx context.Context) error {
	return errors.Join(s.scrubbed, s.Store.Scrub(ctx))
}

// between puts the store between the shop and its database.
func between(s *meanwhileStore) shoptest.Option {
	return shoptest.Web(func(o *web.Options) { s.Store, o.Account.Store = o.Account.Store, s })
}

// S7: an admitted request discloses nothing more once the account, or only the session,
// has ended before the answer.
func TestS7_RequestsInFlightTellNothingMore(t *testing.T) {
	t.Parallel()
	store := &meanwhileStore{}
	shop := shoptest.Start(t, shoptest.SignIn(), between(store))
	for name, end := range map[string]func(elsewhere *shoptest.Client){
		"deleted":               func(c *shoptest.Client) { erase(c).Want(http.StatusOK) },
		"signed out everywhere": func(c *shoptest.Client) { c.Post("/api/konto/ueberall-abmelden", nil).Want(http.StatusOK) },
	} {
		for _, path := range []string{"/api/konto", "/api/konto/orders", "/api/konto/daten"} {
			c, elsewhere := shop.Customer("google", anna), shop.Customer("google", anna)
			c.PostOrder(shoptest.Order()).Want(http.StatusCreated)
			store.happens = func() { end(elsewhere) }
			got := c.Get(path).WantError(http.StatusUnauthorized, notSignedIn)
			if strings.Contains(got.Text(), "Anna") || strings.Contains(got.Text(), "BK-") {
				t.Errorf("%s, %s: %s", name, path, got.Text())
			}
		}
	}
}

// X2: the account is gone also when the log of the database cannot be emptied at once.
// The operator is informed, and emptying is retried.
func TestX2_DeletedAlthoughTheLogIsInUse(t *testing.T) {
	t.Parallel()
	store := &meanwhileStore{scrubbed: errors.New("in use")}
	shop := shoptest.Start(t, shoptest.SignIn(), between(store))
	c := shop.Customer("google", anna)
	erase(c).Want(http.StatusOK)
	c.Get("/api/konto").WantError(http.StatusUnauthorized, notSignedIn)
	if !strings.Contains(shop.Log.String(), "deleted data is still in the database's log") {
		t.Error("nobody is told")
	}
}

// S7: a download in progress ends with the account, and does not look complete.
func TestS7_ADownloadUnderWayEndsWithTheAccount(t *testing.T) {
	t.Parallel()
	store := &meanwhileStore{}
	shop := shoptest.Start(t, shoptest.SignIn(), between(store))
	c, elsewhere := shop.Customer("google", anna), shop.Customer("google", anna)
	shop.Import(history(shop, 250)...)
	store.happensIn = func() { erase(elsewhere).Want(http.StatusOK) }
	if response, err := c.HTTP().Get(shop.URL + "/api/konto/daten"); err == nil { // otherwise it was cut before it began
		defer response.Body.Close()
		file, err := io.ReadAll(response.Body)
		if response.StatusCode == http.StatusOK && err == nil || strings.Contains(string(file), `"BK-2026-0250"`) {
			t.Errorf("status %d, the file ends with %v and has %d bytes", response.StatusCode, err, len(file))
		}
	}
	if store.happensIn != nil {
		t.Error("the account was not deleted meanwhile")
	}
}

// history returns paid orders of the first customer, a minute apart, the last one a
// minute ago.
func history(shop *shoptest.Shop, count int) []order.Order {
	orders := make([]order.Order, count)
	for i := range orders {
		at := shop.Clock.Now().Add(time.Duration(i-count) * time.Minute)
		orders[i] = order.Order{
			CreatedAt: at, UpdatedAt: at, Status: order.StatusPaid, Country: "de", Language: "de", CustomerID: 1, Total: float64(i) + 0.1,
			Customer: order.Person{Name: "Anna Änders", Email: "anna@example.org"},
			Items:    []order.Item{{Slug: "wolle", Name: "Wolle", Quantity: 1, Price: float64(i) + 0.1}},
		}
	}
	return orders
}

// D4: a long history streams, each amount as it was stored.
func TestD4_FiveThousandOrders(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t, shoptest.SignIn())
	c := s.Customer("google", anna)
	orders := history(s, 5000)
	s.Import(orders...)
	file, _ := download(c)
	if len(file.Bestellungen) != len(orders) {
		t.Fatalf("%d orders, want %d", len(file.Bestellungen), len(orders))
	}
	for i, told := range file.Bestellungen {
		if told["id"] != float64(i+1) || told["summe"] != orders[i].Total || told["created_at"] != shop.FormatTime(orders[i].CreatedAt) {
			t.Fatalf("order %d is told as %v", i+1, told)
		}
	}
}
