package oidc_test

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"log/slog"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"kontor/internal/oidc"
	"kontor/internal/oidc/oidcsim"
	"kontor/internal/shop/account"
)

func TestL1_TheBrowserIsSentWithEverythingThatProtectsIt(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	in := account.NewSignIn(redirectURI)
	address, err := r.Start(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	base, query, _ := strings.Cut(address, "?")
	if base != r.issuer.URL()+"/authorize" {
		t.Errorf("sent to %s", base)
	}
	asked, err := url.ParseQuery(query)
	if err != nil {
		t.Fatal(err)
	}
	challenge := sha256.Sum256([]byte(in.Verifier))
	want := url.Values{
		"response_type": {"code"}, "client_id": {"shop"}, "redirect_uri": {redirectURI}, "scope": {"openid email profile"},
		"state": {in.State}, "nonce": {in.Nonce},
		"code_challenge": {base64.RawURLEncoding.EncodeToString(challenge[:])}, "code_challenge_method": {"S256"},
	}
	if !maps.EqualFunc(asked, want, slices.Equal) {
		t.Errorf("asked with %v\nwant %v", asked, want)
	}
	if strings.Contains(address, in.Verifier) || strings.Contains(address, url.QueryEscape(r.issuer.ClientSecret())) {
		t.Error("a secret is in the address")
	}
	r.wantCalls(t, oidcsim.Token, 0)
}

// Google and Microsoft let people choose among their accounts, unless they announce
// that they do not; other providers may refuse a prompt, so none is sent to them.
func TestL1_OnlyProvidersKnownToOfferAccountsAreAskedTo(t *testing.T) {
	t.Parallel()
	const google, microsoft = "https://accounts.google.com", "https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0"
	for _, c := range []struct {
		issuer    string
		announced []string
		want      bool
	}{
		{google, nil, true},
		{microsoft, nil, true},
		{google, []string{"none", "select_account"}, true},
		{google, []string{"none", "login"}, false},
		{microsoft, []string{}, false},
		{"https://id.example", nil, false},
		{"https://id.example", []string{"select_account"}, false},
		{"https://accounts.google.com.example", nil, false},
		{"https://login.microsoftonline.com.example/v2.0", nil, false},
	} {
		if got := oidc.OffersAccounts(c.issuer, c.announced); got != c.want {
			t.Errorf("%s with the prompts %v: %t", c.issuer, c.announced, got)
		}
	}
}

func TestL3_WithoutCredentialsNobodyIsAsked(t *testing.T) {
	t.Parallel()
	issuer := oidcsim.Start(t, oidcsim.Options{})
	for _, o := range []oidc.Options{{}, {ClientID: "shop"}, {ClientSecret: "secret"}} {
		o.Name, o.Label, o.Issuer, o.Log, o.Now = "google", "Google", issuer.URL(), slog.New(slog.DiscardHandler), time.Now
		p := oidc.New(o)
		in := account.NewSignIn(redirectURI)
		address, started := p.Start(t.Context(), in)
		identity, finished := p.Finish(t.Context(), in, account.SignInAnswer{Code: "x"})
		for _, err := range []error{started, finished} {
			if !errors.Is(err, account.ErrSignInNotSetUp) || err.Error() != "Die Anmeldung mit Google ist noch nicht eingerichtet." {
				t.Errorf("answers %v", err)
			}
		}
		if address != "" || identity != (account.Identity{}) {
			t.Errorf("%q, %+v", address, identity)
		}
	}
	if issuer.Count(oidcsim.Metadata) != 0 {
		t.Error("the provider was asked")
	}
}

// L5, R25: whatever is wrong with the metadata, the answer comes in time, and signing
// in works without a restart once they are right.
func TestL5_R25_MetadataInTrouble(t *testing.T) {
	t.Parallel()
	for _, trouble := range []oidcsim.Trouble{
		oidcsim.Down, oidcsim.Hang, oidcsim.HTML, oidcsim.Empty, oidcsim.Endless, oidcsim.Trickle, oidcsim.Redirect, oidcsim.Cut,
	} {
		t.Run(string(trouble), func(t *testing.T) {
			t.Parallel()
			r := newRig(t)
			r.SetLimit(300 * time.Millisecond)
			r.issuer.SetTrouble(oidcsim.Metadata, trouble)
			r.wantNoStart(t)
			r.wantNoStart(t)
			r.wantCalls(t, oidcsim.Metadata, 1) // a moment ago: not asked again
			if r.issuer.Strayed() != 0 {
				t.Error("a redirect was followed")
			}
			if !r.issuer.Idle(5 * time.Second) {
				t.Error("a request is still running")
			}
			r.issuer.SetTrouble(oidcsim.Metadata, oidcsim.None)
			r.pass(4 * time.Second)
			r.SetLimit(5 * time.Second)
			r.wantIdentity(t)
			r.wantCalls(t, oidcsim.Metadata, 2)
		})
	}
}

// wantNoStart expects that no sign-in can begin now.
func (r *rig) wantNoStart(t *testing.T) {
	t.Helper()
	address, err := r.Start(t.Context(), account.NewSignIn(redirectURI))
	if !errors.Is(err, account.ErrSignInUnavailable) || address != "" {
		t.Fatalf("start gives %q, %v", address, err)
	}
	if want := "Die Anmeldung mit Google ist gerade nicht möglich. Bitte später erneut versuchen."; err.Error() != want {
		t.Errorf("people read %q", err)
	}
}

func TestL5_NobodyListens(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.Provider = r.provider("http://127.0.0.1:1")
	r.wantNoStart(t)
	if !strings.Contains(r.log.String(), `provider=google reason="no metadata"`) {
		t.Errorf("logged:\n%s", r.log)
	}
}

// L5: people never wait longer than this, whatever the provider does.
func TestL5_T3_TheLimitIsBelowFiveSeconds(t *testing.T) {
	t.Parallel()
	if limit := newRig(t).Limit(); limit < 4*time.Second || limit > 4900*time.Millisecond {
		t.Errorf("the limit is %v", limit)
	}
}

func TestL6_MetadataOfAnotherIssuer(t *testing.T) {
	t.Parallel()
	for _, fault := range []oidcsim.Fault{oidcsim.MetadataOtherIssuer, oidcsim.MetadataSlash, oidcsim.InsecureEndpoint} {
		r := newRig(t)
		r.issuer.SetFaults(fault)
		r.wantNoStart(t)
		r.issuer.SetFaults()
		r.pass(4 * time.Second)
		r.wantIdentity(t)
	}
}

func TestL7_AnnouncedAlgorithmsDoNotWiden(t *testing.T) {
	t.Parallel()
	for _, fault := range []oidcsim.Fault{oidcsim.AlgNone, oidcsim.PublicKeyAsSecret, oidcsim.ClientSecretHMAC, oidcsim.OtherAlgorithm} {
		r := newRig(t)
		r.issuer.SetFaults(oidcsim.WeakAlgorithms, fault)
		r.wantRefusal(t, account.ErrSignInRefused)
		r.issuer.SetFaults(oidcsim.WeakAlgorithms)
		r.wantIdentity(t)
	}
}

// L9: Microsoft supports PKCE without announcing it.
func TestL9_PKCEWithoutItsAnnouncement(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.issuer.SetFaults(oidcsim.PKCENotAnnounced)
	r.wantIdentity(t) // the issuer checks the challenge
	if !strings.Contains(r.log.String(), "does not announce PKCE") {
		t.Errorf("no warning in the log:\n%s", r.log)
	}
}

// Many simultaneous customers cause one request for the metadata and one for the keys.
func TestT19_ManySignInsAtOnceAskOnce(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.issuer.SetTrouble(oidcsim.Metadata, oidcsim.Slow)
	ended := make(chan error, 20)
	for range cap(ended) {
		go func() {
			_, err := r.Start(t.Context(), account.NewSignIn(redirectURI))
			ended <- err
		}()
	}
	for range cap(ended) {
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
	r.wantCalls(t, oidcsim.Metadata, 1)
}

// L8, S39: wherever the metadata lead, nobody can listen on the way, and an outside
// provider reaches nothing on the shop's computer or in its network.
func TestL8_S39_WhereMetadataMayLead(t *testing.T) {
	t.Parallel()
	const public, local, office = "https://accounts.example", "http://127.0.0.1:5556", "https://10.0.0.7/realm"
	for _, test := range []struct {
		issuer, address string
		may             bool
	}{
		{public, "https://accounts.example/keys", true},
		{public, "https://other.example:8443/keys", true}, // Microsoft's userinfo is elsewhere
		{public, "https://8.8.8.8/keys", true},
		{public, "http://accounts.example/keys", false},
		{public, "ftp://accounts.example/keys", false},
		{public, "https://name@accounts.example/keys", false},
		{public, "https://accounts.example/keys#x", false},
		{public, "", false}, {public, "/keys", false}, {public, "https:///keys", false}, {public, "https://%zz/", false},
		{public, "http://127.0.0.1:9090/metrics", false}, {public, "https://127.0.0.1/", false}, {public, "https://LOCALHOST/", false},
		{public, "https://[::1]/", false}, {public, "https://[::ffff:127.0.0.1]/", false}, {public, "https://0.0.0.0/", false},
		{public, "https://10.1.2.3/", false}, {public, "https://192.168.0.1/", false}, {public, "https://172.16.0.1/", false},
		{public, "https://169.254.169.254/latest/meta-data", false}, {public, "https://[fd00::1]/", false}, {public, "https://[fe80::1]/", false},
		{local, "http://127.0.0.1:5556/keys", true}, {local, "http://localhost:5556/keys", true}, {local, "http://10.0.0.7/keys", false},
		{office, "https://10.0.0.8/keys", true}, {office, "http://10.0.0.8/keys", false},
	} {
		if got := oidc.MayLead(test.issuer, test.address); got != test.may {
			t.Errorf("%s may lead to %q: %v, want %v", test.issuer, test.address, got, test.may)
		}
	}
}

// L5, T3, T20, R25: an answer that is too long does not count, even if its end would be
// right.
func TestL5_T3_T20_R25_AnswersAreBounded(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.issuer.SetTrouble(oidcsim.Metadata, oidcsim.Padded)
	r.wantNoStart(t)
	r.issuer.SetTrouble(oidcsim.Metadata, oidcsim.None)
	r.pass(4 * time.Second)

	r.issuer.SetTrouble(oidcsim.Keys, oidcsim.Padded)
	r.wantRefusal(t, account.ErrSignInUnavailable)
	r.issuer.SetTrouble(oidcsim.Keys, oidcsim.None)
	r.pass(4 * time.Second)

	r.issuer.SetTrouble(oidcsim.Token, oidcsim.Padded)
	if identity, err := r.signIn(t); err == nil || identity != (account.Identity{}) {
		t.Errorf("signed in as %+v, %v", identity, err)
	}
	r.issuer.SetTrouble(oidcsim.Token, oidcsim.None)

	r.issuer.SetFaults(oidcsim.OnlyUserInfo)
	r.issuer.SetTrouble(oidcsim.UserInfo, oidcsim.Padded)
	if identity, err := r.signIn(t); err != nil || identity.Subject != "1001" || identity.Email != "" {
		t.Errorf("signed in as %+v, %v", identity, err)
	}
	r.issuer.SetTrouble(oidcsim.UserInfo, oidcsim.None)
	r.wantIdentity(t)
}
