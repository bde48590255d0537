package gate

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"strings"
)

// Code is a configured access code, kept as its SHA-256 only. The zero Code is
// matched by nothing: a gate without a code is closed.
type Code struct {
	digest [sha256.Size]byte
	set    bool
}

// NewCode returns the Code for a configured value without its surrounding white
// space. A blank value gives the zero Code.
func NewCode(configured string) Code {
	configured = strings.TrimSpace(configured)
	if configured == "" {
		return Code{}
	}
	return Code{digest: sha256.Sum256([]byte(configured)), set: true}
}

// Matches reports whether the entry is the code. White space around the entry
// does not count, upper and lower case do.
func (c Code) Matches(entry string) bool {
	if !c.set {
		return false
	}
	// Digests have one length, so the time tells nothing about the code, not
	// even how long it is.
	given := sha256.Sum256([]byte(strings.TrimSpace(entry)))
	return subtle.ConstantTimeCompare(given[:], c.digest[:]) == 1
}

// fingerprint stands for the code inside a token's signature.
func (c Code) fingerprint() string {
	return hex.EncodeToString(c.digest[:])
}
