package mailtest_test

import (
	"testing"

	"kontor/tests/mailtest"
)

// A server stopped before it has begun to listen stops all the same.
func TestServersEndAtOnce(t *testing.T) {
	t.Parallel()
	for range 300 {
		t.Run("", func(t *testing.T) { mailtest.StartSMTP(t, mailtest.SMTPOptions{}) })
	}
}
