package oidc

import (
	"context"
	"crypto/rsa"
	"encoding/json"
	"maps"
	"slices"
	"sync/atomic"
	"time"

	"kontor/internal/calls"

	"github.com/go-jose/go-jose/v4"
	"golang.org/x/sync/semaphore"
)

const (
	// askAgain is how long a missing key is not requested again.
	askAgain = time.Minute
	// maxAsked and maxKeyID bound the record of missing keys.
	maxAsked = 32
	maxKeyID = 256
)

// keySet holds a provider's keys. The library has such a set too, but it contacts the
// provider every time a signature does not match.
type keySet struct {
	provider *Provider
	url      string
	keys     atomic.Pointer[[]jose.JSONWebKey]

	turn     *semaphore.Weighted // for one request at a time; guards what follows
	asked    map[question]time.Time
	failedAt time.Time
}

// question is the reason for requesting the keys: a key id is unknown, or it is known
// but its key does not match, since the provider may have replaced it.
type question struct {
	id    string
	known bool
}

func newKeySet(p *Provider, url string) *keySet {
	k := &keySet{provider: p, url: url, turn: semaphore.NewWeighted(1), asked: make(map[question]time.Time)}
	k.keys.Store(new([]jose.JSONWebKey))
	return k
}

// verify returns the payload of a token in compact form if one of the provider's keys
// signed it. If none of the known ones did, it requests the keys, at most once a minute
// for the same [question].
func (k *keySet) verify(ctx context.Context, token string) ([]byte, error) {
	signed, err := jose.ParseSignedCompact(token, []jose.SignatureAlgorithm{jose.RS256})
	if err != nil {
		return nil, refused("ID token malformed or of another algorithm")
	}
	if payload, ok := k.open(signed); ok {
		return payload, nil
	}
	if err := k.turn.Acquire(ctx, 1); err != nil {
		return nil, errRecently
	}
	defer k.turn.Release(1)
	if payload, ok := k.open(signed); ok {
		return payload, nil
	}
	if err := k.ask(ctx, signed.Signatures[0].Header.KeyID); err != nil {
		return nil, err
	}
	if payload, ok := k.open(signed); ok {
		return payload, nil
	}
	return nil, refused("ID token not signed by the provider")
}

// open returns the payload of a token if one of the known keys signed it.
func (k *keySet) open(signed *jose.JSONWebSignature) ([]byte, bool) {
	id := signed.Signatures[0].Header.KeyID
	for _, key := range *k.keys.Load() {
		if id != "" && id != key.KeyID {
			continue
		}
		if payload, err := signed.Verify(key); err == nil {
			return payload, true
		}
	}
	return nil, false
}

// ask requests the keys, unless the same was done within the last minute.
func (k *keySet) ask(ctx context.Context, id string) error {
	now := k.provider.options.Now()
	maps.DeleteFunc(k.asked, func(_ question, at time.Time) bool { return now.Sub(at) >= askAgain })
	why := question{id, slices.ContainsFunc(*k.keys.Load(), func(key jose.JSONWebKey) bool { return key.KeyID == id })}
	if _, recently := k.asked[why]; recently || len(k.asked) >= maxAsked || len(id) > maxKeyID {
		return nil
	}
	if now.Sub(k.failedAt) < pause {
		return errRecently
	}
	keys, err := k.fetch(ctx)
	if err != nil {
		k.failedAt = now
		return err
	}
	k.asked[why] = now
	k.keys.Store(&keys)
	return nil
}

func (k *keySet) fetch(ctx context.Context) ([]jose.JSONWebKey, error) {
	body, err := k.provider.get(calls.Named(ctx, "keys"), k.url, "")
	if err != nil {
		return nil, unavailable("no keys", err)
	}
	var set struct{ Keys []json.RawMessage }
	if json.Unmarshal(body, &set) != nil {
		return nil, unavailable("no keys", nil)
	}
	var keys []jose.JSONWebKey
	for _, one := range set.Keys {
		var key jose.JSONWebKey
		err := json.Unmarshal(one, &key) // fails for key types that the library does not know
		if _, isRSA := key.Key.(*rsa.PublicKey); err == nil && isRSA && key.Use != "enc" {
			keys = append(keys, key)
		}
	}
	if len(keys) == 0 {
		return nil, unavailable("no usable keys", nil)
	}
	return keys, nil
}
