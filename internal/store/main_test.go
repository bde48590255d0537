package store

import (
	commandline "flag" // the package has a function flag
	"os"
	"testing"
)

// TestMain keeps the property test short in the sampled run; SQLite in pure Go
// is slow under the race detector.
func TestMain(m *testing.M) {
	checks := "12"
	if os.Getenv("KONTOR_TEST_ALL") == "1" {
		checks = "200"
	}
	commandline.Set("rapid.checks", checks) // before parsing: the command line wins
	commandline.Parse()
	os.Exit(m.Run())
}
