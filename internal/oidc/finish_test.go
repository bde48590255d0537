package oidc_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http/httptrace"
	"strings"
	"testing"
	"time"

	"kontor/internal/oidc/oidcsim"
	"kontor/internal/shop/account"
)

// C6, C7: an answer that is not this provider's is refused before the code is sent.
func TestC6_C7_AnswersOfOthersAreNotRedeemed(t *testing.T) {
	t.Parallel()
	for _, faults := range [][]oidcsim.Fault{{oidcsim.IssuerOther}, {oidcsim.IssuerAnnounced}, {oidcsim.IssuerAnnounced, oidcsim.IssuerOther}} {
		r := newRig(t)
		r.issuer.SetFaults(faults...)
		r.wantRefusal(t, account.ErrSignInMismatch)
		r.wantCalls(t, oidcsim.Token, 0)
	}
}

// C8: Google sends iss without announcing it.
func TestC8_IssuerMayComeUnannounced(t *testing.T) {
	t.Parallel()
	for _, faults := range [][]oidcsim.Fault{{oidcsim.IssuerSent}, {oidcsim.IssuerAnnounced, oidcsim.IssuerSent}} {
		r := newRig(t)
		r.issuer.SetFaults(faults...)
		r.wantIdentity(t)
	}
}

// C5, S25: a code from one provider is presented to the other. The attempt's store
// notices by the provider in it; here each part of the attempt alone suffices.
func TestC5_CodesDoNotCrossProviders(t *testing.T) {
	t.Parallel()
	google, microsoft := newRig(t), newRig(t)
	in, answer := google.begin(t)
	answer.Issuer, answer.IssuerGiven = google.issuer.URL(), true
	if _, err := microsoft.Finish(t.Context(), in, answer); !errors.Is(err, account.ErrSignInMismatch) {
		t.Errorf("answers %v", err)
	}
	google.wantCalls(t, oidcsim.Token, 0)
	microsoft.wantCalls(t, oidcsim.Token, 0)
	if _, err := google.Finish(t.Context(), in, answer); err != nil {
		t.Errorf("the right one answers %v", err)
	}
}

// C2, C15: an attempt without its secrets would match every answer.
func TestC2_C15_NothingIsRedeemedWithoutAttemptOrCode(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	in, answer := r.begin(t)
	attempts := map[string]func(*account.SignIn, *account.SignInAnswer){
		"no state":        func(in *account.SignIn, _ *account.SignInAnswer) { in.State = "" },
		"no nonce":        func(in *account.SignIn, _ *account.SignInAnswer) { in.Nonce = "" },
		"no verifier":     func(in *account.SignIn, _ *account.SignInAnswer) { in.Verifier = "" },
		"no redirect URI": func(in *account.SignIn, _ *account.SignInAnswer) { in.RedirectURI = "" },
		"nothing":         func(in *account.SignIn, _ *account.SignInAnswer) { *in = account.SignIn{} },
		"no code":         func(_ *account.SignIn, answer *account.SignInAnswer) { answer.Code = "" },
		"empty issuer":    func(_ *account.SignIn, answer *account.SignInAnswer) { answer.IssuerGiven = true },
	}
	for name, change := range attempts {
		in, answer := in, answer
		change(&in, &answer)
		if _, err := r.Finish(t.Context(), in, answer); !errors.Is(err, account.ErrSignInMismatch) {
			t.Errorf("%s: %v", name, err)
		}
	}
	r.wantCalls(t, oidcsim.Token, 0)
}

// C11: a stolen code in the thief's own attempt lacks its verifier.
func TestC11_StolenCodesAreRefused(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	_, stolen := r.begin(t)
	own, _ := r.begin(t)
	if identity, err := r.Finish(t.Context(), own, stolen); !errors.Is(err, account.ErrSignInRefused) || identity != (account.Identity{}) {
		t.Errorf("signed in as %+v, %v", identity, err)
	}
	r.wantCalls(t, oidcsim.Token, 1)
}

func TestT1_OneRequestCarriesTheCode(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		faults []oidcsim.Fault
		basic  bool
		err    error
	}{
		"both announced":     {nil, true, nil},
		"only post":          {[]oidcsim.Fault{oidcsim.PostAuth}, false, nil},
		"nothing announced":  {[]oidcsim.Fault{oidcsim.AuthNotAnnounced}, true, nil},
		"refused":            {[]oidcsim.Fault{oidcsim.InvalidGrant}, true, account.ErrSignInRefused},
		"client not let in":  {[]oidcsim.Fault{oidcsim.InvalidClient}, true, account.ErrSignInUnavailable},
		"post, not let in":   {[]oidcsim.Fault{oidcsim.PostAuth, oidcsim.InvalidClient}, false, account.ErrSignInUnavailable},
		"ID token not valid": {[]oidcsim.Fault{oidcsim.WrongNonce}, true, account.ErrSignInRefused},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRig(t)
			r.issuer.SetFaults(test.faults...)
			in, answer := r.begin(t)
			if _, err := r.Finish(t.Context(), in, answer); !errors.Is(err, test.err) {
				t.Errorf("answers %v", err)
			}
			r.wantCalls(t, oidcsim.Token, 1)
			e := r.issuer.Exchanges()[0]
			want := map[string]string{
				"grant_type": "authorization_code", "code": answer.Code, "redirect_uri": redirectURI, "code_verifier": in.Verifier,
			}
			if !test.basic {
				want["client_id"], want["client_secret"] = r.issuer.ClientID(), r.issuer.ClientSecret()
			}
			for name, value := range want {
				if got := e.Form[name]; len(got) != 1 || got[0] != value {
					t.Errorf("%s is %q", name, got)
				}
			}
			if len(e.Form) != len(want) || e.Basic != test.basic {
				t.Errorf("sent %d fields, basic %v", len(e.Form), e.Basic)
			}
		})
	}
}

// The operator learns that a client secret has expired.
func TestT1_RefusedCredentialsAreTheOperatorsMatter(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.issuer.SetFaults(oidcsim.InvalidClient)
	r.wantRefusal(t, account.ErrSignInUnavailable)
	if text := r.log.String(); !strings.Contains(text, "level=ERROR") || !strings.Contains(text, "client credentials refused") || !strings.Contains(text, "status=401") {
		t.Errorf("logged:\n%s", text)
	}
}

func TestT2_A_CodeServesOnce(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	in, answer := r.begin(t)
	if _, err := r.Finish(t.Context(), in, answer); err != nil {
		t.Fatal(err)
	}
	if identity, err := r.Finish(t.Context(), in, answer); !errors.Is(err, account.ErrSignInRefused) || identity != (account.Identity{}) {
		t.Errorf("the second time: %+v, %v", identity, err)
	}
}

// T3, T5: an error in time, one request, no redirect followed, and the next sign-in
// works.
func TestT3_T5_TokenEndpointInTrouble(t *testing.T) {
	t.Parallel()
	for _, trouble := range []oidcsim.Trouble{
		oidcsim.Down, oidcsim.Hang, oidcsim.HTML, oidcsim.Empty, oidcsim.Endless, oidcsim.Trickle, oidcsim.Redirect, oidcsim.Cut,
	} {
		t.Run(string(trouble), func(t *testing.T) {
			t.Parallel()
			r := newRig(t)
			in, answer := r.begin(t)
			r.SetLimit(300 * time.Millisecond)
			r.issuer.SetTrouble(oidcsim.Token, trouble)
			if identity, err := r.Finish(t.Context(), in, answer); !errors.Is(err, account.ErrSignInUnavailable) || identity != (account.Identity{}) {
				t.Errorf("signed in as %+v, %v", identity, err)
			}
			r.wantCalls(t, oidcsim.Token, 1)
			if r.issuer.Strayed() != 0 {
				t.Error("T5: the code left for another host")
			}
			if !r.issuer.Idle(5 * time.Second) {
				t.Error("the request is still running")
			}
			r.issuer.SetTrouble(oidcsim.Token, oidcsim.None)
			r.SetLimit(5 * time.Second)
			r.wantIdentity(t)
		})
	}
}

func TestT4_SlowIsNotDown(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.issuer.SetTrouble(oidcsim.Token, oidcsim.Slow)
	r.wantIdentity(t)
}

// A customer who leaves says nothing about the provider.
func TestACallerWhoLeavesIsNoFailure(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.issuer.SetTrouble(oidcsim.Metadata, oidcsim.Hang)
	ctx, cancel := context.WithCancel(t.Context())
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteRequest: func(httptrace.WroteRequestInfo) { cancel() }})
	if _, err := r.Start(ctx, account.NewSignIn(redirectURI)); !errors.Is(err, context.Canceled) {
		t.Errorf("answers %v", err)
	}
	if text := r.log.String(); text != "" {
		t.Errorf("logged:\n%s", text)
	}
	r.issuer.SetTrouble(oidcsim.Metadata, oidcsim.None)
	r.wantIdentity(t) // at once: the provider did not fail
}

// K8: an e-mail counts as verified only if the provider clearly says so.
func TestK8_OnlyTrueMeansVerified(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	for _, dialect := range []oidcsim.Fault{"", oidcsim.OnlyUserInfo} {
		r.issuer.SetFaults(dialect)
		for said, want := range map[string]bool{
			`true`: true, `"true"`: true,
			`false`: false, `"false"`: false, ``: false, `1`: false, `null`: false, `"TRUE"`: false, `"1"`: false, `{}`: false, `[true]`: false, `"true "`: false,
		} {
			r.issuer.SetPerson(oidcsim.Person{Subject: "1001", Name: "Anna", Email: "anna@example.org", EmailVerified: json.RawMessage(said)})
			identity, err := r.signIn(t)
			if err != nil || identity.EmailVerified != want || identity.Email != "anna@example.org" {
				t.Errorf("%q %s: %+v, %v", dialect, said, identity, err)
			}
		}
	}
}

func TestK9_HostileNamesSignIn(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	for given, want := range map[string]string{
		`<script>alert(1)</script>`:   `<script>alert(1)</script>`,
		"Berta\u202egnp.exe":          "Bertagnp.exe",
		"Berta\r\nSet-Cookie: a=b":    "Berta Set-Cookie: a=b",
		strings.Repeat("Björk", 2000): strings.Repeat("Björk", 20),
		"":                            "",
	} {
		r.issuer.SetPerson(oidcsim.Person{Subject: "1002", Name: given, Email: "berta@example.org"})
		if identity, err := r.signIn(t); err != nil || identity.Name != want {
			t.Errorf("%.30q: %.30q, %v", given, identity.Name, err)
		}
	}
}

func TestK7_NobodyNeedsAnEmail(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	for _, person := range []oidcsim.Person{{Subject: "1003"}, {Subject: "1003", Email: "not an address", EmailVerified: json.RawMessage(`true`)}} {
		r.issuer.SetPerson(person)
		identity, err := r.signIn(t)
		if want := (account.Identity{Issuer: r.issuer.URL(), Subject: "1003"}); err != nil || identity != want {
			t.Errorf("signed in as %+v, %v", identity, err)
		}
	}
}
