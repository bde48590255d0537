package account

import (
	"bytes"
	"encoding/hex"
	"strings"
	"testing"
)

// S2: nothing in the database reveals a session's id.
func TestS2_OnlyAHashOfASessionIsKept(t *testing.T) {
	t.Parallel()
	// FIPS 180-4: SHA-256 of 32 bytes of zeros.
	if got, want := SessionKeyOf(make([]byte, 32)), SessionKey("66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"); got != want {
		t.Errorf("key %s, want %s", got, want)
	}
	first, key := NewSessionID()
	second, other := NewSessionID()
	if len(first) != 32 || bytes.Equal(first, second) || key == other || strings.Contains(string(key), hex.EncodeToString(first)) || key != SessionKeyOf(first) {
		t.Errorf("ids %x and %x with the keys %s and %s", first, second, key, other)
	}
}
