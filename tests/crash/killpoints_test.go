package crash

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// killpoints are the changes that make the program stop at chosen points: a piece of a
// file, its replacement, and how often it must occur.
var killpoints = []struct {
	file, from, to string
	times          int
}{
	{"paypal.go", "Store: s.db,", "Store: killing{s.db},", 1},
	{"paypal.go", "Now: time.Now", "Now: shifted(time.Now)", 3},
	{"service.go", "outbox.NewOutbox(s.db, s.mailer, time.Now,", "outbox.NewOutbox(s.db, s.mailer, shifted(time.Now),", 1},
}

// programWithKillpoints builds the program together with testdata/killpoints.go and
// testdata/disk.go. The shipped program contains nothing of the kind.
var programWithKillpoints = sync.OnceValues(func() (string, error) {
	replaced := make(map[string]string)
	changed := make(map[string]string) // by file
	for _, k := range killpoints {
		if changed[k.file] == "" {
			source, err := os.ReadFile(filepath.Join("../../cmd/kontor", k.file))
			if err != nil {
				return "", err
			}
			changed[k.file] = string(source)
		}
		if n := strings.Count(changed[k.file], k.from); n != k.times {
			return "", fmt.Errorf("%s has %q %d times, want %d", k.file, k.from, n, k.times)
		}
		changed[k.file] = strings.ReplaceAll(changed[k.file], k.from, k.to)
	}
	for _, name := range []string{"killpoints.go", "disk.go"} {
		added, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			return "", err
		}
		changed[name] = string(added)
	}
	for name, text := range changed {
		instead := filepath.Join(workshop, "killpoints-"+name)
		if err := os.WriteFile(instead, []byte(text), 0o600); err != nil {
			return "", err
		}
		path, err := filepath.Abs(filepath.Join("../../cmd/kontor", name))
		if err != nil {
			return "", err
		}
		replaced[path] = instead
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replaced})
	if err != nil {
		return "", err
	}
	path := filepath.Join(workshop, "killpoints.json")
	if err := os.WriteFile(path, overlay, 0o600); err != nil {
		return "", err
	}
	return build("kontor-with-killpoints", "-overlay", path)
})
