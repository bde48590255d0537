// Package refusal compares errors with the refusals that tests expect.
package refusal

import (
	"errors"
	"testing"

	"kontor/internal/shop"
)

// Want fails the test unless err is the refusal, or nil if none is expected.
func Want(t testing.TB, what string, err error, want *shop.Error) {
	t.Helper()
	if want == nil && err != nil || want != nil && !errors.Is(err, want) {
		t.Errorf("%s: %v, want %v", what, err, want)
	}
}
