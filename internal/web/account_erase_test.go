package web_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kontor/internal/shop/account"
	"kontor/internal/shop/coupon"
	"kontor/internal/shop/order"
	"kontor/internal/web"
	"kontor/tests/shoptest"
)

var confirmed = shoptest.Body{"bestaetigung": "LÖSCHEN"}

// erase deletes the client's account.
func erase(c *shoptest.Client) shoptest.Answer {
	return c.Do(http.MethodDelete, "/api/konto", confirmed)
}

func TestX1_X3_X5_X6_X10_X11_H48_S7_S30_DeleteTheAccount(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t, shoptest.SignIn())
	coupon := coupon.Coupon{Code: "EINMAL", OncePerPerson: true, Active: true, Kind: coupon.Amount, Value: 5}
	if _, err := shop.DB.CreateCoupon(t.Context(), coupon, shop.Clock.Now()); err != nil {
		t.Fatal(err)
	}
	operator := shop.Operator()
	c, elsewhere := shop.Customer("google", anna), shop.Customer("google", anna)
	o := shoptest.Order(shoptest.Set("gutscheinCode", "EINMAL"))
	c.PostOrder(o).Want(http.StatusCreated)
	before := operator.Get("/api/verwaltung/orders/1").Want(http.StatusOK).JSON()
	unchanged := []string{"/api/bestseller", "/api/verwaltung/orders", "/api/verwaltung/gutscheine", "/api/verwaltung/kennzahlen"}
	said := make(map[string]string)
	for _, path := range unchanged {
		said[path] = operator.Get(path).Want(http.StatusOK).Text()
	}

	answer := erase(c).Want(http.StatusOK)
	want := shoptest.Body{
		"ok": true, "geloescht": shoptest.Body{"konto": 1.0, "anmeldungen": 1.0, "sitzungen": 2.0},
		"behalten": shoptest.Body{"bestellungen": 1.0, "grund": order.RetentionTerms{}.Reason()},
	}
	if diff := cmp.Diff(want, answer.JSON()); diff != "" {
		t.Errorf("answer (-want +got):\n%s", diff)
	}
	if c.Cookie(shoptest.AccountCookie) != "" {
		t.Error("X11: the cookie is still there")
	}
	for _, ended := range []*shoptest.Client{c, elsewhere} {
		for _, path := range []string{"/api/konto", "/api/konto/orders", "/api/konto/daten"} {
			ended.Get(path).WantError(http.StatusUnauthorized, notSignedIn)
		}
		erase(ended).WantError(http.StatusUnauthorized, notSignedIn)
		ended.Get("/api/bestseller").Want(http.StatusOK) // X11: still inside the gate
	}
	for _, path := range unchanged {
		want := strings.ReplaceAll(said[path], `"kunde_id":1`, `"kunde_id":null`)
		if diff := cmp.Diff(want, operator.Get(path).Want(http.StatusOK).Text()); diff != "" {
			t.Errorf("X1: %s (-before +after):\n%s", path, diff)
		}
	}
	before["order"].(shoptest.Body)["kunde_id"] = nil
	if diff := cmp.Diff(before, operator.Get("/api/verwaltung/orders/1").Want(http.StatusOK).JSON()); diff != "" {
		t.Errorf("X1: the order (-before +after):\n%s", diff)
	}
	elsewhere.PostOrder(shoptest.Order()).Want(http.StatusCreated)
	c.PostOrder(o).WantError(http.StatusConflict, "Dieser Gutschein wurde mit dieser E-Mail-Adresse bereits eingelöst.")

	again := shop.Customer("google", anna)
	if file, _ := download(again); len(file.Bestellungen) != 0 || file.Konto["id"] == 1.0 {
		t.Errorf("X5: the new account has %v, %v", file.Konto, file.Bestellungen)
	}
	if log := shop.Log.String(); !strings.Contains(log, `"msg":"account deleted","customer":1`) || strings.Contains(log, "anna@") || strings.Contains(log, "Anders") {
		t.Error("X10: the log tells too much or too little")
	}
	erase(again).Want(http.StatusOK) // and once more
}

func TestX7_OnlyWithTheWordAndAFreshSignIn(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t, shoptest.SignIn())
	c := shop.Customer("google", anna)
	const ask = "Bitte zum Löschen des Kontos das Wort LÖSCHEN eingeben."
	for _, body := range []any{
		shoptest.Body{}, shoptest.Body{"bestaetigung": "löschen"}, shoptest.Body{"bestaetigung": "LOESCHEN"},
		shoptest.Body{"bestaetigung": true}, shoptest.Body{"bestaetigung": nil}, shoptest.Body{"bestaetigung": "LÖSCHEN!"},
	} {
		c.Do("DELETE", "/api/konto", body).WantError(http.StatusBadRequest, ask)
	}
	c.Do("DELETE", "/api/konto", `["LÖSCHEN"]`).Want(http.StatusBadRequest)
	c.Delete("/api/konto").WantError(http.StatusBadRequest, "Ungültige Anfrage.")
	c.Do("DELETE", "/api/konto", confirmed, "Content-Type: text/plain").Want(http.StatusUnsupportedMediaType)
	c.Post("/api/konto", confirmed).Want(http.StatusMethodNotAllowed)
	c.Get("/api/konto?bestaetigung=LÖSCHEN").Want(http.StatusOK)
	shop.Visitor().Do("DELETE", "/api/konto", confirmed).WantError(http.StatusUnauthorized, notSignedIn)

	shop.Clock.Advance(15*time.Minute + time.Second)
	erase(c).WantError(http.StatusForbidden, "Bitte melden Sie sich zur Sicherheit noch einmal an.")
	accountOf(c) // still there
	c.SignIn("google", anna).Want(http.StatusSeeOther)
	// A keyboard may enter the umlaut as two characters.
	c.Do("DELETE", "/api/konto", shoptest.Body{"bestaetigung": " LO\u0308SCHEN "}).Want(http.StatusOK)
}

func TestX3_TwoDeletionsAtOnce(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t, shoptest.SignIn())
	clients := []*shoptest.Client{shop.Customer("google", anna), shop.Customer("google", anna)}
	var mu sync.Mutex
	statuses := make(map[int]int)
	var both sync.WaitGroup
	for _, c := range clients {
		both.Go(func() {
			status := erase(c).Status
			mu.Lock()
			defer mu.Unlock()
			statuses[status]++
		})
	}
	both.Wait()
	if diff := cmp.Diff(map[int]int{200: 1, 401: 1}, statuses); diff != "" {
		t.Errorf("statuses (-want +got):\n%s", diff)
	}
}

func TestX4_OrdersWhileTheAccountIsDeleted(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t, shoptest.SignIn())
	c := shop.Customer("google", anna)
	const orders = 20
	var all sync.WaitGroup
	for n := range orders {
		all.Go(func() {
			if got := c.PostOrder(shoptest.Order()); got.Status != http.StatusCreated {
				t.Errorf("order: %d %s", got.Status, got.Text())
			}
		})
		if n == orders/2 {
			all.Go(func() {
				if got := erase(c); got.Status != http.StatusOK {
					t.Errorf("delete: %d %s", got.Status, got.Text())
				}
			})
		}
	}
	all.Wait()
	shop.WantOrders(orders)
	for _, order := range shop.Orders() {
		if order.CustomerID != 0 {
			t.Errorf("order %d belongs to the deleted account", order.ID)
		}
	}
}

// failingErasure is a store whose deletions and lookups fail.
type failingErasure struct {
	account.Store
	sessions bool
}

var errErasure = errors.New("the disk is full: anna@example.org")

func (s *failingErasure) EraseCustomer(context.Context, account.SessionKey, time.Time) (account.Erasure, error) {
	return account.Erasure{}, errErasure
}

func (s *failingErasure) Session(ctx context.Context, key account.SessionKey, at time.Time) (account.Session, error) {
	if s.sessions {
		return account.Session{}, errErasure
	}
	return s.Store.Session(ctx, key, at)
}

func TestX8_AFailedDeletionDeletesNothing(t *testing.T) {
	t.Parallel()
	store := &failingErasure{}
	shop := shoptest.Start(t, shoptest.SignIn(), shoptest.Web(func(o *web.Options) {
		store.Store, o.Account.Store = o.Account.Store, store
	}))
	c := shop.Customer("google", anna)
	refused := erase(c).WantError(http.StatusInternalServerError, "Interner Fehler.")
	if refused.Header.Get("Set-Cookie") != "" {
		t.Error("the cookie is dropped")
	}
	if accountOf(c).Kunde.Name != "Anna Anders" {
		t.Error("the account is another")
	}
	// Whatever happens to accounts, orders are placed.
	store.sessions = true
	c.PostOrder(shoptest.Order()).Want(http.StatusCreated)
}

// A session ended on one instance has ended on all of them.
func TestS7_S9_S30_ThreeInstances(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	secret := []byte(strings.Repeat("k", 32))
	gates := func(o *web.Options) {
		o.AccountSecrets, o.Public = [][]byte{secret}, true
	}
	var shops []*shoptest.Shop
	for range 3 {
		shops = append(shops, shoptest.Start(t, shoptest.SignIn(), shoptest.Shared(dir), shoptest.Web(gates)))
	}
	// at is the same browser at another instance.
	at := func(n int, c *shoptest.Client) *shoptest.Client {
		moved := shops[n].Anonymous()
		moved.SetCookie(shoptest.AccountCookie, c.Cookie(shoptest.AccountCookie))
		return moved
	}
	signIn := func(n int) *shoptest.Client {
		c := shops[n].Anonymous()
		c.SignIn("google", anna).Want(http.StatusSeeOther)
		return c
	}
	for name, end := range map[string]func(*shoptest.Client){
		"sign out":            func(c *shoptest.Client) { c.Post("/api/konto/abmelden", nil).Want(http.StatusOK) },
		"sign out everywhere": func(c *shoptest.Client) { c.Post("/api/konto/ueberall-abmelden", nil).Want(http.StatusOK) },
		"delete":              func(c *shoptest.Client) { erase(c).Want(http.StatusOK) },
	} {
		c := signIn(0)
		copies := []*shoptest.Client{at(0, c), at(1, c), at(2, c)}
		for _, copied := range copies {
			accountOf(copied)
		}
		copies[1].PostOrder(shoptest.Order()).Want(http.StatusCreated)
		if orders := customerOrders(copies[2]); len(orders) == 0 {
			t.Errorf("%s: an order placed at one instance is not at another", name)
		}
		end(copies[1])
		for n, copied := range copies {
			if got := copied.Get("/api/konto"); got.Status != http.StatusUnauthorized {
				t.Errorf("%s: instance %d answers %d", name, n, got.Status)
			}
		}
	}
}
