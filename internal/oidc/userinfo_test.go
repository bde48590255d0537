package oidc_test

import (
	"testing"
	"time"

	"kontor/internal/oidc/oidcsim"
	"kontor/internal/shop/account"
)

// Providers that follow the standard to the letter give e-mail and name only here.
func TestUserInfoIsAskedOnlyForWhatIsMissing(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.wantIdentity(t)
	r.wantCalls(t, oidcsim.UserInfo, 0)
	r.issuer.SetFaults(oidcsim.OnlyUserInfo)
	r.wantIdentity(t)
	r.wantCalls(t, oidcsim.UserInfo, 1)
}

// T17: statements about somebody else do not count.
func TestT17_UserInfoOfSomebodyElse(t *testing.T) {
	t.Parallel()
	for _, fault := range []oidcsim.Fault{oidcsim.UserInfoOfAnother, oidcsim.UserInfoNoSubject} {
		r := newRig(t)
		r.issuer.SetFaults(oidcsim.OnlyUserInfo, fault)
		identity, err := r.signIn(t)
		if want := (account.Identity{Issuer: r.issuer.URL(), Subject: "1001"}); err != nil || identity != want {
			t.Errorf("%s: signed in as %+v, %v", fault, identity, err)
		}
	}
}

// T18: people sign in without an e-mail when the userinfo fails.
func TestT18_UserInfoInTrouble(t *testing.T) {
	t.Parallel()
	for _, trouble := range []oidcsim.Trouble{
		oidcsim.Down, oidcsim.Hang, oidcsim.HTML, oidcsim.Empty, oidcsim.Endless, oidcsim.Redirect, oidcsim.Cut,
	} {
		t.Run(string(trouble), func(t *testing.T) {
			t.Parallel()
			r := newRig(t)
			r.issuer.SetFaults(oidcsim.OnlyUserInfo)
			in, answer := r.begin(t)
			r.SetLimit(time.Second)
			r.issuer.SetTrouble(oidcsim.UserInfo, trouble)
			identity, err := r.Finish(t.Context(), in, answer)
			if want := (account.Identity{Issuer: r.issuer.URL(), Subject: "1001"}); err != nil || identity != want {
				t.Errorf("signed in as %+v, %v", identity, err)
			}
			if asked := r.issuer.Count(oidcsim.UserInfo); asked != 1 && trouble != oidcsim.Cut { // Go retries on another connection
				t.Errorf("asked %d times", asked)
			}
			if r.issuer.Strayed() != 0 {
				t.Error("the access token left for another host")
			}
		})
	}
}

func TestT18_WithoutUserInfo(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.issuer.SetFaults(oidcsim.OnlyUserInfo, oidcsim.NoUserInfo)
	if identity, err := r.signIn(t); err != nil || identity.Subject != "1001" || identity.Email != "" {
		t.Errorf("signed in as %+v, %v", identity, err)
	}
}
