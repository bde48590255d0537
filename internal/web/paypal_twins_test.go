package web_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"kontor/internal/paypal/paypalsim"
	"kontor/internal/shop/order"
	"kontor/internal/shop/payment"
	"kontor/tests/shoptest"
)

// lost lets the shop finish a payment whose buyer approved and never came back.
func (p *till) lost(changes ...func(shoptest.Body)) string {
	p.t.Helper()
	id := p.approved(changes...)
	p.reconcile(4 * time.Minute)
	p.want(id, payment.StateCompleted)
	return id
}

// twins returns the numbers of the orders that an order may be a duplicate of, by its
// drawer.
func twins(o *shoptest.Client, id int) (numbers []string) {
	shown := o.Get(fmt.Sprintf("%s/%d", ordersPath, id)).Want(http.StatusOK).JSON()["order"].(map[string]any)
	for _, twin := range shown["doppelt"].([]any) {
		numbers = append(numbers, twin.(map[string]any)["bestellnummer"].(string))
	}
	return numbers
}

// listedOrders returns the ids of the orders that a query lists.
func listedOrders(o *shoptest.Client, query string) (ids []float64) {
	for _, found := range o.Get(ordersPath + query).Want(http.StatusOK).JSON()["orders"].([]any) {
		ids = append(ids, found.(map[string]any)["id"].(float64))
	}
	return ids
}

// wantTwins checks which orders are asked about, by every way to ask.
func (p *till) wantTwins(o *shoptest.Client, ids ...float64) {
	p.t.Helper()
	for _, query := range []string{"?hinweis=doppelt", "?hinweis=ja"} {
		if listed := listedOrders(o, query); !slices.Equal(listed, ids) {
			p.t.Errorf("%s lists %v, want %v", query, listed, ids)
		}
	}
	for _, id := range listedOrders(o, "") {
		if asked := len(twins(o, int(id))) > 0; asked != slices.Contains(ids, id) {
			p.t.Errorf("order %v is asked about: %v", id, asked)
		}
	}
}

func (p *till) status(id int64) order.Status {
	p.t.Helper()
	details, err := p.DB.Order(p.t.Context(), id)
	if err != nil {
		p.t.Fatal(err)
	}
	return details.Status
}

// T59: the browser is lost after the approval, and the buyer orders again by transfer:
// both orders ask the operator, whoever is stored first, and the operator gets one mail.
// The transfer is given back by its cancellation.
func TestT59_LostBrowserAndTransfer(t *testing.T) {
	t.Parallel()
	for _, transferFirst := range []bool{false, true} {
		p := startTill(t)
		operator := p.Operator()
		id := p.approved()
		transfer := func() {
			p.customer.PostOrder(shoptest.Order(shoptest.Email(" Erika@Example.ORG"))).Want(http.StatusCreated)
		}
		if transferFirst {
			transfer()
		}
		p.reconcile(4 * time.Minute)
		p.want(id, payment.StateCompleted)
		paid, owed := 1, 2
		if transferFirst {
			paid, owed = 2, 1
		} else {
			p.wantTwins(operator)
			p.wantNotes("Möglicherweise doppelt", 0)
			transfer()
		}
		p.wantTwins(operator, 2, 1)
		p.wantNotes("Möglicherweise doppelt", 1)
		shown := operator.Get(fmt.Sprintf("%s/%d", ordersPath, paid)).JSON()["order"].(map[string]any)
		twin := shown["doppelt"].([]any)[0].(map[string]any)
		if want := fmt.Sprintf("BK-2026-000%d (Überweisung, offen)", owed); twin["titel"] != want || twin["zuruecknehmbar"] != true {
			t.Errorf("the twin is %v, want %s", twin, want)
		}
		answer := giveBack(operator, owed).Want(http.StatusOK).JSON()["order"].(map[string]any)
		if answer["status"] != "storniert" {
			t.Errorf("the transfer is %v", answer["status"])
		}
		p.wantTwins(operator)
		giveBack(operator, owed).Want(http.StatusOK)
		giveBack(operator, paid).WantError(http.StatusConflict, "Zu dieser Bestellung gibt es keine offene Frage nach einer doppelten.")
		p.wantReturned(id, 0)
		p.wantNotes("Möglicherweise doppelt", 1)
	}
}

// T59: the browser is lost, and the buyer pays again through PayPal in another one. The
// one that is given back is refunded wholly and cancelled, once, also when it is asked
// for twice at the same time.
func TestT59_LostBrowserAndAnotherBrowser(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	operator := p.Operator()
	first := p.approved()
	other := p.Anonymous()
	second := other.Pay()
	p.Approve(second)
	other.Capture(second).Want(http.StatusCreated)
	p.wantTwins(operator)
	p.reconcile(4 * time.Minute)
	p.want(first, payment.StateCompleted)
	p.wantTwins(operator, 2, 1)
	p.wantNotes("Möglicherweise doppelt", 1)
	shown := operator.Get(paymentsPath + "/1").Want(http.StatusOK).JSON()["zahlung"].(map[string]any)
	if twin := shown["doppelt"].([]any)[0].(map[string]any); twin["titel"] != "BK-2026-0001 (PayPal, bezahlt)" {
		t.Errorf("the payment's twin is %v", twin)
	}

	for _, answer := range shoptest.Together(4, func(int) shoptest.Answer { return giveBack(operator, 2) }) {
		answer.Want(http.StatusOK)
	}
	p.wantReturned(first, 2220)
	p.wantReturned(second, 0)
	if n := p.PayPal.Calls(paypalsim.Refund); n != 1 {
		t.Errorf("%d refunds were asked for", n)
	}
	if p.status(2) != order.StatusCancelled || p.status(1) != order.StatusPaid {
		t.Errorf("the orders are %s and %s", p.status(1), p.status(2))
	}
	giveBack(operator, 2).Want(http.StatusOK)
	giveBack(operator, 1).Want(http.StatusConflict)
	p.wantTwins(operator)
	if n := p.PayPal.Calls(paypalsim.Refund); n != 1 {
		t.Errorf("%d refunds were asked for", n)
	}
	if balance := p.wantBalance(); balance.Refunded != 2220 || balance.Ordered != 2220 || balance.Cancelled != 0 {
		t.Errorf("balance %+v", balance)
	}
}

// T59: whoever saw that the payment succeeded, another buyer, another basket and another
// day are no duplicate, and nor is a cancelled order.
func TestT59_NoDuplicates(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		seen   bool
		later  time.Duration
		cancel bool
		change func(shoptest.Body)
	}{
		"seen":      {seen: true, change: shoptest.Set("sprache", "de")},
		"buyer":     {change: shoptest.Email("andere@example.org")},
		"basket":    {change: shoptest.Items(shoptest.Item("garn", 1, 3))},
		"a day":     {later: 24*time.Hour - 3*time.Minute, change: shoptest.Set("sprache", "de")},
		"cancelled": {cancel: true, change: shoptest.Set("sprache", "de")},
	} {
		p := startTill(t)
		operator := p.Operator()
		if id := p.approved(); c.seen {
			p.customer.Capture(id).Want(http.StatusCreated)
		}
		p.reconcile(4 * time.Minute)
		if c.cancel {
			operator.Patch(ordersPath+"/1", shoptest.Body{"status": "storniert"}).Want(http.StatusOK)
		}
		p.Clock.Advance(c.later)
		p.customer.PostOrder(shoptest.Order(c.change)).Want(http.StatusCreated)
		operator = p.Operator()
		if found := append(twins(operator, 1), twins(operator, 2)...); len(found) > 0 {
			t.Errorf("%s: twins %v", name, found)
		}
		giveBack(operator, 2).Want(http.StatusConflict)
		p.wantNotes("Möglicherweise doppelt", 0)
		p.wantBalance()
	}
}

// T59: whoever orders by transfer and then pays the same, and sees that it succeeded,
// means both.
func TestT59_BothSeen(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	p.customer.PostOrder(shoptest.Order()).Want(http.StatusCreated)
	p.customer.Capture(p.approved()).Want(http.StatusCreated)
	p.wantTwins(p.Operator())
	p.wantNotes("Möglicherweise doppelt", 0)
}

// T59: what the operator denied is not asked again.
func TestT59_Denied(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	operator := p.Operator()
	id := p.lost()
	p.customer.PostOrder(shoptest.Order()).Want(http.StatusCreated)
	for range 2 {
		operator.Post(ordersPath+"/2/doppelt/1/verneinen", nil).Want(http.StatusOK)
		p.wantTwins(operator)
	}
	giveBack(operator, 1).Want(http.StatusConflict)
	for _, status := range []string{"storniert", "bezahlt"} {
		operator.Patch(ordersPath+"/2", shoptest.Body{"status": status}).Want(http.StatusOK)
		p.reconcile(time.Hour)
		p.wantTwins(operator)
	}
	operator.Post(ordersPath+"/2/doppelt/3/verneinen", nil).Want(http.StatusConflict)
	operator.Post(ordersPath+"/3/doppelt/2/verneinen", nil).Want(http.StatusNotFound)
	p.Anonymous().Post(ordersPath+"/2/doppelt/1/verneinen", nil).Want(http.StatusUnauthorized)
	giveBack(p.Anonymous(), 1).Want(http.StatusUnauthorized)
	p.wantReturned(id, 0)
	p.wantNotes("Möglicherweise doppelt", 1)
}
