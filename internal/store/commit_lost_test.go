package store

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"sync/atomic"
	"testing"

	"kontor/internal/shop/checkout"
	"kontor/internal/shop/coupon"
)

// cut determines what happens to a COMMIT on its way through a [proxy].
type cut int32

const (
	cutNothing cut = iota
	cutBefore      // the server never sees it
	cutAfter       // the server carries it out, but its answer is lost
	cutDuring      // the connection breaks right behind it
)

// proxy stands between a store and its database, and loses one COMMIT.
type proxy struct {
	next atomic.Int32 // a cut, made once
	done atomic.Int32 // cuts made
}

// startProxy returns a proxy and the URL of the database behind it.
func startProxy(t *testing.T, database string) (*proxy, string) {
	t.Helper()
	p := new(proxy)
	return p, between(t, database, func(client, server net.Conn) {
		silent := new(atomic.Bool)
		go p.answers(client, server, silent)
		p.requests(client, server, silent)
	})
}

// answers forwards the server's answers, until the COMMIT is to be lost.
func (p *proxy) answers(client, server net.Conn, silent *atomic.Bool) {
	defer client.Close()
	defer server.Close()
	buffer := make([]byte, 64<<10)
	for {
		n, err := server.Read(buffer)
		if err != nil || silent.Load() {
			return
		}
		if _, err := client.Write(buffer[:n]); err != nil {
			return
		}
	}
}

func (p *proxy) requests(client, server net.Conn, silent *atomic.Bool) {
	defer server.Close()
	buffer := make([]byte, 64<<10)
	for {
		n, err := client.Read(buffer)
		if err != nil {
			return
		}
		if bytes.Contains(buffer[:n], []byte("commit\x00")) {
			switch cut(p.next.Swap(int32(cutNothing))) {
			case cutBefore:
				p.done.Add(1)
				client.Close()
				return
			case cutAfter:
				p.done.Add(1)
				silent.Store(true)
			case cutDuring:
				p.done.Add(1)
				server.Write(buffer[:n])
				client.Close()
				return
			}
		}
		if _, err := server.Write(buffer[:n]); err != nil {
			io.Copy(io.Discard, client)
			return
		}
	}
}

// Contract, section 3: when the answer to COMMIT is lost, the attempt's id shows
// whether it happened. The order is stored once, and its number is answered; likewise
// with a coupon that the lost attempt itself has used, and with a key.
func TestLostCommitIsSettled(t *testing.T) {
	t.Parallel()
	database := emptyPostgres(t)
	p, through := startProxy(t, database)
	db, direct := openURL(t, through), openURL(t, database)
	coupon := coupon.Coupon{Code: "EINMAL", OncePerPerson: true, Active: true, Kind: coupon.Percent, Value: 10}
	if _, err := direct.CreateCoupon(t.Context(), coupon, testOrder("x").CreatedAt); err != nil {
		t.Fatal(err)
	}
	rounds, lost := 5, int32(0)
	for i := range 3 * rounds {
		how := cut(1 + i%3)
		order := attempt(fmt.Sprint("kunde", i))
		order.Order.CouponCode = "EINMAL"
		order.Idempotency = &checkout.Idempotency{Route: "/api/orders", Key: fmt.Sprint(i), Fingerprint: "f"}
		p.next.Store(int32(how))
		placed, err := db.PlaceOrder(t.Context(), order)
		if err != nil {
			t.Fatalf("cut %d: %v", how, err)
		}
		lost++
		if n := stored(t, direct); n != int64(i+1) || p.done.Load() != lost {
			t.Fatalf("cut %d: %d orders are stored, want %d; %d cuts", how, n, i+1, p.done.Load())
		}
		details, err := direct.Order(t.Context(), placed.Order.ID)
		if err != nil || details.Number != placed.Order.Number || details.Customer.Name != order.Order.Customer.Name {
			t.Errorf("cut %d: answered %s, stored is %s of %q; %v", how, placed.Order.Number, details.Number, details.Customer.Name, err)
		}
	}
}
