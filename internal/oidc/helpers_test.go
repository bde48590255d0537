package oidc_test

import (
	"errors"
	"log/slog"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"kontor/internal/oidc"
	"kontor/internal/oidc/oidcsim"
	"kontor/internal/shop/account"
)

const redirectURI = "http://localhost:8080/api/konto/rueckkehr/google"

// rig is a shop's provider and the issuer that it signs in at.
type rig struct {
	*oidc.Provider
	issuer *oidcsim.Issuer
	log    *buffer

	mu      sync.Mutex
	ahead   time.Duration // of the shop's clock
	secrets []string      // what must not be logged
}

// buffer collects a log.
type buffer struct {
	mu   sync.Mutex
	text strings.Builder
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// newRig starts an issuer and a provider configured for it.
func newRig(t *testing.T) *rig {
	t.Helper()
	issuer := oidcsim.Start(t, oidcsim.Options{})
	r := &rig{issuer: issuer, log: &buffer{}}
	r.Provider = r.provider(issuer.URL())
	t.Cleanup(func() {
		r.Close()
		r.checkLog(t)
	})
	return r
}

func (r *rig) provider(issuer string) *oidc.Provider {
	return oidc.New(oidc.Options{
		Name: "google", Label: "Google", Issuer: issuer,
		ClientID: r.issuer.ClientID(), ClientSecret: r.issuer.ClientSecret(),
		Log: slog.New(slog.NewTextHandler(r.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
		Now: r.now,
	})
}

func (r *rig) now() time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	return time.Now().Add(r.ahead)
}

// pass advances the shop's clock.
func (r *rig) pass(d time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ahead += d
}

// checkLog checks T21 and S42 in every test: whatever went wrong, the log identifies
// nobody and contains no credential.
func (r *rig) checkLog(t *testing.T) {
	t.Helper()
	text := r.log.String()
	hidden := []string{r.issuer.ClientSecret(), url.QueryEscape(r.issuer.ClientSecret()), "example.org", "Anna", "1001", "eyJ"}
	for _, e := range r.issuer.Exchanges() {
		hidden = append(hidden, e.Form.Get("code"), e.Form.Get("code_verifier"), e.AccessToken, e.IDToken)
	}
	for _, secret := range append(hidden, r.secrets...) {
		if secret != "" && strings.Contains(text, secret) {
			t.Errorf("%q is in the log:\n%s", secret, text)
		}
	}
}

// begin starts a sign-in and lets the person sign in at the issuer.
func (r *rig) begin(t *testing.T) (account.SignIn, account.SignInAnswer) {
	t.Helper()
	in := account.NewSignIn(redirectURI)
	r.secrets = append(r.secrets, in.State, in.Nonce, in.Verifier)
	address, err := r.Start(t.Context(), in)
	if err != nil {
		t.Fatalf("start: %v", err)
	}
	back, err := oidcsim.Browse(address)
	if err != nil {
		t.Fatal(err)
	}
	said := back.Query()
	if said.Get("state") != in.State || !strings.HasPrefix(back.String(), redirectURI+"?") {
		t.Fatalf("sent back to %s", back)
	}
	return in, account.SignInAnswer{Code: said.Get("code"), Issuer: said.Get("iss"), IssuerGiven: said.Has("iss")}
}

// signIn carries out a complete sign-in.
func (r *rig) signIn(t *testing.T) (account.Identity, error) {
	t.Helper()
	in, answer := r.begin(t)
	return r.Finish(t.Context(), in, answer)
}

// wantIdentity signs in and expects Anna.
func (r *rig) wantIdentity(t *testing.T) {
	t.Helper()
	want := account.Identity{Issuer: r.issuer.URL(), Subject: "1001", Email: "anna@example.org", EmailVerified: true, Name: "Anna Anders"}
	if got, err := r.signIn(t); err != nil || got != want {
		t.Fatalf("signed in as %+v, %v", got, err)
	}
}

// wantRefusal signs in and expects a refusal and no identity.
func (r *rig) wantRefusal(t *testing.T, want error) {
	t.Helper()
	got, err := r.signIn(t)
	if !errors.Is(err, want) || got != (account.Identity{}) {
		t.Fatalf("signed in as %+v, %v; want %v", got, err, want)
	}
}

// wantCalls compares the number of requests to an endpoint.
func (r *rig) wantCalls(t *testing.T, e oidcsim.Endpoint, want int) {
	t.Helper()
	if got := r.issuer.Count(e); got != want {
		t.Errorf("the %s endpoint was asked %d times, want %d", e, got, want)
	}
}
