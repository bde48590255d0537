package web_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"kontor/internal/mail"
	"kontor/internal/oidc/oidcsim"
	"kontor/internal/paypal/paypalsim"
	"kontor/tests/mailtest"
	"kontor/tests/shoptest"
)

// A trace as its first participant begins it.
const (
	traceID   = "4bf92f3577b34da6a3ce929d0e0e4736"
	parentOne = "00-" + traceID + "-00f067aa0ba902b7-01"
	traceOne  = "Traceparent: " + parentOne
)

// The trace of a request is in its lines of the log and in every call that it causes: to
// the mail service, to PayPal and to the sign-in provider.
func TestW26_TracesGoOn(t *testing.T) {
	t.Parallel()
	provider := mailtest.StartResend(t, "re_123")
	p := startTill(t, shoptest.SignIn(), shoptest.Mail(mail.Options{ResendKey: "re_123", ResendURL: provider.URL()}))

	p.customer.PostOrder(shoptest.Order(), traceOne).Want(http.StatusCreated)
	for _, m := range provider.Messages() {
		if m.Parent != parentOne {
			t.Errorf("mail %s has the parent %q", m.Key, m.Parent)
		}
	}
	if n := len(provider.Messages()); n != 2 {
		t.Errorf("%d mails", n)
	}

	opened := p.customer.Post("/api/paypal/orders", shoptest.Order(shoptest.Set("kassenSchluessel", shoptest.NewCheckoutKey())), traceOne)
	id := opened.Want(http.StatusCreated).JSON()["id"].(string)
	p.Approve(id)
	p.customer.Post("/api/paypal/orders/"+id+"/capture", nil, traceOne).Want(http.StatusCreated)
	called := p.PayPal.Parents()
	for _, operation := range []paypalsim.Operation{paypalsim.Token, paypalsim.Create, paypalsim.Read, paypalsim.Capture} {
		if called[operation] != parentOne {
			t.Errorf("PayPal's %s has the parent %q", operation, called[operation])
		}
	}
	for _, m := range provider.Messages()[2:] {
		if m.Parent != parentOne {
			t.Errorf("the payment's mail %s has the parent %q", m.Key, m.Parent)
		}
	}

	begun := p.customer.Get("/api/konto/anmelden/google", traceOne).Want(http.StatusSeeOther)
	p.customer.Get(p.Authorize("google", anna, begun.Header.Get("Location")), traceOne).Want(http.StatusSeeOther)
	asked := p.Issuer("google").Parents()
	for _, endpoint := range []oidcsim.Endpoint{oidcsim.Metadata, oidcsim.Token, oidcsim.Keys} {
		if asked[endpoint] != parentOne {
			t.Errorf("the provider's %s has the parent %q", endpoint, asked[endpoint])
		}
	}

	want := map[string]bool{"request": true, "paypal answered": true, "customer signed in": true}
	for line := range strings.Lines(p.Log.String()) {
		var said struct {
			Msg       string
			TraceID   string `json:"trace_id"`
			RequestID string `json:"request_id"`
		}
		if err := json.Unmarshal([]byte(line), &said); err != nil {
			t.Fatal(err)
		}
		if want[said.Msg] && said.TraceID != traceID {
			t.Errorf("without the trace: %s", line)
		}
	}
	for said := range want {
		if !strings.Contains(p.Log.String(), `"msg":"`+said+`"`) {
			t.Errorf("no line %q", said)
		}
	}
}

// A request without a trace, or with a malformed one, leaves none: neither in the log nor
// in a call. Nothing of what a client sent in its place is kept.
func TestW26_MalformedTracesAreDropped(t *testing.T) {
	t.Parallel()
	p := startPost(t, mailtest.None)
	for _, header := range []string{
		"X-Nothing: 1", "Traceparent: ", "Traceparent: geheim", "Traceparent: " + parentOne + "-geheim",
		"Traceparent: 00-" + strings.Repeat("0", 32) + "-00f067aa0ba902b7-01", "Traceparent: " + strings.ToUpper(parentOne),
		"Traceparent: ff" + parentOne[2:], "Tracestate: geheim=1",
	} {
		p.customer.PostOrder(shoptest.Order(), header).Want(http.StatusCreated)
	}
	for _, m := range p.provider.Messages() {
		if m.Parent != "" {
			t.Errorf("a mail has the parent %q", m.Parent)
		}
	}
	p.WantNotLogged("trace_id", "geheim", traceID)
}
