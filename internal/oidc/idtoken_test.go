package oidc_test

import (
	"strings"
	"testing"
	"time"

	"kontor/internal/oidc/oidcsim"
	"kontor/internal/shop/account"
)

// hostileTokens are ID tokens that must not let anybody in, by row of the outcome
// table.
var hostileTokens = map[string][]oidcsim.Fault{
	"T6":  {oidcsim.NoIDToken, oidcsim.NumberIDToken, oidcsim.Garbage, oidcsim.JSONSerial, oidcsim.SignedText},
	"T7":  {oidcsim.AlgNone, oidcsim.AlgNoneCapital, oidcsim.PublicKeyAsSecret, oidcsim.ClientSecretHMAC, oidcsim.OtherAlgorithm},
	"T8":  {oidcsim.FlippedSignature, oidcsim.ForeignKey, oidcsim.ForeignKeyOtherID, oidcsim.EmbeddedKey, oidcsim.KeyAddress, oidcsim.UnknownCritical},
	"T10": {oidcsim.OtherIssuer, oidcsim.NoIssuer, oidcsim.SlashIssuer},
	"T11": {oidcsim.OtherAudience, oidcsim.NoAudience, oidcsim.Strangers, oidcsim.StrangersAndParty, oidcsim.OtherParty, oidcsim.NumberParty},
	"T12": {oidcsim.Expired, oidcsim.NoExpiry, oidcsim.NotYetValid},
	"T13": {oidcsim.NoIssuedAt, oidcsim.IssuedInAnHour},
	"T14": {oidcsim.WrongNonce, oidcsim.NoNonce},
	"T15": {oidcsim.NoSubject, oidcsim.EmptySubject, oidcsim.NullSubject, oidcsim.NumberSubject, oidcsim.LongSubject, oidcsim.TwoSubjects},
	"T16": {oidcsim.OtherAccessToken},
}

// S27 and the rows above: none is accepted, the code is sent once, no other server is
// contacted, and an honest token is accepted afterwards.
func TestS27_T6toT16_HostileIDTokens(t *testing.T) {
	t.Parallel()
	for row, faults := range hostileTokens {
		t.Run(row, func(t *testing.T) {
			t.Parallel()
			for _, fault := range faults {
				r := newRig(t)
				r.issuer.SetFaults(fault)
				in, answer := r.begin(t)
				identity, err := r.Finish(t.Context(), in, answer)
				if err == nil || err.Error() != "Die Anmeldung ist fehlgeschlagen. Bitte erneut versuchen." || identity != (account.Identity{}) {
					t.Errorf("%s: signed in as %+v, %v", fault, identity, err)
				}
				r.wantCalls(t, oidcsim.Token, 1)
				r.wantCalls(t, oidcsim.UserInfo, 0)
				if r.issuer.Strayed() != 0 {
					t.Errorf("%s: another host was asked", fault)
				}
				if !strings.Contains(r.log.String(), `msg="sign-in not finished" provider=google reason=`) {
					t.Errorf("%s: logged\n%s", fault, r.log)
				}
				r.issuer.SetFaults()
				r.wantIdentity(t)
			}
		})
	}
}

// T9, T11, T13: what the standard leaves to providers.
func TestT9_T11_T13_DialectsAreAccepted(t *testing.T) {
	t.Parallel()
	for _, fault := range []oidcsim.Fault{
		oidcsim.NoKeyID, oidcsim.AudienceList, oidcsim.OwnParty, oidcsim.IssuedInAMinute, oidcsim.NoAccessTokenHash,
	} {
		r := newRig(t)
		r.issuer.SetFaults(fault)
		r.wantIdentity(t)
	}
}

func TestT14_EarlierTokensAreRefused(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.wantIdentity(t)
	r.issuer.SetFaults(oidcsim.EarlierToken)
	r.wantRefusal(t, account.ErrSignInRefused)
}

// T15: subjects that differ in case are different people.
func TestT15_SubjectsAreComparedByteForByte(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	seen := make(map[string]bool)
	for _, subject := range []string{"abc", "ABC", "abc ", "Abc"} {
		r.issuer.SetPerson(oidcsim.Person{Subject: subject})
		identity, err := r.signIn(t)
		if err != nil || identity.Subject != subject || seen[identity.Subject] {
			t.Errorf("%q signed in as %q, %v", subject, identity.Subject, err)
		}
		seen[identity.Subject] = true
	}
}

// R25: clocks that differ by less than five minutes do not keep people out; tokens are
// refused as soon as they have expired.
func TestR25_ClockSkew(t *testing.T) {
	t.Parallel()
	for ahead, want := range map[time.Duration]error{
		-290 * time.Second: nil, 290 * time.Second: nil, 55 * time.Minute: nil,
		-310 * time.Second: account.ErrSignInRefused, 61 * time.Minute: account.ErrSignInRefused,
	} {
		r := newRig(t)
		r.pass(ahead)
		if want == nil {
			r.wantIdentity(t)
		} else {
			r.wantRefusal(t, want)
		}
	}
}
