package crash

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// patience is how long a test waits for anything before it fails.
const patience = 90 * time.Second

// workshop is the directory for built programs; it is removed after the tests.
var workshop string

func TestMain(m *testing.M) {
	var err error
	if workshop, err = os.MkdirTemp("", "kontor-crash-"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	if err := stopCluster(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.RemoveAll(workshop)
	os.Exit(code)
}

// thorough reports whether tests should take their time.
func thorough() bool { return os.Getenv("KONTOR_TEST_ALL") != "" }

// rounds returns how often to repeat what depends on chance.
func rounds(sampled, all int) int {
	if thorough() {
		return all
	}
	return sampled
}

// program builds the shipped program and returns its path.
var program = sync.OnceValues(func() (string, error) { return build("kontor") })

// programOnFaultyDisk builds the program together with testdata/disk.go.
var programOnFaultyDisk = sync.OnceValues(func() (string, error) {
	added, err := filepath.Abs("../../cmd/kontor/disk.go") // exists for the compiler alone
	if err != nil {
		return "", err
	}
	source, err := filepath.Abs("testdata/disk.go")
	if err != nil {
		return "", err
	}
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{added: source}})
	if err != nil {
		return "", err
	}
	path := filepath.Join(workshop, "overlay.json")
	if err := os.WriteFile(path, overlay, 0o600); err != nil {
		return "", err
	}
	return build("kontor-on-faulty-disk", "-overlay", path)
})

// build compiles the program, without the race detector: crashes have to happen at the
// program's own pace.
func build(name string, flags ...string) (string, error) {
	path := filepath.Join(workshop, name)
	args := append([]string{"build", "-buildvcs=false", "-o", path}, flags...)
	cmd := exec.Command("go", append(args, "kontor/cmd/kontor")...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%v: %w\n%s", cmd, err, out)
	}
	return path, nil
}
