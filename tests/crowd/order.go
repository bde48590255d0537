package crowd

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"time"
)

// Order is an order that was sent, with its outcome.
type Order struct {
	Body
	Key      string // Idempotency-Key; empty: none
	Answer   Answer // the latest
	ID       int64  // as answered
	Number   string
	Statuses []string      // possible statuses, if it is stored
	Took     time.Duration // until the latest answer
}

// Mark returns the order's unique mark.
func (o *Order) Mark() string { return o.Kunde.Name }

// Send sends the order, or sends it again.
func (o *Order) Send(client *http.Client, url string) {
	var headers []string
	if o.Key != "" {
		headers = []string{"Idempotency-Key", o.Key}
	}
	began := time.Now()
	o.Take(Send(client, "POST", url+"/api/orders", o.Body, headers...))
	o.Took = time.Since(began)
}

// Take stores the answer to the order.
func (o *Order) Take(a Answer) {
	o.Answer = a
	if a.Status != http.StatusCreated {
		return
	}
	var placed struct {
		ID            int64
		Bestellnummer string
	}
	json.Unmarshal(a.Body, &placed) // an answer without an id leaves it 0
	o.ID, o.Number = placed.ID, placed.Bestellnummer
}

// Acknowledged reports whether the shop answered that the order is stored.
func (o *Order) Acknowledged() bool { return o.Answer.Status == http.StatusCreated }

// Refused reports whether the shop answered that the order cannot be taken.
func (o *Order) Refused() bool { return o.Answer.Status >= 400 && o.Answer.Status < 500 }

// SetStatus changes the order's status. Unless the shop's answer decides, it is the new
// one or the old one.
func (o *Order) SetStatus(operator *http.Client, url, status string) {
	path := fmt.Sprintf("%s/api/verwaltung/orders/%d", url, o.ID)
	switch answered := Send(operator, "PATCH", path, map[string]string{"status": status}).Status; {
	case answered == http.StatusOK:
		o.Statuses = []string{status}
	case answered == 0 || answered >= 500:
		o.Statuses = append(o.Statuses, status)
	}
}

// Ledger is all orders that were sent to one shop, by mark.
type Ledger map[string]*Order

// Acknowledged returns how many orders the shop answered to have stored.
func (l Ledger) Acknowledged() (n int) {
	for _, o := range l {
		if o.Acknowledged() {
			n++
		}
	}
	return n
}

// Plain makes an order without a coupon and without a key.
func Plain(rng *rand.Rand) *Order {
	return &Order{Body: RandomBody(rng), Statuses: []string{"zahlungOffen"}}
}

// Keyed makes an order with a key, and sometimes with a coupon.
func Keyed(rng *rand.Rand) *Order {
	o := Plain(rng)
	if rng.IntN(5) == 0 {
		o.Body = o.WithCoupon(rng, 200)
	}
	o.Key = fmt.Sprintf("schluessel-%016x", rng.Uint64())
	return o
}

// Ordinary makes an order; some have a coupon, some a key.
func Ordinary(rng *rand.Rand) *Order {
	o := Keyed(rng)
	if rng.IntN(3) > 0 {
		o.Key = ""
	}
	return o
}
