package web_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/checkout"
	"kontor/internal/web"
	"kontor/tests/shoptest"
)

// brokenStore is the real store until it is told to fail.
type brokenStore struct {
	checkout.Store
	err error
}

func (b *brokenStore) PlaceOrder(ctx context.Context, p checkout.Placement) (checkout.Placed, error) {
	if b.err != nil {
		return checkout.Placed{}, b.err
	}
	return b.Store.PlaceOrder(ctx, p)
}

func TestH09_DatabaseIsCheckedFirst(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t, shoptest.Public())
	s.DB.Close()
	s.Anonymous().Post("/api/orders", "{broken").WantError(500, "Datenbank nicht verbunden.")
	s.Anonymous().PostOrder(shoptest.Order()).WantError(500, "Datenbank nicht verbunden.")
}

func TestH10_S8_StorageFailure(t *testing.T) {
	t.Parallel()
	store := &brokenStore{err: errors.New(`SQL logic error: near "INSERT": /var/lib/kontor.db`)}
	s := shoptest.Start(t, shoptest.Public(), shoptest.Web(func(o *web.Options) { store.Store, o.Shop.Checkout.Store = o.Shop.Checkout.Store, store }))
	s.Anonymous().PostOrder(shoptest.Order()).WantError(500, "Bestellung konnte nicht gespeichert werden.")
	if !strings.Contains(s.Log.String(), "SQL logic error") {
		t.Error("the cause is not in the log")
	}
	s.WantOrders(0)

	store.err = shop.ErrDatabaseUnavailable
	s.Anonymous().PostOrder(shoptest.Order()).WantError(500, "Datenbank nicht verbunden.")

	store.err = nil
	s.Anonymous().PostOrder(shoptest.Order()).Want(201)
	s.WantOrders(1)
}

func TestH11_ParallelOrders(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t, shoptest.Public())
	numbers := make(map[any]bool)
	for _, a := range shoptest.Together(200, func(i int) shoptest.Answer { return s.Anonymous().PostOrder(shoptest.Order()) }) {
		a.Want(201)
		numbers[a.JSON()["bestellnummer"]] = true
	}
	if len(numbers) != 200 {
		t.Errorf("%d distinct numbers, want 200", len(numbers))
	}
	s.WantOrders(200)
}

func TestH01_IdempotencyKey(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t, shoptest.Public())
	replayed, numbers := 0, make(map[any]bool)
	for _, a := range shoptest.Together(20, func(int) shoptest.Answer {
		return s.Anonymous().PostOrder(shoptest.Order(), "Idempotency-Key: kasse-1")
	}) {
		a.Want(201)
		numbers[a.JSON()["bestellnummer"]] = true
		if a.Header.Get("Idempotency-Replayed") == "true" {
			replayed++
		}
	}
	if len(numbers) != 1 || replayed != 19 {
		t.Errorf("numbers %v, %d replayed", numbers, replayed)
	}
	s.Anonymous().PostOrder(shoptest.Order(shoptest.Set("summe", 8)), "Idempotency-Key: kasse-1").
		WantError(422, "Dieser Idempotency-Key wurde schon für eine andere Anfrage verwendet.")
	s.WantOrders(1)
}

func TestContract_InvalidIdempotencyKeys(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t, shoptest.Public())
	const text = "Ungültiger Idempotency-Key."
	for _, key := range []string{"", "a b", "ü", strings.Repeat("k", 256)} {
		s.Anonymous().PostOrder(shoptest.Order(), "Idempotency-Key: "+key).WantError(400, text)
	}
	s.Anonymous().DoUnchecked("POST", "/api/orders", shoptest.Order(), http.Header{"Idempotency-Key": {"a", "b"}}).WantError(400, text)
	// The specification's checks come first.
	s.Anonymous().PostOrder(shoptest.Order(shoptest.Set("summe", -1)), "Idempotency-Key: a b").WantError(400, badTotal)
	s.WantOrders(0)
	s.Anonymous().PostOrder(shoptest.Order(), "Idempotency-Key: "+strings.Repeat("k", 255)).Want(201)
}

func TestH17_R31_LargeBodies(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t, shoptest.Public())
	const tooLarge = "Die Anfrage ist zu groß."
	fill := func(size int) shoptest.Body { return shoptest.Order(shoptest.Set("x", strings.Repeat("x", size))) }
	s.Anonymous().PostOrder(fill(1<<20)).WantError(413, tooLarge)
	s.Anonymous().Post("/api/orders", strings.Repeat(" ", 256<<10)+"{}").WantError(413, tooLarge)
	s.Anonymous().PostOrder(fill(255 << 10)).Want(201)

	endless, _ := http.NewRequestWithContext(t.Context(), "POST", s.URL+"/api/orders", endlessBody{})
	response, err := http.DefaultClient.Do(endless)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != 413 {
		t.Errorf("endless body: status %d", response.StatusCode)
	}

	var bomb bytes.Buffer
	zip := gzip.NewWriter(&bomb)
	io.CopyN(zip, endlessBody{}, 64<<20)
	zip.Close()
	s.Anonymous().Post("/api/orders", bomb.String(), "Content-Encoding: gzip").WantError(400, badRequest)
	s.WantOrders(1)
}

// endlessBody is a body without end.
type endlessBody struct{}

func (endlessBody) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

func TestR32_ManyTinyValues(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t, shoptest.Public())
	for value, status := range map[string]int{
		"[" + strings.Repeat("0,", 120_000) + "0]":      413,
		"[" + strings.Repeat("{},", 80_000) + "{}]":     413,
		`{` + strings.Repeat(`"":0,`, 50_000) + `"":0}`: 400,
		`"` + strings.Repeat("x", 250_000) + `"`:        400,
	} {
		started := time.Now()
		got := s.Anonymous().PostOrder(shoptest.Order(shoptest.SetJSON("artikel", value)))
		if got.Status != status || time.Since(started) > time.Second {
			t.Errorf("status %d after %v for %.20s", got.Status, time.Since(started), value)
		}
	}
	s.WantOrders(0)
}

// A client that hangs up before its answer has ordered all the same.
func TestR20_ClientHangsUp(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t, shoptest.Public())
	conn := s.Dial(shoptest.Loopback)
	body := encoded(shoptest.Order())
	fmt.Fprintf(conn, "POST /api/orders HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
	conn.Close()
	shoptest.Eventually(t, func() bool { return len(s.Orders()) == 1 })
}

func TestH18_OrderLimit(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t, shoptest.Public(), shoptest.OrdersPerMinute(3))
	for range 3 {
		s.Anonymous().PostOrder(shoptest.Order()).Want(201)
	}
	// Nobody believes what a client says about itself.
	refused := s.Anonymous().PostOrder(shoptest.Order(), "X-Forwarded-For: 203.0.113.9").WantError(429, "Zu viele Bestellungen in kurzer Zeit. Bitte gleich noch einmal versuchen.")
	if after := refused.Header.Get("Retry-After"); after != "20" {
		t.Errorf("Retry-After %q, want 20", after)
	}
	s.WantOrders(3)
	s.Clock.Advance(20 * time.Second)
	s.Anonymous().PostOrder(shoptest.Order()).Want(201)
}
