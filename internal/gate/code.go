package gate

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"strings"
)

// Code is a configured access code, kept only as its SHA-256. Nothing matches the zero
// Code: a gate without a code is closed.
type Code struct {
	digest [sha256.Size]byte
	set    bool
}

// NewCode returns the Code for a configured value, ignoring surrounding white space. A
// blank value gives the zero Code.
func NewCode(configured string) Code {
	configured = strings.TrimSpace(configured)
	if configured == "" {
		return Code{}
	}
	return Code{digest: sha256.Sum256([]byte(configured)), set: true}
}

// Matches reports whether the entry is the code. Surrounding white space is ignored,
// case is not.
func (c Code) Matches(entry string) bool {
	if !c.set {
		return false
	}
	// Digests have the same length, so timing reveals nothing about the code, not even
	// its length.
	given := sha256.Sum256([]byte(strings.TrimSpace(entry)))
	return subtle.ConstantTimeCompare(given[:], c.digest[:]) == 1
}

// fingerprint represents the code inside a token's signature.
func (c Code) fingerprint() string {
	return hex.EncodeToString(c.digest[:])
}
