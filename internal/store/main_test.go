package store

import (
	commandline "flag" // the package has a function flag
	"fmt"
	"os"
	"testing"
)

// TestMain also runs the second process that some tests start.
func TestMain(m *testing.M) {
	if task := os.Getenv(childTask); task != "" {
		os.Exit(runChild(task))
	}
	// SQLite in pure Go is slow under the race detector.
	checks := "12"
	if os.Getenv("KONTOR_TEST_ALL") == "1" {
		checks = "200"
	}
	commandline.Set("rapid.checks", checks) // before parsing: the command line takes precedence
	commandline.Parse()
	code := m.Run()
	if err := stopAtExit(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}
