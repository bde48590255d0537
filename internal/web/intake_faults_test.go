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
	s := startShop(t, public)
	s.db.Close()
	s.visitor().post("/api/orders", "{broken").want(t, 500, "Datenbank nicht verbunden.")
	s.visitor().post("/api/orders", orderBody()).want(t, 500, "Datenbank nicht verbunden.")
}

func TestH10_S8_StorageFailure(t *testing.T) {
	t.Parallel()
	store := &brokenStore{err: errors.New(`SQL logic error: near "INSERT": /var/lib/kontor.db`)}
	s := startShop(t, public, func(o *web.Options) { store.Store, o.Shop.Checkout.Store = o.Shop.Checkout.Store, store })
	failed := s.visitor().post("/api/orders", orderBody())
	failed.want(t, 500, "Bestellung konnte nicht gespeichert werden.")
	if !strings.Contains(s.log.String(), "SQL logic error") {
		t.Error("the cause is not in the log")
	}
	s.wantStored(t, 0)

	store.err = shop.ErrDatabaseUnavailable
	s.visitor().post("/api/orders", orderBody()).want(t, 500, "Datenbank nicht verbunden.")

	store.err = nil
	s.visitor().post("/api/orders", orderBody()).want(t, 201, "")
	s.wantStored(t, 1)
}

func TestH11_ParallelOrders(t *testing.T) {
	t.Parallel()
	s := startShop(t, public)
	numbers := make(map[string]bool)
	for _, a := range s.together(200, func(i int) answer { return s.visitor().post("/api/orders", orderBody()) }) {
		a.want(t, 201, "")
		numbers[numberIn(a)] = true
	}
	if len(numbers) != 200 {
		t.Errorf("%d distinct numbers, want 200", len(numbers))
	}
	s.wantStored(t, 200)
}

func TestH01_IdempotencyKey(t *testing.T) {
	t.Parallel()
	s := startShop(t, public)
	replayed, numbers := 0, make(map[string]bool)
	for _, a := range s.together(20, func(int) answer {
		return s.visitor().post("/api/orders", orderBody(), "Idempotency-Key: kasse-1")
	}) {
		a.want(t, 201, "")
		numbers[numberIn(a)] = true
		if a.header.Get("Idempotency-Replayed") == "true" {
			replayed++
		}
	}
	if len(numbers) != 1 || replayed != 19 {
		t.Errorf("numbers %v, %d replayed", numbers, replayed)
	}
	s.visitor().post("/api/orders", orderBody("summe", "8"), "Idempotency-Key: kasse-1").
		want(t, 422, "Dieser Idempotency-Key wurde schon für eine andere Anfrage verwendet.")
	s.wantStored(t, 1)
}

func TestContract_InvalidIdempotencyKeys(t *testing.T) {
	t.Parallel()
	s := startShop(t, public)
	const text = "Ungültiger Idempotency-Key."
	for _, key := range []string{"", "a b", "ü", strings.Repeat("k", 256)} {
		s.visitor().post("/api/orders", orderBody(), "Idempotency-Key: "+key).want(t, 400, text)
	}
	s.visitor().loose("POST", "/api/orders", orderBody(), http.Header{"Idempotency-Key": {"a", "b"}}).want(t, 400, text)
	// The specification's checks come first.
	s.visitor().post("/api/orders", orderBody("summe", "-1"), "Idempotency-Key: a b").want(t, 400, badTotal)
	s.wantStored(t, 0)
	s.visitor().post("/api/orders", orderBody(), "Idempotency-Key: "+strings.Repeat("k", 255)).want(t, 201, "")
}

func TestH17_R31_LargeBodies(t *testing.T) {
	t.Parallel()
	s := startShop(t, public)
	const tooLarge = "Die Anfrage ist zu groß."
	fill := func(size int) string { return orderBody("x", `"`+strings.Repeat("x", size)+`"`) }
	s.visitor().post("/api/orders", fill(1<<20)).want(t, 413, tooLarge)
	s.visitor().post("/api/orders", strings.Repeat(" ", 256<<10)+"{}").want(t, 413, tooLarge)
	s.visitor().post("/api/orders", fill(255<<10)).want(t, 201, "")

	endless, _ := http.NewRequestWithContext(t.Context(), "POST", s.url+"/api/orders", endlessBody{})
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
	s.visitor().post("/api/orders", bomb.String(), "Content-Encoding: gzip").want(t, 400, badRequest)
	s.wantStored(t, 1)
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
	s := startShop(t, public)
	for value, status := range map[string]int{
		"[" + strings.Repeat("0,", 120_000) + "0]":      413,
		"[" + strings.Repeat("{},", 80_000) + "{}]":     413,
		`{` + strings.Repeat(`"":0,`, 50_000) + `"":0}`: 400,
		`"` + strings.Repeat("x", 250_000) + `"`:        400,
	} {
		started := time.Now()
		got := s.visitor().post("/api/orders", orderBody("artikel", value))
		if got.status != status || time.Since(started) > time.Second {
			t.Errorf("status %d after %v for %.20s", got.status, time.Since(started), value)
		}
	}
	s.wantStored(t, 0)
}

// A client that hangs up before its answer has ordered all the same.
func TestR20_ClientHangsUp(t *testing.T) {
	t.Parallel()
	s := startShop(t, public)
	conn := s.dial(t)
	body := orderBody()
	fmt.Fprintf(conn, "POST /api/orders HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
	conn.Close()
	eventually(t, func() bool { return len(s.stored()) == 1 })
}

func TestH18_OrderLimit(t *testing.T) {
	t.Parallel()
	s := startShop(t, public, func(o *web.Options) { o.OrdersPerMinute = 3 })
	for range 3 {
		s.visitor().post("/api/orders", orderBody()).want(t, 201, "")
	}
	// Nobody believes what a client says about itself.
	refused := s.visitor().post("/api/orders", orderBody(), "X-Forwarded-For: 203.0.113.9")
	refused.want(t, 429, "Zu viele Bestellungen in kurzer Zeit. Bitte gleich noch einmal versuchen.")
	if after := refused.header.Get("Retry-After"); after != "20" {
		t.Errorf("Retry-After %q, want 20", after)
	}
	s.wantStored(t, 3)
	s.clock.advance(20 * time.Second)
	s.visitor().post("/api/orders", orderBody()).want(t, 201, "")
}
