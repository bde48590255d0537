package gate

import (
	"crypto/hkdf"
	"crypto/sha256"
	"fmt"
)

// DeriveKeys returns a key for the purpose from each secret, in their order. Who
// knows the secret knows the key, but not the other way round. It is for a
// session system that stands and falls with another one, and so needs no secret
// of its own. A secret below 32 bytes is refused as [NewKeyring] refuses it.
func DeriveKeys(purpose Purpose, secrets [][]byte) ([][]byte, error) {
	keys := make([][]byte, len(secrets))
	for i, secret := range secrets {
		if len(secret) < minKeyBytes {
			return nil, fmt.Errorf("gate: secret %d for %q has fewer than %d bytes", i+1, purpose, minKeyBytes)
		}
		key, err := hkdf.Key(sha256.New, secret, nil, "kontor|v1|"+string(purpose), minKeyBytes)
		if err != nil {
			return nil, fmt.Errorf("gate: derive a key for %q: %w", purpose, err)
		}
		keys[i] = key
	}
	return keys, nil
}
