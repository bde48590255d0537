package main

import (
	"strings"
	"testing"

	"kontor/internal/paypal/paypalsim"
	"kontor/internal/shop/payment"
	"kontor/tests/scratch"
)

// connected runs `kontor payments test` with an access to the simulator, and returns
// its output and exit code.
func connected(t *testing.T, settings ...string) (string, int) {
	t.Helper()
	code, out := runWith(t, append([]string{
		"DATA_DIR=" + scratch.Dir(t), "PAYPAL_CLIENT_ID=AZDxjDScFpQtjWTOUtWKbyN", "PAYPAL_CLIENT_SECRET=EGnHDxD_qRPdaLdZz8iCr8N7",
		"PAYPAL_WEBHOOK_ID=8PT597110X687430L",
	}, settings...), "payments", "test")
	if strings.Contains(out, "EGnHDxD_") {
		t.Errorf("the secret is in\n%s", out)
	}
	return out, code
}

// T53: `kontor payments test` says in plain words whether PayPal accepts the
// credentials and has the webhook, and ends with 1 if something is wrong.
func TestT53_PaymentsTest(t *testing.T) {
	t.Parallel()
	sim, err := paypalsim.Start(paypalsim.Options{
		ClientID: "AZDxjDScFpQtjWTOUtWKbyN", Secret: "EGnHDxD_qRPdaLdZz8iCr8N7", WebhookID: "8PT597110X687430L",
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { sim.Close() })
	here := "PAYPAL_BASE_URL=" + sim.URL()
	want := func(code int, texts []string, settings ...string) {
		t.Helper()
		out, got := connected(t, settings...)
		if got != code {
			t.Errorf("exit code %d, want %d:\n%s", got, code, out)
		}
		for _, text := range texts {
			if !strings.Contains(out, text) {
				t.Errorf("lacks %q:\n%s", text, out)
			}
		}
	}
	hook := &payment.Registration{URL: "https://shop.example/api/paypal/webhook", Events: []string{"*"}}
	sim.RegisterWebhook(hook)
	want(0, []string{"Betrieb: Testbetrieb", "Zugang: PayPal nimmt die Zugangsdaten an.\n", "Der Webhook ist eingerichtet"}, here)
	want(0, []string{"Kein Webhook"}, here, "PAYPAL_WEBHOOK_ID=")
	want(1, []string{"https://shop.example/api/paypal/webhook", "http://127.0.0.1:8080/api/paypal/webhook"}, here, "BASE_URL=http://127.0.0.1:8080")
	sim.RegisterWebhook(&payment.Registration{URL: hook.URL, Events: []string{"CHECKOUT.ORDER.APPROVED"}})
	want(1, []string{"Dem Webhook fehlen Ereignisse: ", "„Customer dispute created“"}, here)
	sim.RegisterWebhook(nil)
	want(1, []string{"PayPal kennt in dieser App keinen Webhook"}, here)
	sim.DenyCredentials()
	want(1, []string{"Zugang: " + payment.DeniedCredentials + ". Im Developer Dashboard", "kontor: mit der Verbindung zu PayPal stimmt etwas nicht"}, here)
	want(1, []string{"Zugang: PayPal antwortet nicht."}, "PAYPAL_BASE_URL=http://127.0.0.1:1")
	want(1, []string{"kontor: PayPal ist nicht eingerichtet"}, "PAYPAL_CLIENT_ID=", "PAYPAL_CLIENT_SECRET=", "PAYPAL_WEBHOOK_ID=")
	if n := sim.Calls(paypalsim.Create) + sim.Calls(paypalsim.Capture); n != 0 {
		t.Errorf("%d calls that could move money", n)
	}
}
