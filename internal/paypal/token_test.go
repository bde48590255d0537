package paypal_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kontor/internal/paypal/paypalsim"
	"kontor/internal/shop/payment"
)

func serve(t *testing.T, handler http.HandlerFunc) string {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server.URL
}

// T40: one token serves all calls, whether simultaneous or successive.
func TestT40_OneTokenForAll(t *testing.T) {
	t.Parallel()
	m := open(t)
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if _, err := m.CreateOrder(t.Context(), newOrder("a1")); err != nil {
				var unknown *payment.PayPalUnknown // the same id is in use
				if !errors.As(err, &unknown) || unknown.Status != 409 {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	for range 3 {
		if _, err := m.Order(t.Context(), m.sim.Books()[0].OrderID); err != nil {
			t.Error(err)
		}
	}
	if n := m.sim.Calls(paypalsim.Token); n != 1 {
		t.Errorf("%d tokens were fetched", n)
	}
	if len(m.sim.Books()) != 1 {
		t.Errorf("the books: %+v", m.sim.Books())
	}
}

// T13: a revoked or expired token is replaced once, for all who had it, and their calls
// are repeated with the same request id.
func TestT13_RevokedToken(t *testing.T) {
	t.Parallel()
	var names []string
	m := open(t, func(s *settings) {
		described := s.sim.Check
		s.sim.Check = func(r *http.Request, body []byte) error {
			if strings.HasSuffix(r.URL.Path, "/capture") {
				names = append(names, r.Header.Get("PayPal-Request-Id"))
			}
			if described == nil {
				return nil
			}
			return described(r, body)
		}
	})
	order := m.approved(t, "a1")
	m.sim.RevokeTokens()
	paid, err := m.CaptureOrder(t.Context(), order.ID, "a1-einzug-1")
	if want := []string{"a1-einzug-1", "a1-einzug-1"}; !slices.Equal(names, want) {
		t.Errorf("the requests are %q, want %q", names, want)
	}
	if err != nil || len(paid.Captures) != 1 {
		t.Fatalf("%+v, %v", paid, err)
	}
	if tokens, captures := m.sim.Calls(paypalsim.Token), m.sim.Calls(paypalsim.Capture); tokens != 2 || captures != 2 {
		t.Errorf("%d tokens, %d calls", tokens, captures)
	}
	m.sim.RevokeTokens()
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if _, err := m.Order(t.Context(), order.ID); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n := m.sim.Calls(paypalsim.Token); n != 3 {
		t.Errorf("%d tokens after the second revocation", n)
	}
}

// T13: the token is renewed five minutes before it expires.
func TestT13_RenewedBeforeItsEnd(t *testing.T) {
	t.Parallel()
	m := open(t)
	order := m.create(t, "a1")
	steps := []struct {
		wait   time.Duration
		tokens int
	}{{0, 1}, {2 * time.Hour, 1}, {9*time.Hour - 2*time.Hour - 5*time.Minute - time.Second, 1}, {time.Second, 2}, {time.Minute, 2}}
	for _, step := range steps {
		m.clock.Advance(step.wait)
		m.Order(t.Context(), order.ID) // expired meanwhile, which does not matter here
		if n := m.sim.Calls(paypalsim.Token); n != step.tokens {
			t.Errorf("after %s: %d tokens", step.wait, n)
		}
	}
}

// T14: while a token is only due for renewal, a token endpoint that is down does no
// harm; after that, calls end unknown, never refused.
func TestT14_TokenEndpointDown(t *testing.T) {
	t.Parallel()
	for _, kind := range []paypalsim.Kind{
		paypalsim.InternalError, paypalsim.BadGateway, paypalsim.Cut, paypalsim.CreatedPage, paypalsim.TooManyRequests,
		paypalsim.Unauthorized, paypalsim.Forbidden, paypalsim.NotFound, paypalsim.Redirect, paypalsim.Endless,
	} {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			m := open(t)
			order := m.approved(t, "a1")
			m.sim.Fail(paypalsim.Token, paypalsim.Fault{Kind: kind, Times: -1})
			m.clock.Advance(9*time.Hour - time.Minute)
			if _, err := m.Order(t.Context(), order.ID); wantRefusal(t, err).Status != 404 { // it expired meanwhile, but PayPal answers
				t.Error(err)
			}
			m.clock.Advance(2 * time.Minute)
			_, err := m.CaptureOrder(t.Context(), order.ID, "a1-einzug-1")
			wantUnknown(t, err)
			if n := m.sim.Calls(paypalsim.Capture); n != 0 {
				t.Errorf("%d captures were tried", n)
			}
			if m.sim.Heal(); m.create(t, "b1").ID == "" {
				t.Error("it does not heal")
			}
		})
	}
}

// T14: a token that PayPal never accepts does not mean that the payment is refused, and
// does not cause call after call.
func TestT14_AccessDenied(t *testing.T) {
	t.Parallel()
	m := open(t)
	order := m.approved(t, "a1")
	m.sim.Fail(paypalsim.Capture, paypalsim.Fault{Kind: paypalsim.Unauthorized, Times: 2})
	_, err := m.CaptureOrder(t.Context(), order.ID, "a1-einzug-1")
	if unknown := wantUnknown(t, err); unknown.Status != 401 || m.sim.Calls(paypalsim.Capture) != 2 {
		t.Errorf("%+v after %d calls", unknown, m.sim.Calls(paypalsim.Capture))
	}
	if _, err := m.CaptureOrder(t.Context(), order.ID, "a1-einzug-1"); err != nil {
		t.Error(err)
	}
	wrong := open(t, func(s *settings) { s.Options.Secret = "something else" })
	_, err = wrong.CreateOrder(t.Context(), newOrder("a1"))
	if unknown := wantUnknown(t, err); unknown.Status != 401 || wrong.sim.Calls(paypalsim.Create) != 0 {
		t.Errorf("%+v", unknown)
	}
}

// A caller that gives up while a token is being fetched does not cancel it for the
// others.
func TestTheTokensFetchBelongsToNobody(t *testing.T) {
	t.Parallel()
	m := open(t)
	release := make(chan struct{})
	m.sim.Watch(func(o paypalsim.Operation, at paypalsim.Moment) {
		if o == paypalsim.Token && at == paypalsim.Before {
			<-release
		}
	})
	_, err := m.Order(deadline(t, 20*time.Millisecond), "5O190127TN364715T")
	wantUnknown(t, err)
	close(release)
	if m.create(t, "a1").ID == "" || m.sim.Calls(paypalsim.Token) != 1 {
		t.Errorf("%d tokens were fetched", m.sim.Calls(paypalsim.Token))
	}
}

// Malformed tokens are not used.
func TestTokensAreNotTrusted(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"no JSON": "<html>", "no token": `{"expires_in":32400}`, "no life": `{"access_token":"A21"}`, "negative": `{"access_token":"A21","expires_in":-1}`,
		"line end": `{"access_token":"A\r\nX: y","expires_in":32400}`, "a number": `{"access_token":5,"expires_in":32400}`,
	} {
		asked := 0
		m := open(t, func(s *settings) {
			s.BaseURL = serve(t, func(w http.ResponseWriter, r *http.Request) {
				if strings.HasPrefix(r.URL.Path, "/v2/") {
					asked++
				}
				w.Write([]byte(body))
			})
		})
		_, err := m.Order(t.Context(), "5O190127TN364715T")
		if wantUnknown(t, err); asked != 0 {
			t.Errorf("%s: used for a call", name)
		}
	}
}

// A short-lived token is used for half of its life.
func TestShortLivedToken(t *testing.T) {
	t.Parallel()
	m := open(t, func(s *settings) { s.sim.TokenLife = time.Minute })
	order := m.create(t, "a1")
	for range 3 {
		m.Order(t.Context(), order.ID)
	}
	m.clock.Advance(29 * time.Second)
	m.Order(t.Context(), order.ID)
	if n := m.sim.Calls(paypalsim.Token); n != 1 {
		t.Errorf("%d tokens", n)
	}
	m.clock.Advance(2 * time.Second)
	m.Order(t.Context(), order.ID)
	if n := m.sim.Calls(paypalsim.Token); n != 2 {
		t.Errorf("%d tokens after half of its life", n)
	}
}
