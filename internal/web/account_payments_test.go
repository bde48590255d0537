package web_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"kontor/internal/shop/payment"
	"kontor/tests/shoptest"
)

// What happened to the money stays in the books, whoever it came from. The basket of a
// payment without money is deleted with the account; one that may yet become an order
// does so, X4.
func TestX1_X4_PaymentsOfADeletedAccount(t *testing.T) {
	t.Parallel()
	p := startTill(t, shoptest.SignIn())
	c := p.Customer("google", anna)
	p.customer = c
	key := shoptest.Set("kassenSchluessel", shoptest.NewCheckoutKey())
	discarded := p.approved(key)
	ordered := p.approved(key, shoptest.Items(shoptest.Item("garn", 1, 3)))
	c.Capture(ordered).Want(http.StatusCreated)
	p.reconcile(8 * time.Hour)
	p.reconcile(payment.FinalReadAgain) // the first one is not read again
	c.SignIn("google", anna).Want(http.StatusSeeOther)
	if list := c.Get("/api/konto/orders").Want(http.StatusOK).Text(); !strings.Contains(list, "BK-2026-0001") {
		t.Errorf("the account does not have the order that was paid from it: %s", list)
	}
	open := p.approved()
	stranger := p.Customer("microsoft", berta)
	other := stranger.Pay()

	states := p.booksOf(c)
	if want := []string{"verworfen", "abgeschlossen", "angelegt"}; !slices.Equal(states, want) {
		t.Fatalf("the data tell of payments %v, want %v", states, want)
	}
	before := p.payment(ordered)
	erase(c).Want(http.StatusOK)

	if gone := p.payment(discarded); gone.CustomerID != 0 || gone.Basket != nil || gone.State != payment.StateDiscarded {
		t.Errorf("the discarded payment is %+v", gone)
	}
	before.CustomerID = 0
	if kept := p.payment(ordered); kept != before {
		t.Errorf("the payment was %+v and is %+v", before, kept)
	}
	if waits := p.payment(open); waits.CustomerID != 0 || waits.Basket == nil {
		t.Errorf("the open payment is %+v", waits)
	}
	if p.payment(other).CustomerID == 0 {
		t.Error("somebody else's payment lost its customer")
	}
	c.Capture(open).Want(http.StatusCreated)
	if orders := p.Orders(); len(orders) != 2 || orders[0].CustomerID != 0 || orders[1].CustomerID != 0 {
		t.Errorf("orders %+v", orders)
	}
	p.reconcile(8 * time.Hour)
	p.wantBalance()
}

// booksOf returns the states of the payments in the client's data, and checks that the
// data include basket and history. D4
func (p *till) booksOf(c *shoptest.Client) (states []string) {
	p.t.Helper()
	var file struct {
		Zahlungen []struct {
			Status         string
			BestellungJSON map[string]any `json:"bestellung_json"`
			Verlauf        []map[string]any
		}
	}
	c.Get("/api/konto/daten").Want(http.StatusOK).Into(&file)
	for _, told := range file.Zahlungen {
		ordered := told.Status == string(payment.StateCompleted)
		if len(told.Verlauf) == 0 || (told.BestellungJSON == nil) != ordered {
			p.t.Errorf("a payment is told as %+v", told)
		}
		states = append(states, told.Status)
	}
	return states
}
