package oidc_test

import (
	"errors"
	"testing"
	"time"

	"kontor/internal/oidc/oidcsim"
	"kontor/internal/shop/account"
)

func TestT19_KeysAreKept(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	for range 5 {
		r.wantIdentity(t)
	}
	r.wantCalls(t, oidcsim.Metadata, 1)
	r.wantCalls(t, oidcsim.Keys, 1)
	r.issuer.Rotate()
	r.wantIdentity(t)
	r.wantIdentity(t)
	r.wantCalls(t, oidcsim.Keys, 2)
	r.issuer.Rotate() // twice within a minute
	r.wantIdentity(t)
	r.wantCalls(t, oidcsim.Keys, 3)
}

// A key replaced under the same id is fetched on the first signature that does not
// match, however recently the keys were fetched. Tokens that match no key cause at most
// one request a minute.
func TestT19_KeyReplacedUnderItsID(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.wantIdentity(t)
	r.issuer.ReplaceKey()
	r.wantIdentity(t)
	r.wantIdentity(t)
	r.wantCalls(t, oidcsim.Keys, 2)
	r.issuer.SetFaults(oidcsim.ForeignKey)
	for range 5 {
		r.wantRefusal(t, account.ErrSignInRefused)
	}
	r.wantCalls(t, oidcsim.Keys, 2)
	r.issuer.SetFaults()
	r.issuer.ReplaceKey() // twice within a minute
	r.wantRefusal(t, account.ErrSignInRefused)
	r.pass(time.Minute)
	r.wantIdentity(t)
	r.wantCalls(t, oidcsim.Keys, 3)
}

// R25: the same unknown key id causes one request a minute, and keeps nobody else out.
func TestR25_UnknownKeysAreSoughtOnceAMinute(t *testing.T) {
	t.Parallel()
	for _, fault := range []oidcsim.Fault{oidcsim.ForeignKeyOtherID, oidcsim.ForeignKey, oidcsim.FlippedSignature} {
		r := newRig(t)
		r.wantIdentity(t)
		r.pass(time.Minute)
		r.issuer.SetFaults(fault)
		for range 5 {
			r.wantRefusal(t, account.ErrSignInRefused)
		}
		r.wantCalls(t, oidcsim.Keys, 2)
		r.issuer.SetFaults()
		r.wantIdentity(t)
		r.wantCalls(t, oidcsim.Keys, 2)
		r.pass(time.Minute)
		r.issuer.SetFaults(fault)
		r.wantRefusal(t, account.ErrSignInRefused)
		r.wantCalls(t, oidcsim.Keys, 3)
	}
}

// A provider that invents a key id for each token does not make the shop request the
// keys each time.
func TestR25_ManyUnknownKeysAreBounded(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	const rotations = 40
	for range rotations {
		r.issuer.Rotate()
		if _, err := r.signIn(t); err != nil && !errors.Is(err, account.ErrSignInRefused) {
			t.Fatal(err)
		}
	}
	if asked := r.issuer.Count(oidcsim.Keys); asked >= rotations || asked < 30 {
		t.Errorf("%d requests for %d key ids", asked, rotations)
	}
	r.pass(time.Minute)
	r.wantIdentity(t)
}

func TestT20_KeysInTrouble(t *testing.T) {
	t.Parallel()
	for _, trouble := range []oidcsim.Trouble{
		oidcsim.Down, oidcsim.Hang, oidcsim.HTML, oidcsim.Empty, oidcsim.Endless, oidcsim.Trickle, oidcsim.Redirect, oidcsim.Cut,
	} {
		t.Run(string(trouble), func(t *testing.T) {
			t.Parallel()
			r := newRig(t)
			in, answer := r.begin(t)
			r.SetLimit(300 * time.Millisecond)
			r.issuer.SetTrouble(oidcsim.Keys, trouble)
			if identity, err := r.Finish(t.Context(), in, answer); !errors.Is(err, account.ErrSignInUnavailable) || identity != (account.Identity{}) {
				t.Errorf("signed in as %+v, %v", identity, err)
			}
			asked := r.issuer.Count(oidcsim.Keys)
			r.SetLimit(5 * time.Second)
			r.wantRefusal(t, account.ErrSignInUnavailable)
			r.wantCalls(t, oidcsim.Keys, asked) // a moment ago: not asked again
			if r.issuer.Strayed() != 0 {
				t.Error("a redirect was followed")
			}
			if !r.issuer.Idle(5 * time.Second) {
				t.Error("a request is still running")
			}
			r.issuer.SetTrouble(oidcsim.Keys, oidcsim.None)
			r.pass(4 * time.Second)
			r.wantIdentity(t)

			r.issuer.SetTrouble(oidcsim.Keys, trouble) // known keys need no request
			r.wantIdentity(t)
			r.wantCalls(t, oidcsim.Keys, asked+1)
		})
	}
}
