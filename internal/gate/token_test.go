package gate_test

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"
	_ "time/tzdata"

	"kontor/internal/gate"
)

func TestIssue(t *testing.T) {
	t.Parallel()
	c := newClock()
	k := siteKeyring(t, c)
	c.advance(900 * time.Millisecond)

	token, issued := k.Issue()
	verified, err := k.Verify(token)
	if err != nil {
		t.Fatal(err)
	}
	if verified.ID != issued.ID || !verified.IssuedAt.Equal(issued.IssuedAt) || !issued.IssuedAt.Equal(start) {
		t.Errorf("issued %v, verified %v, want both at %v", issued, verified, start)
	}
	if !regexp.MustCompile(`^[0-9a-f]{8}$`).MatchString(issued.ID) {
		t.Errorf("session id %q is not 8 hex digits", issued.ID)
	}
	if other, _ := k.Issue(); other == token {
		t.Error("two tokens are equal")
	}
}

func TestTokenFormat(t *testing.T) {
	t.Parallel()
	c := newClock()
	mustVerify(t, siteKeyring(t, c), forge(siteKey, gate.Site, accessCode, start))

	token := issue(siteKeyring(t, c))
	if !regexp.MustCompile(`^[\w-]{22}\.\d{10}\.[\w-]{43}$`).MatchString(token) {
		t.Errorf("token %q has another form", token)
	}
}

func TestG1_TokensAreNotInterchangeable(t *testing.T) {
	t.Parallel()
	c := newClock()
	site, admin := siteKeyring(t, c), adminKeyring(t, c)
	mustRefuse(t, admin, issue(site), gate.ErrInvalid)
	mustRefuse(t, site, issue(admin), gate.ErrInvalid)
}

func TestG2_S10_NotInterchangeableWithEqualSecrets(t *testing.T) {
	t.Parallel()
	c := newClock()
	site := newKeyring(t, c, gate.Site, accessCode, siteLife, siteKey)
	admin := newKeyring(t, c, gate.Administration, accessCode, day, siteKey)
	mustRefuse(t, admin, issue(site), gate.ErrInvalid)
	mustRefuse(t, site, issue(admin), gate.ErrInvalid)
}

func TestG3_SwappedSecretsEndAllSessions(t *testing.T) {
	t.Parallel()
	c := newClock()
	siteToken, adminToken := issue(siteKeyring(t, c)), issue(adminKeyring(t, c))
	site := newKeyring(t, c, gate.Site, accessCode, siteLife, adminKey)
	admin := newKeyring(t, c, gate.Administration, accessCode, day, siteKey)
	for _, token := range []string{siteToken, adminToken} {
		mustRefuse(t, site, token, gate.ErrInvalid)
		mustRefuse(t, admin, token, gate.ErrInvalid)
	}
}

// Anybody who learns one system's secret can open that system and no other, whatever
// purpose a forged token names.
func TestG4_LeakedSecretOpensItsOwnSystemOnly(t *testing.T) {
	t.Parallel()
	c := newClock()
	keys := map[gate.Purpose][]byte{
		gate.Site:           siteKey,
		gate.Administration: adminKey,
		"konto":             []byte(strings.Repeat("k", 32)),
	}
	for leaked, key := range keys {
		for attacked, own := range keys {
			k := newKeyring(t, c, attacked, accessCode, day, own)
			for purpose := range keys {
				token := forge(key, purpose, accessCode, c.now)
				if leaked == attacked && purpose == attacked {
					mustVerify(t, k, token)
				} else {
					mustRefuse(t, k, token, gate.ErrInvalid)
				}
			}
		}
	}
}

func TestG5_CustomerAndTransactionTokensOpenNoGate(t *testing.T) {
	t.Parallel()
	c := newClock()
	konto := []byte(strings.Repeat("k", 32))
	systems := []*gate.Keyring{
		siteKeyring(t, c), adminKeyring(t, c),
		newKeyring(t, c, "konto", "", 30*day, konto),
		newKeyring(t, c, "anmeldung", "", 10*time.Minute, konto),
	}
	for i, issuer := range systems {
		token := issue(issuer)
		for j, k := range systems {
			if i == j {
				mustVerify(t, k, token)
			} else {
				mustRefuse(t, k, token, gate.ErrInvalid)
			}
		}
	}
}

func TestG9_S13_LifeIsAbsolute(t *testing.T) {
	t.Parallel()
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	begins := map[string]time.Time{
		"plain":       start,
		"clocks back": time.Date(2026, 10, 24, 12, 0, 0, 0, berlin),
		"clocks on":   time.Date(2027, 3, 27, 12, 0, 0, 0, berlin),
	}
	for name, begin := range begins {
		for _, life := range []time.Duration{day, siteLife} {
			t.Run(fmt.Sprintf("%s %v", name, life), func(t *testing.T) {
				t.Parallel()
				c := &clock{now: begin}
				k := newKeyring(t, c, gate.Site, accessCode, life, siteKey)
				token := issue(k)
				for c.now.Before(begin.Add(life - time.Hour)) {
					mustVerify(t, k, token) // use in between prolongs nothing
					c.advance(time.Hour)
				}
				c.now = begin.Add(life - time.Second)
				mustVerify(t, k, token)
				c.now = begin.Add(life)
				mustRefuse(t, k, token, gate.ErrExpired)
				c.advance(10 * 365 * day)
				mustRefuse(t, k, token, gate.ErrExpired)
			})
		}
	}
}

func TestG9_ClockGoesBack(t *testing.T) {
	t.Parallel()
	c := newClock()
	k := siteKeyring(t, c)
	token := issue(k)
	c.now = start.Add(-time.Minute)
	mustVerify(t, k, token)
	c.now = start.Add(-time.Minute - time.Second)
	mustRefuse(t, k, token, gate.ErrInvalid)
	c.now = start.Add(-2 * time.Minute)
	mustRefuse(t, k, token, gate.ErrInvalid)
}

func TestExpiredTokenNamesItsSession(t *testing.T) {
	t.Parallel()
	c := newClock()
	k := adminKeyring(t, c)
	token, issued := k.Issue()
	c.advance(day)
	if got, err := k.Verify(token); !errors.Is(err, gate.ErrExpired) || got.ID != issued.ID {
		t.Errorf("Verify = %v, %v; want session %s and ErrExpired", got, err, issued.ID)
	}
	if got, err := k.Verify(token + "A"); err != gate.ErrInvalid || got != (gate.Session{}) {
		t.Errorf("forged and expired: %v, %v; want no session and ErrInvalid", got, err)
	}
}

func TestG11_NoKeyringWithoutProperKeys(t *testing.T) {
	t.Parallel()
	short := []byte("geheim-geheim-geheim-geheim-31b")
	cases := map[string][][]byte{
		"none":           {},
		"nil":            {nil},
		"empty":          {{}},
		"31 bytes":       {short},
		"short previous": {siteKey, short},
	}
	for name, keys := range cases {
		k, err := gate.NewKeyring(gate.Site, gate.NewCode(accessCode), day, keys...)
		if err == nil || k != nil {
			t.Errorf("%s: got a keyring, want an error", name)
			continue
		}
		if !strings.Contains(err.Error(), "site") || strings.Contains(err.Error(), string(short)) {
			t.Errorf("%s: error %q must name the purpose and not the key", name, err)
		}
	}
}

func TestG15_Rotation(t *testing.T) {
	t.Parallel()
	c := newClock()
	oldKey, newKey := siteKey, []byte(strings.Repeat("n", 32))
	before := newKeyring(t, c, gate.Site, accessCode, siteLife, oldKey)
	during := newKeyring(t, c, gate.Site, accessCode, siteLife, newKey, oldKey)
	after := newKeyring(t, c, gate.Site, accessCode, siteLife, newKey)

	oldToken, newToken := issue(before), issue(during)
	mustVerify(t, during, oldToken)
	mustVerify(t, during, newToken)
	mustVerify(t, after, newToken)
	mustRefuse(t, after, oldToken, gate.ErrInvalid)
	mustRefuse(t, before, newToken, gate.ErrInvalid)
}

func TestG16_S14_NewCodeEndsSessions(t *testing.T) {
	t.Parallel()
	c := newClock()
	before := newKeyring(t, c, gate.Site, "altes-kennwort", siteLife, siteKey)
	after := newKeyring(t, c, gate.Site, "neues-kennwort", siteLife, siteKey)
	token := issue(before)
	mustVerify(t, before, token)
	mustRefuse(t, after, token, gate.ErrInvalid)

	c.advance(siteLife)
	mustRefuse(t, after, token, gate.ErrInvalid) // nor does it prove knowledge of the new code
}

func TestG21_SessionShowsNothingOfItsToken(t *testing.T) {
	t.Parallel()
	token, session := siteKeyring(t, newClock()).Issue()
	shown := fmt.Sprintf("%+v %v %v", session, gate.ErrInvalid, gate.ErrExpired)
	parts := strings.Split(token, ".")
	for _, secret := range []string{parts[0], parts[2], accessCode, string(siteKey)} {
		if strings.Contains(shown, secret) {
			t.Errorf("%q shows %q", shown, secret)
		}
	}
}
