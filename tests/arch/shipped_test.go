package arch

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// TestInternalIsWhatShips: everything in internal is part of the program, and what only
// tests use is in tests.
func TestInternalIsWhatShips(t *testing.T) {
	t.Parallel()
	shipped := list(t, "-deps", "../../cmd/kontor")
	for _, pkg := range list(t, "../../internal/...") {
		if !slices.Contains(shipped, pkg) {
			t.Errorf("%s is not part of the program: move it to tests", pkg)
		}
	}
	for _, pkg := range list(t, "../../tests/...") {
		if slices.Contains(shipped, pkg) {
			t.Errorf("the program contains %s: move it to internal", pkg)
		}
	}
}

func list(t *testing.T, arguments ...string) []string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", append([]string{"list"}, arguments...)...).Output()
	if err != nil {
		t.Fatalf("go list %s: %v", arguments, err)
	}
	return strings.Fields(string(out))
}
