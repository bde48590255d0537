package gate

import (
	"crypto/hkdf"
	"crypto/sha256"
	"fmt"
)

// DeriveKeys derives a key for the purpose from each secret, in order. Whoever knows
// the secret knows the key, but not vice versa. It is for a session system that depends
// on another one anyway and so needs no secret of its own. Secrets below 32 bytes are
// refused, as in [NewKeyring].
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
