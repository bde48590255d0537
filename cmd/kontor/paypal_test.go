package main

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"kontor/tests/scratch"
	"kontor/tests/shoptest"
)

// rehearsed starts a rehearsal of a shop without a site gate.
func rehearsed(t *testing.T, dir string, settings ...string) *process {
	t.Helper()
	settings = append(settings, "SITE_PUBLIC=true", "PAYPAL_ABGLEICH_INTERVALL=50ms")
	return startCommand(t, command(nil, "serve", "--probe"), nil, dir, settings...)
}

// pay opens a payment for the order and returns its id at PayPal.
func (p *process) pay(t *testing.T, key string) string {
	t.Helper()
	body, err := json.Marshal(shoptest.Order(shoptest.Set("kassenSchluessel", key)))
	if err != nil {
		t.Fatal(err)
	}
	var created struct{ ID string }
	if err := json.Unmarshal([]byte(p.post(t, http.DefaultClient, "/api/paypal/orders", string(body), http.StatusCreated)), &created); err != nil {
		t.Fatal(err)
	}
	return created.ID
}

// simulator returns the URL of the rehearsal's PayPal, as found on the shop's pages.
func (p *process) simulator(t *testing.T) string {
	t.Helper()
	var said struct{ SDKURL string }
	if err := json.Unmarshal([]byte(p.get(t, http.DefaultClient, "/api/paypal/config", http.StatusOK)), &said); err != nil {
		t.Fatal(err)
	}
	origin, _, found := strings.Cut(said.SDKURL, "/sdk/js?")
	if !found || !strings.HasPrefix(origin, "http://127.0.0.1:") {
		t.Fatalf("the script is at %s", said.SDKURL)
	}
	return origin
}

// choose presses a button on the approval page, as the operator playing the buyer.
func choose(t *testing.T, simulator, id, choice string) string {
	t.Helper()
	response, err := http.PostForm(simulator+"/checkoutnow", url.Values{"token": {id}, "choice": {choice}})
	return answer(t, response, err, http.StatusOK)
}

// A rehearsal works from start to finish without PayPal, is labelled as one everywhere,
// and its books balance.
func TestRehearsalFromBasketToOrder(t *testing.T) {
	t.Parallel()
	dir := scratch.Dir(t)
	p := rehearsed(t, dir)
	if page := p.get(t, http.DefaultClient, "/zugang/", http.StatusOK); !strings.Contains(page, "<strong>PROBE</strong>") {
		t.Error("the page does not say that this is a rehearsal")
	}
	simulator := p.simulator(t)
	id := p.pay(t, "rehearsal-of-a-basket-1")
	response, err := http.Get(simulator + "/checkoutnow?token=" + id)
	if page := answer(t, response, err, http.StatusOK); !strings.Contains(page, "PROBE: hier fließt kein Geld") || !strings.Contains(page, "22,20") {
		t.Errorf("the approval page:\n%s", page)
	}
	capture := "/api/paypal/orders/" + id + "/capture"
	p.post(t, http.DefaultClient, capture, "", http.StatusConflict)
	choose(t, simulator, id, "decline")
	p.post(t, http.DefaultClient, capture, "", http.StatusUnprocessableEntity)
	choose(t, simulator, id, "approve")
	if said := p.await(t, capture); !strings.Contains(said, `"bestellnummer":"BK-`) {
		t.Errorf("captured: %s", said)
	}
	// The browser is lost after this approval: the notification suffices.
	choose(t, simulator, p.pay(t, "rehearsal-of-a-basket-2"), "approve")
	p.awaitBooks(t, dir, "44,40")
	p.mustEnd(t)
	if log := p.stderr.String(); !strings.Contains(log, "paypal=rehearsal") || strings.Contains(log, "erika@example.org") {
		t.Errorf("the log:\n%s", log)
	}
}

// await repeats a capture until its outcome is known.
func (p *process) await(t *testing.T, capture string) string {
	t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		response, err := http.Post(p.url+capture, "", nil)
		if err != nil {
			t.Fatal(err)
		}
		if response.StatusCode < 300 || time.Now().After(end) {
			return answer(t, response, nil, response.StatusCode)
		}
		response.Body.Close()
	}
}

// awaitBooks waits until `kontor payments check`, which runs beside the shop, finds
// this much money and all of it assigned to orders.
func (p *process) awaitBooks(t *testing.T, dir, captured string) {
	t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(50 * time.Millisecond) {
		code, out := runWith(t, []string{"DATA_DIR=" + dir}, "payments", "check")
		if code != exitOK {
			t.Fatalf("exit %d\n%s", code, out)
		}
		text := strings.Join(strings.Fields(out), " ")
		if strings.HasPrefix(text, "eingezogen "+captured+" € davon bestellt "+captured+" €") && strings.Contains(text, "Differenz 0,00 € Laufende Zahlungen: 0, zu klären: 0.") {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("the books are\n%s", out)
		}
	}
}
