package web_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"kontor/internal/paypal/paypalsim"
	"kontor/internal/shop/payment"
	"kontor/tests/shoptest"
)

const connectionPath = paymentsPath + "/verbindung"

// readiness is what /readyz says about PayPal of a shop that is ready, to its operator.
func (p *till) readiness() any {
	p.t.Helper()
	p.Anonymous().Get("/readyz").Want(http.StatusOK)
	return p.Readiness(http.StatusOK)["paypal"]
}

// watch lets the shop watch its connection some time later.
func (p *till) watch(later time.Duration) {
	p.t.Helper()
	p.Clock.Advance(later)
	p.Connection.Watch(p.t.Context())
}

// T52: when PayPal no longer accepts the credentials, the shop stays ready and sells by
// bank transfer, names the reason at the payment, in its readiness and to the operator,
// once a day; and once it is accepted again, everything goes on.
func TestT52_CredentialsDeniedWhileRunning(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	p.watch(0)
	if said := p.readiness(); said != "" {
		t.Errorf("readiness: %v", said)
	}
	id := p.approved()
	p.PayPal.DenyCredentials()
	p.PayPal.RevokeTokens()
	p.customer.Capture(id).WantError(http.StatusServiceUnavailable, "Der Stand der Zahlung wird geprüft.")
	if got := p.want(id, payment.StateCapturing); got.Reason != payment.DeniedCredentials || !strings.HasPrefix(got.Advice(), "Den Zugang") {
		t.Errorf("the reason is %q, the advice %q", got.Reason, got.Advice())
	}
	if said := p.readiness(); said != payment.DeniedCredentials {
		t.Errorf("readiness: %v", said)
	}
	p.customer.PostOrder(shoptest.Order()).Want(http.StatusCreated)
	opening := shoptest.Order(shoptest.Set("kassenSchluessel", shoptest.NewCheckoutKey()))
	p.customer.Post("/api/paypal/orders", opening).Want(http.StatusServiceUnavailable)
	if got, err := p.DB.Payment(t.Context(), 2); err != nil || got.State != payment.StateNew || got.Reason != payment.DeniedCredentials {
		t.Errorf("the payment that could not begin: %+v, %v", got, err)
	}
	for range 3 {
		p.watch(10 * time.Minute)
	}
	p.wantNotes(payment.DeniedCredentials, 1)
	p.want(id, payment.StateCapturing)

	p.PayPal.AcceptCredentials()
	p.watch(5 * time.Minute)
	if said := p.readiness(); said != "" {
		t.Errorf("readiness: %v", said)
	}
	p.reconcile(time.Minute)
	if got := p.want(id, payment.StateCompleted); got.Reason != "" {
		t.Errorf("the reason is %q", got.Reason)
	}
	p.customer.Post("/api/paypal/orders", opening).Want(http.StatusCreated)
	if got, err := p.DB.Payment(t.Context(), 2); err != nil || got.State != payment.StateCreated || got.Reason != "" {
		t.Errorf("the payment that began: %+v, %v", got, err)
	}
	p.wantBooks(1)

	p.PayPal.DenyCredentials()
	p.watch(time.Hour)
	p.wantNotes(payment.DeniedCredentials, 1) // on the same day
	p.watch(24 * time.Hour)
	p.watch(time.Hour)
	p.wantNotes(payment.DeniedCredentials, 2)
	p.wantNothingPrivate()
}

// T52: a denial for a minute delays a payment and a refund, and leaves no reason behind.
func TestT52_ReasonsEndWithTheDenial(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	operator := p.Operator()
	paid, waiting := p.approved(), p.approved()
	p.customer.Capture(paid).Want(http.StatusCreated)
	p.PayPal.DenyCredentials()
	p.PayPal.RevokeTokens()
	p.customer.Capture(waiting).Want(http.StatusServiceUnavailable)
	refund := func(answer shoptest.Answer) any {
		t.Helper()
		return answer.JSON()["zahlung"].(map[string]any)["erstattungen"].([]any)[0].(map[string]any)["grund"]
	}
	if got := refund(operator.Post(paymentsPath+"/1/erstattungen", shoptest.Body{"betrag": 1}).Want(http.StatusCreated)); got != payment.DeniedCredentials {
		t.Errorf("the refund's reason is %v", got)
	}
	operator.Post(paymentsPath+"/1/pruefen", nil).Want(http.StatusOK)
	if got := p.payment(waiting); got.Reason != payment.DeniedCredentials {
		t.Errorf("the reason of the waiting payment is %q", got.Reason)
	}
	p.PayPal.AcceptCredentials()
	p.reconcile(time.Minute)
	for _, id := range []string{paid, waiting} {
		if got := p.want(id, payment.StateCompleted); got.Reason != "" {
			t.Errorf("the reason of %s is %q", id, got.Reason)
		}
	}
	if got := refund(operator.Get(paymentsPath + "/1").Want(http.StatusOK)); got != nil {
		t.Errorf("the refund's reason is %v", got)
	}
	if balance := p.wantBalance(); balance.Refunded != 100 {
		t.Errorf("balance %+v", balance)
	}
}

// T52: of several instances on one database, one sends the day's message.
func TestT52_OneMessageForAllInstances(t *testing.T) {
	t.Parallel()
	shared := shoptest.Shared(t.TempDir())
	p := startTill(t, shared)
	other := shoptest.Start(t, shared, shoptest.PayPalOf(p.Shop))
	p.PayPal.DenyCredentials()
	p.watch(0)
	other.Connection.Watch(t.Context())
	p.wantNotes(payment.DeniedCredentials, 1)
	if got := other.Connection.Health().Access; got.State != payment.AccessDenied {
		t.Errorf("the other instance: %+v", got)
	}
}

// T53: what is wrong with the webhook is named to the operator, and found again soon.
func TestT53_WebhookOfTheShop(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	operator := p.Operator()
	p.Anonymous().Get(connectionPath).Want(http.StatusUnauthorized)
	want := func(state string, missing int, text string) {
		t.Helper()
		said := operator.Get(connectionPath).Want(http.StatusOK).JSON()
		webhook := said["webhook"].(map[string]any)
		if webhook["stand"] != state || len(webhook["fehlende_ereignisse"].([]any)) != missing || !strings.Contains(webhook["text"].(string), text) {
			t.Errorf("the webhook is %v, want %s, %d missing, %q", webhook, state, missing, text)
		}
	}
	want("unbekannt", 0, "noch nichts gesagt")
	here := p.URL + "/api/paypal/webhook"
	all := []string{
		"CHECKOUT.ORDER.APPROVED", "CHECKOUT.PAYMENT-APPROVAL.REVERSED", "PAYMENT.CAPTURE.COMPLETED", "PAYMENT.CAPTURE.PENDING",
		"PAYMENT.CAPTURE.DECLINED", "PAYMENT.CAPTURE.REFUNDED", "PAYMENT.CAPTURE.REVERSED",
		"CUSTOMER.DISPUTE.CREATED", "CUSTOMER.DISPUTE.UPDATED", "CUSTOMER.DISPUTE.RESOLVED",
	}
	for _, c := range []struct {
		registered *payment.Registration
		state      string
		missing    int
		text       string
	}{
		{nil, "fehlt", 0, "PAYPAL_WEBHOOK_ID"},
		{&payment.Registration{URL: "https://alt.example/api/paypal/webhook", Events: all}, "andere_adresse", 0, "https://alt.example/api/paypal/webhook"},
		{&payment.Registration{URL: p.URL + "/paypal", Events: []string{"*"}}, "andere_adresse", 0, here},
		{&payment.Registration{URL: here, Events: all[:6]}, "unvollstaendig", 4, "„Payment capture reversed“"},
		{&payment.Registration{URL: here, Events: all[:1]}, "unvollstaendig", 9, "„Payment capture denied“"},
		{&payment.Registration{URL: here, Events: all}, "eingerichtet", 0, "alles"},
		{&payment.Registration{URL: here, Events: []string{"*"}}, "eingerichtet", 0, "alles"},
	} {
		p.PayPal.RegisterWebhook(c.registered)
		p.Connection.Check(t.Context())
		want(c.state, c.missing, c.text)
	}
	p.wantNotes("", 0)

	calls := p.PayPal.Calls(paypalsim.ReadWebhook)
	p.watch(59 * time.Minute)
	if n := p.PayPal.Calls(paypalsim.ReadWebhook) - calls; n != 0 {
		t.Errorf("%d checks within an hour", n)
	}
	p.PayPal.RegisterWebhook(nil)
	p.watch(time.Minute)
	want("fehlt", 0, "")
	p.PayPal.Fail(paypalsim.ReadWebhook, paypalsim.Fault{Kind: paypalsim.BadGateway})
	p.PayPal.RegisterWebhook(&payment.Registration{URL: here, Events: all})
	p.watch(5 * time.Minute)
	want("fehlt", 0, "") // PayPal's trouble is no news
	p.watch(5 * time.Minute)
	want("eingerichtet", 0, "")
}

// T53: the page of payments says whether the credentials are accepted, and what to do
// if not.
func TestT53_AccessOfTheShop(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	operator := p.Operator()
	access := func() map[string]any {
		t.Helper()
		return operator.Get(connectionPath).Want(http.StatusOK).JSON()["zugang"].(map[string]any)
	}
	if got := access(); got["stand"] != "unbekannt" || got["seit"] != nil {
		t.Errorf("before the first answer: %v", got)
	}
	p.watch(0)
	if got := access(); got["stand"] != "angenommen" || got["seit"] != "2026-11-21T09:15:00.123Z" || got["grund"] != nil {
		t.Errorf("accepted: %v", got)
	}
	p.PayPal.DenyCredentials()
	p.watch(time.Hour)
	if got := access(); got["stand"] != "abgelehnt" || got["grund"] != payment.DeniedCredentials || got["seit"] != "2026-11-21T10:15:00.123Z" ||
		!strings.Contains(got["rat"].(string), "PAYPAL_CLIENT_SECRET") {
		t.Errorf("denied: %v", got)
	}
	shoptest.Start(t).Operator().Get(connectionPath).WantError(http.StatusServiceUnavailable, "PayPal ist noch nicht eingerichtet.")
}

// T53: whether money moves is visible wherever payments are.
func TestT53_SandboxIsVisible(t *testing.T) {
	t.Parallel()
	texts := map[string]string{
		"/kasse/": "Testbetrieb: Es wird kein Geld bewegt.", "/en/kasse/": "Test mode: no money is moved.",
		"/fr/kasse/": "Mode test\u00a0: aucun argent n’est débité.", "/it/kasse/": "Modalità di prova: nessun denaro viene addebitato.",
	}
	test, live, without := startTill(t), startTill(t, shoptest.LivePayPal()), shoptest.Start(t, shoptest.Public())
	for path, text := range texts {
		if page := test.customer.Get(path).Want(http.StatusOK).Text(); !strings.Contains(page, text) {
			t.Errorf("%s does not say that no money moves", path)
		}
		for _, c := range []*shoptest.Client{live.customer, without.Anonymous()} {
			if page := c.Get(path).Want(http.StatusOK).Text(); strings.Contains(page, text) {
				t.Errorf("%s says that no money moves", path)
			}
		}
	}
	const inTest, inEarnest = "Testbetrieb: Es wird kein Geld bewegt.", "Echtbetrieb: Zahlungen bewegen echtes Geld."
	for _, path := range []string{"/verwaltung/zahlungen/", "/verwaltung/"} {
		for _, c := range []struct {
			shop *shoptest.Shop
			want string
		}{{test.Shop, inTest}, {live.Shop, inEarnest}, {without, ""}} {
			page := c.shop.Operator().Get(path).Want(http.StatusOK).Text()
			for _, text := range []string{inTest, inEarnest} {
				if strings.Contains(page, text) != (text == c.want) {
					t.Errorf("%s: %q, want %q alone", path, text, c.want)
				}
			}
		}
	}
	if got := live.Operator().Get(connectionPath).Want(http.StatusOK).JSON()["testbetrieb"]; got != false {
		t.Errorf("testbetrieb: %v", got)
	}
}

// T52: a paid order that is read again while PayPal denies access keeps its own advice.
func TestT52_PaidOrdersStayAsTheyAre(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	id := p.paidOrders(1)[0]
	p.PayPal.DenyCredentials()
	p.reconcile(25 * time.Hour)
	if got := p.want(id, payment.StateCompleted); got.Reason != "" || got.Advice() != "" {
		t.Errorf("reason %q, advice %q", got.Reason, got.Advice())
	}
}
