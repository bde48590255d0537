package oidc_test

import (
	"strings"
	"testing"
	"time"

	"kontor"
	"kontor/internal/oidc/oidctest"
)

// hostileTokens are ID tokens that must not let anybody in, by outcome row.
var hostileTokens = map[string][]oidctest.Fault{
	"T6":  {oidctest.NoIDToken, oidctest.NumberIDToken, oidctest.Garbage, oidctest.JSONSerial, oidctest.SignedText},
	"T7":  {oidctest.AlgNone, oidctest.AlgNoneCapital, oidctest.PublicKeyAsSecret, oidctest.ClientSecretHMAC, oidctest.OtherAlgorithm},
	"T8":  {oidctest.FlippedSignature, oidctest.ForeignKey, oidctest.ForeignKeyOtherID, oidctest.EmbeddedKey, oidctest.KeyAddress, oidctest.UnknownCritical},
	"T10": {oidctest.OtherIssuer, oidctest.NoIssuer, oidctest.SlashIssuer},
	"T11": {oidctest.OtherAudience, oidctest.NoAudience, oidctest.Strangers, oidctest.StrangersAndParty, oidctest.OtherParty, oidctest.NumberParty},
	"T12": {oidctest.Expired, oidctest.NoExpiry, oidctest.NotYetValid},
	"T13": {oidctest.NoIssuedAt, oidctest.IssuedInAnHour},
	"T14": {oidctest.WrongNonce, oidctest.NoNonce},
	"T15": {oidctest.NoSubject, oidctest.EmptySubject, oidctest.NullSubject, oidctest.NumberSubject, oidctest.LongSubject, oidctest.TwoSubjects},
	"T16": {oidctest.OtherAccessToken},
}

// S27 and the rows above: none is accepted, the code is sent once, nobody else is
// asked, and an honest token is accepted afterwards.
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
				if err == nil || err.Error() != "Die Anmeldung ist fehlgeschlagen. Bitte erneut versuchen." || identity != (kontor.Identity{}) {
					t.Errorf("%s: signed in as %+v, %v", fault, identity, err)
				}
				r.wantCalls(t, oidctest.Token, 1)
				r.wantCalls(t, oidctest.UserInfo, 0)
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
	for _, fault := range []oidctest.Fault{
		oidctest.NoKeyID, oidctest.AudienceList, oidctest.OwnParty, oidctest.IssuedInAMinute, oidctest.NoAccessTokenHash,
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
	r.issuer.SetFaults(oidctest.EarlierToken)
	r.wantRefusal(t, kontor.ErrSignInRefused)
}

// T15: upper and lower case are different people.
func TestT15_SubjectsAreComparedByteForByte(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	seen := make(map[string]bool)
	for _, subject := range []string{"abc", "ABC", "abc ", "Abc"} {
		r.issuer.SetPerson(oidctest.Person{Subject: subject})
		identity, err := r.signIn(t)
		if err != nil || identity.Subject != subject || seen[identity.Subject] {
			t.Errorf("%q signed in as %q, %v", subject, identity.Subject, err)
		}
		seen[identity.Subject] = true
	}
}

// R25: clocks that differ by less than five minutes do not keep people out;
// tokens are refused as soon as they have expired.
func TestR25_ClockSkew(t *testing.T) {
	t.Parallel()
	for ahead, want := range map[time.Duration]error{
		-290 * time.Second: nil, 290 * time.Second: nil, 55 * time.Minute: nil,
		-310 * time.Second: kontor.ErrSignInRefused, 61 * time.Minute: kontor.ErrSignInRefused,
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
