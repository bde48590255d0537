package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// workshop is the folder of the releases that tests share; it is removed after them.
var workshop string

func TestMain(m *testing.M) {
	var err error
	if workshop, err = os.MkdirTemp("", "kontor-release-test-"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	os.RemoveAll(workshop)
	os.Exit(code)
}

func thorough() bool { return os.Getenv("KONTOR_TEST_ALL") != "" }

// here is the target that this machine can run, and that is always made.
var here = target{"linux", runtime.GOARCH}

func tried() []target {
	if thorough() {
		return published
	}
	return []target{here}
}

// made is the release of what lies in the root now, committed or not.
var made = sync.OnceValues(func() (*release, error) {
	clone := filepath.Join(workshop, "clone")
	version, err := commitCopy(clone)
	if err != nil {
		return nil, err
	}
	return releaseFrom(clone, version, filepath.Join(workshop, "dist"))
})

func releaseFrom(clone, version, to string) (*release, error) {
	s, err := openSource(clone, version)
	if err != nil {
		return nil, err
	}
	r := &release{source: s, targets: tried(), to: to}
	return r, r.make()
}

func makeRelease(t *testing.T) *release {
	t.Helper()
	r, err := made()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// commitCopy makes a clone that has what the root's files contain now, tagged with
// the newest version of the changelog, and returns that.
func commitCopy(clone string) (version string, err error) {
	changelog, err := os.ReadFile(filepath.Join(root, "CHANGELOG.md"))
	if err != nil {
		return "", err
	}
	newest := regexp.MustCompile(`(?m)^## ([0-9]\S+)`).FindSubmatch(changelog)
	if newest == nil {
		return "", fmt.Errorf("CHANGELOG.md has no version")
	}
	version = "v" + string(newest[1])
	script := `set -eu
		mkdir "$1"
		cd ` + root + `
		git ls-files -z --cached --others --exclude-standard |
			xargs -0 sh -c 'for file; do if [ -e "$file" ]; then printf "%s\0" "$file"; fi; done' sh |
			tar --null --files-from=- -cf - | tar -C "$1" -xf -
		cd "$1"
		git init -q . && git add -A && ` + commit + `
		git tag "$2"`
	_, err = output(exec.Command("sh", "-c", script, "sh", clone, version))
	return version, err
}

// commit commits without asking who it is.
const commit = "git -c user.name=Test -c user.email=test@example.org -c commit.gpgsign=false commit -q -m Test"

// unpacked is the folder into which the release's archive for this machine was unpacked.
var unpacked = sync.OnceValues(func() (string, error) {
	r, err := made()
	if err != nil {
		return "", err
	}
	_, err = output(exec.Command("tar", "-C", workshop, "-xzf", r.path(here.String()+".tar.gz")))
	return filepath.Join(workshop, strings.TrimSuffix(filepath.Base(r.path(here.String())), "/")), err
})

func unpack(t *testing.T) string {
	t.Helper()
	dir, err := unpacked()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// command runs a command that must not fail, and returns what it prints.
func command(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %q: %v\n%s", name, args, err, out)
	}
	return string(out)
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
