package oidcsim

import (
	"crypto/rand"
	"crypto/rsa"
	"net/http"
	"sync"
)

// signingKey is a key with its id.
type signingKey struct {
	private *rsa.PrivateKey
	id      string
}

// spare are keys of stopped issuers. Generating one takes longer than a whole sign-in.
var spare struct {
	sync.Mutex
	keys []*rsa.PrivateKey
}

// takeKey returns a key that no other running issuer has.
func takeKey() *signingKey {
	spare.Lock()
	defer spare.Unlock()
	if last := len(spare.keys) - 1; last >= 0 {
		key := spare.keys[last]
		spare.keys = spare.keys[:last]
		return &signingKey{key, rand.Text()}
	}
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		panic(err) // does not happen with this size
	}
	return &signingKey{key, rand.Text()}
}

func returnKeys(keys ...*signingKey) {
	spare.Lock()
	defer spare.Unlock()
	for _, key := range keys {
		spare.keys = append(spare.keys, key.private)
	}
}

// Rotate replaces the signing key; the previous one is no longer published.
func (i *Issuer) Rotate() { i.replace(func(*signingKey) {}) }

// ReplaceKey is [Issuer.Rotate] but keeps the key's id.
func (i *Issuer) ReplaceKey() {
	i.replace(func(next *signingKey) { next.id = i.key.id })
}

func (i *Issuer) replace(prepare func(next *signingKey)) {
	next := takeKey()
	i.mu.Lock()
	defer i.mu.Unlock()
	prepare(next)
	returnKeys(i.key)
	i.key = next
}

// serveKeys publishes the key, beside some that cannot verify signatures.
func (i *Issuer) serveKeys(w http.ResponseWriter, _ *http.Request) {
	own, foreign, id := i.signer()
	forEncryption := publicJWK(&foreign.PublicKey, "encryption")
	forEncryption["use"] = "enc"
	writeJSON(w, http.StatusOK, map[string]any{"keys": []any{
		map[string]any{"kty": "new kind", "kid": "later"}, forEncryption, publicJWK(&own.PublicKey, id),
	}})
}
