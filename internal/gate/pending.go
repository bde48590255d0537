package gate

import (
	"net/http"
	"slices"
	"strings"
)

const (
	// maxPending is how many transactions one browser can have in progress: one in each
	// of a few tabs.
	maxPending = 3
	// pendingSeparator separates tokens; no token contains it.
	pendingSeparator = "~"
)

// Pending keeps a browser's transactions that lead through a foreign site and back,
// several in one cookie, so that each tab can have one in progress. Every transaction
// is a token of its own that carries a payload and lives as long as the keyring allows.
type Pending struct{ Cookie Cookie }

// Begin adds a transaction to the browser's. Beyond [maxPending], the oldest is
// dropped.
func (p Pending) Begin(w http.ResponseWriter, r *http.Request, payload []byte) {
	token, _ := p.Cookie.Keys.Seal(payload)
	p.write(w, append(p.tokens(r), token))
}

// Find returns the payload of the live transaction that match accepts, and the token to
// [Pending.End] it with; nil if there is none.
func (p Pending) Find(r *http.Request, match func(payload []byte) bool) (payload []byte, token string) {
	for _, token := range p.tokens(r) {
		if payload, _, err := p.Cookie.Keys.Open(token); err == nil && match(payload) {
			return payload, token
		}
	}
	return nil, ""
}

// End removes one transaction; the others stay.
func (p Pending) End(w http.ResponseWriter, r *http.Request, token string) {
	p.write(w, slices.DeleteFunc(p.tokens(r), func(t string) bool { return t == token }))
}

func (p Pending) write(w http.ResponseWriter, tokens []string) {
	if len(tokens) == 0 {
		p.Cookie.End(w)
		return
	}
	tokens = tokens[max(0, len(tokens)-maxPending):]
	p.Cookie.set(w, p.Cookie.Name, strings.Join(tokens, pendingSeparator), p.Cookie.Keys.life)
}

// tokens returns the request's live tokens, oldest first. Planting more of them than a
// browser keeps locks nobody out: planted ones are not authentic and do not count.
func (p Pending) tokens(r *http.Request) []string {
	var tokens []string
	for _, value := range p.Cookie.values(r) {
		for token := range strings.SplitSeq(value, pendingSeparator) {
			if _, err := p.Cookie.Keys.Verify(token); err == nil && !slices.Contains(tokens, token) {
				tokens = append(tokens, token)
			}
		}
	}
	return tokens
}
