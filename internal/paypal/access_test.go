package paypal_test

import (
	"slices"
	"testing"
	"time"

	"kontor/internal/paypal"
	"kontor/internal/paypal/paypalsim"
	"kontor/internal/shop/payment"
)

// wantAccess checks what the client knows of its access.
func (m *merchant) wantAccess(t *testing.T, state payment.AccessState, reason string) payment.Access {
	t.Helper()
	got := m.Access()
	if got.State != state || got.Reason != reason {
		t.Errorf("the access is %+v, want %s (%s)", got, state, reason)
	}
	return got
}

// T52: credentials that PayPal no longer accepts are known with the next request for a
// token, though the calls with an older one go on; and are accepted again in the same
// way.
func TestT52_CredentialsDenied(t *testing.T) {
	t.Parallel()
	m := open(t)
	m.wantAccess(t, payment.AccessUnknown, "")
	order := m.create(t, "a1")
	granted := m.wantAccess(t, payment.AccessGranted, "").Since

	m.sim.DenyCredentials()
	m.clock.Advance(time.Hour)
	if unknown := wantUnknown(t, m.Renew(t.Context())); unknown.Status != 401 || unknown.Denied != payment.DeniedCredentials {
		t.Errorf("%+v", unknown)
	}
	denied := m.wantAccess(t, payment.AccessDenied, payment.DeniedCredentials).Since
	if denied.Sub(granted) != time.Hour {
		t.Errorf("granted at %s, denied at %s", granted, denied)
	}
	if _, err := m.Order(t.Context(), order.ID); err != nil {
		t.Errorf("with the old token: %v", err)
	}
	m.wantAccess(t, payment.AccessDenied, payment.DeniedCredentials)

	m.sim.RevokeTokens()
	m.clock.Advance(time.Minute)
	_, err := m.Order(t.Context(), order.ID)
	if unknown := wantUnknown(t, err); unknown.Denied != payment.DeniedCredentials {
		t.Errorf("%+v", unknown)
	}
	if since := m.wantAccess(t, payment.AccessDenied, payment.DeniedCredentials).Since; since != denied {
		t.Errorf("denied since %s, first at %s", since, denied)
	}
	m.sim.AcceptCredentials()
	if _, err := m.Order(t.Context(), order.ID); err != nil {
		t.Error(err)
	}
	m.wantAccess(t, payment.AccessGranted, "")
}

// T52: an account whose calls are denied although it gets tokens is denied access until
// a call succeeds.
func TestT52_AccountDenied(t *testing.T) {
	t.Parallel()
	m := open(t)
	order := m.create(t, "a1")
	m.sim.Fail(paypalsim.Read, paypalsim.Fault{Kind: paypalsim.Unauthorized, Times: 2})
	_, err := m.Order(t.Context(), order.ID)
	wantUnknown(t, err)
	m.wantAccess(t, payment.AccessDenied, payment.DeniedAccess)
	if err := m.Renew(t.Context()); err != nil {
		t.Error(err)
	}
	m.wantAccess(t, payment.AccessDenied, payment.DeniedAccess)
	if _, err := m.Order(t.Context(), order.ID); err != nil {
		t.Error(err)
	}
	m.wantAccess(t, payment.AccessGranted, "")
}

// T52: whatever else fails says nothing about the credentials.
func TestT52_TroubleIsNoDenial(t *testing.T) {
	t.Parallel()
	for _, kind := range []paypalsim.Kind{
		paypalsim.InternalError, paypalsim.BadGateway, paypalsim.Unavailable, paypalsim.CreatedPage, paypalsim.BlockedPage,
		paypalsim.MissingPage, paypalsim.NotFound, paypalsim.TooManyRequests, paypalsim.Cut, paypalsim.Redirect,
	} {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			m := open(t)
			m.create(t, "a1")
			granted := m.Access()
			m.sim.Fail(paypalsim.Token, paypalsim.Fault{Kind: kind})
			m.clock.Advance(time.Minute)
			wantUnknown(t, m.Renew(t.Context()))
			if now := m.Access(); now != granted {
				t.Errorf("the access is %+v, was %+v", now, granted)
			}
		})
	}
}

// T53: the webhook is read as PayPal has it.
func TestT53_WebhookRegistration(t *testing.T) {
	t.Parallel()
	m := open(t)
	want := payment.Registration{URL: "https://shop.example/api/paypal/webhook", Events: []string{"CHECKOUT.ORDER.APPROVED", "PAYMENT.CAPTURE.COMPLETED"}}
	m.sim.RegisterWebhook(&want)
	got, err := m.WebhookRegistration(t.Context())
	if err != nil || got.URL != want.URL || !slices.Equal(got.Events, want.Events) {
		t.Errorf("%+v, %v", got, err)
	}
	m.sim.RegisterWebhook(nil)
	if _, err := m.WebhookRegistration(t.Context()); !wantRefusal(t, err).NotFound() {
		t.Error(err)
	}
	for _, kind := range []paypalsim.Kind{paypalsim.CreatedPage, paypalsim.BlockedPage, paypalsim.TooManyRequests, paypalsim.InternalError} {
		m.sim.Fail(paypalsim.ReadWebhook, paypalsim.Fault{Kind: kind})
		_, err := m.WebhookRegistration(t.Context())
		wantUnknown(t, err)
	}
	without := open(t, func(s *settings) { s.Options.WebhookID = "" })
	if got, err := without.WebhookRegistration(t.Context()); got != nil || err != nil || without.sim.Calls(paypalsim.Token) != 0 {
		t.Errorf("without an id: %+v, %v", got, err)
	}
}

// T53: PayPal's sandbox and simulators move no money; any other host does.
func TestT53_IsSandbox(t *testing.T) {
	t.Parallel()
	for base, want := range map[string]bool{
		"https://api-m.sandbox.paypal.com": true, "https://api.sandbox.paypal.com/": true, "http://127.0.0.1:4000": true,
		"http://[::1]:4000": true, "http://localhost:4000": true,
		"https://api-m.paypal.com": false, "https://api-m.paypal.com.evil.example": false, "https://sandbox.paypal.com.example": false,
		"https://proxy.example/api-m.sandbox.paypal.com": false, "": false,
	} {
		if got := paypal.IsSandbox(base); got != want {
			t.Errorf("%q: %v", base, got)
		}
	}
}
