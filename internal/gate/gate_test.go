package gate_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"strconv"
	"strings"
	"testing"
	"time"

	"kontor/internal/gate"
)

const (
	day      = 24 * time.Hour
	siteLife = 90 * day

	accessCode = "Wollknäuel-2026"
)

var (
	siteKey  = []byte(strings.Repeat("s", 32))
	adminKey = []byte(strings.Repeat("v", 32))
	start    = time.Date(2026, 11, 21, 9, 15, 0, 0, time.UTC)
)

// clock only moves when the test moves it.
type clock struct{ now time.Time }

func newClock() *clock                   { return &clock{now: start} }
func (c *clock) Now() time.Time          { return c.now }
func (c *clock) advance(d time.Duration) { c.now = c.now.Add(d) }

func newKeyring(t testing.TB, c *clock, purpose gate.Purpose, code string, life time.Duration, keys ...[]byte) *gate.Keyring {
	t.Helper()
	k, err := gate.NewKeyring(purpose, gate.NewCode(code), life, keys...)
	if err != nil {
		t.Fatal(err)
	}
	k.Now = c.Now
	return k
}

func siteKeyring(t testing.TB, c *clock) *gate.Keyring {
	return newKeyring(t, c, gate.Site, accessCode, siteLife, siteKey)
}

func adminKeyring(t testing.TB, c *clock) *gate.Keyring {
	return newKeyring(t, c, gate.Administration, accessCode, day, adminKey)
}

func issue(k *gate.Keyring) string {
	token, _ := k.Issue()
	return token
}

// forge makes the token that anybody who knows key and code could make. It spells out
// the format a second time, so that changes to it do not go unnoticed.
func forge(key []byte, purpose gate.Purpose, code string, issuedAt time.Time) string {
	body := base64.RawURLEncoding.EncodeToString([]byte("sixteen bytes ok")) +
		"." + strconv.FormatInt(issuedAt.Unix(), 10)
	digest := sha256.Sum256([]byte(code))
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte("shop-gate|v1|" + string(purpose) + "|" + hex.EncodeToString(digest[:]) + "|" + body))
	return body + "." + base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

func mustVerify(t *testing.T, k *gate.Keyring, token string) {
	t.Helper()
	if _, err := k.Verify(token); err != nil {
		t.Errorf("Verify(%q) = %v, want it accepted", token, err)
	}
}

func mustRefuse(t *testing.T, k *gate.Keyring, token string, want error) {
	t.Helper()
	if _, err := k.Verify(token); err != want {
		t.Errorf("Verify(%q) = %v, want %v", token, err, want)
	}
}
