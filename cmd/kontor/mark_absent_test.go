package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"kontor/tests/scratch"
)

// W13: a shop that is open to the public never begins anew where its data should be.
func TestW13_NoDataNoStart(t *testing.T) {
	t.Parallel()
	public := []string{
		"LISTEN_ADDR=0.0.0.0:0", "BASE_URL=https://shop.example", "SITE_PUBLIC=true", "SITE_ACCESS_CODE=Wolle-und-Garn-7",
		"SITE_SESSION_SECRET=3LbQ6n8vZ1xYwR5tKf0pHs2mJc9dGuEa", "VERWALTUNG_ACCESS_CODE=Knopfschachtel-9",
		"VERWALTUNG_SESSION_SECRET=Vq7TzB4hXo1NkWe6rMi9LyCs3gPuFj5D", "KONTO_SESSION_SECRET=h8XwC2mQe6Zr0BnT4yLdK7sVfJ1pGuAi",
	}
	for name, prepare := range map[string]func(dir string) error{
		"missing":   func(string) error { return nil },
		"unmounted": func(dir string) error { return os.Mkdir(dir, 0o700) },
		"empty": func(dir string) error {
			return errors.Join(os.Mkdir(dir, 0o700), os.WriteFile(filepath.Join(dir, "kontor.db"), nil, 0o600))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(scratch.Dir(t), "data")
			if err := prepare(dir); err != nil {
				t.Fatal(err)
			}
			before := listing(t, filepath.Dir(dir))
			code, out := runWith(t, append([]string{"DATA_DIR=" + dir}, public...), "serve")
			if code != 78 || strings.Count(out, "\n") != 1 || !strings.Contains(out, "kontor init") {
				t.Errorf("the start ends with %d:\n%s", code, out)
			}
			if after := listing(t, filepath.Dir(dir)); after != before {
				t.Errorf("the refused start has made\n%s", after)
			}
		})
	}
}

// listing names everything below a directory, with sizes.
func listing(t *testing.T, root string) string {
	t.Helper()
	out, err := exec.Command("find", root, "-printf", `%P %s\n`).Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
