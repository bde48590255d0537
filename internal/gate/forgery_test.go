package gate_test

import (
	"encoding/base64"
	"strconv"
	"strings"
	"testing"
	"time"

	"kontor/internal/gate"
)

const base64url = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

// mutations returns tokens that differ from a good one in every way that has ever
// fooled an implementation.
func mutations(token string) []string {
	parts := strings.Split(token, ".")
	random, issued, mac := parts[0], parts[1], parts[2]
	raw, _ := base64.RawURLEncoding.DecodeString(mac)

	out := []string{
		"", ".", "..", "...", random, issued, mac,
		random + "." + issued, random + "." + issued + ".", "." + issued + "." + mac, random + ".." + mac,
		issued + "." + random + "." + mac, token + "." + mac, "." + token, token + ".",
		random + "." + issued + ".none", random + "." + issued + "." + strings.Repeat("A", len(mac)),
		random + ".+" + issued + "." + mac, random + ".0" + issued + "." + mac, random + "." + issued + " ." + mac,
		random + ".9999999999." + mac, random + ".99999999999999999999." + mac, random + ".-1." + mac,
		random + "|" + issued + "." + mac, "shop-gate|v1|site|" + token, random + "." + issued + "|x." + mac,
		random + "." + issued + "." + base64.URLEncoding.EncodeToString(raw),
		random + "." + issued + "." + base64.StdEncoding.EncodeToString(raw),
		random + "." + issued + "." + strings.ToUpper(mac),
		token + strings.Repeat("A", 5000), strings.Repeat("A", 5000), strings.Repeat(".", 5000),
		// What a length extension attack on the hash would append.
		random + "." + issued + "\x80" + strings.Repeat("\x00", 40) + "x." + mac,
	}
	for _, s := range []string{"=", "==", "\n", "\r\n", "\r", " ", "\t", "\x00", "A", `"`, ";", ",", "%", "\u00a0"} {
		out = append(out, token+s, s+token, random+s+"."+issued+"."+mac, random+"."+issued+"."+mac[:20]+s+mac[20:])
	}
	for i := range token {
		out = append(out, token[:i], token[i+1:], token[:i]+token[i+1:], token[:i]+token[i:i+1]+token[i:])
		for bit := range 8 {
			out = append(out, token[:i]+string([]byte{token[i] ^ 1<<bit})+token[i+1:])
		}
		for _, c := range base64url {
			out = append(out, token[:i]+string(c)+token[i+1:])
		}
	}
	return out
}

func TestG10_S11_NoMutationIsAccepted(t *testing.T) {
	t.Parallel()
	c := newClock()
	k := siteKeyring(t, c)
	token := issue(k)
	tried := 0
	for _, mutation := range mutations(token) {
		if mutation == token {
			continue
		}
		tried++
		mustRefuse(t, k, mutation, gate.ErrInvalid)
	}
	if tried < 2000 {
		t.Errorf("only %d mutations tried", tried)
	}
	mustVerify(t, k, token)
}

func TestS11_ForeignKeysAndEditedTimes(t *testing.T) {
	t.Parallel()
	c := newClock()
	k := siteKeyring(t, c)
	for _, key := range [][]byte{nil, {0}, adminKey, siteKey[:31], append([]byte("s"), siteKey...)} {
		mustRefuse(t, k, forge(key, gate.Site, accessCode, start), gate.ErrInvalid)
	}
	mustRefuse(t, k, forge(siteKey, gate.Site, "", start), gate.ErrInvalid)

	old := forge(siteKey, gate.Site, accessCode, start.Add(-siteLife))
	mustRefuse(t, k, old, gate.ErrExpired)
	parts := strings.Split(old, ".")
	mustRefuse(t, k, parts[0]+"."+strconv.FormatInt(start.Unix(), 10)+"."+parts[2], gate.ErrInvalid)
	mustRefuse(t, k, forge(siteKey, gate.Site, accessCode, time.Unix(1<<62, 0)), gate.ErrInvalid)
}

// FuzzVerify searches for a token that is accepted without having been issued.
func FuzzVerify(f *testing.F) {
	c := newClock()
	k := siteKeyring(f, c)
	// Fuzzing runs in several processes, which have to agree on the good tokens.
	token := forge(siteKey, gate.Site, accessCode, start)
	expired := forge(siteKey, gate.Site, accessCode, start.Add(-siteLife))
	f.Add(token)
	f.Add(expired)
	f.Add(forge(adminKey, gate.Administration, accessCode, start))
	for _, mutation := range mutations(token)[:60] {
		f.Add(mutation)
	}
	f.Fuzz(func(t *testing.T, given string) {
		session, err := k.Verify(given)
		switch {
		case err == nil && given != token, err == gate.ErrExpired && given != expired:
			t.Errorf("accepted %q: %v", given, session)
		case err == gate.ErrInvalid && session != (gate.Session{}):
			t.Errorf("invalid %q gave session %v", given, session)
		}
	})
}
