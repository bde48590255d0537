package main

import (
	"debug/buildinfo"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
)

// target is a system for which the program is built.
type target struct{ os, arch string }

// published are the systems of a release. Shops run on Linux; the others are for trying
// the program out.
var published = []target{{"linux", "amd64"}, {"linux", "arm64"}, {"darwin", "arm64"}, {"windows", "amd64"}}

func (t target) String() string { return t.os + "_" + t.arch }

// packed reports whether the target gets a Debian package and an image.
func (t target) packed() bool { return t.os == "linux" }

func (t target) program() string {
	if t.os == "windows" {
		return "kontor.exe"
	}
	return "kontor"
}

// environ returns the environment in which the Go command works for a target. What
// people set for themselves must not reach a release.
func (t target) environ() []string {
	return append(os.Environ(), "GOOS="+t.os, "GOARCH="+t.arch, "CGO_ENABLED=0",
		"GOAMD64=v1", "GOARM64=v8.0", "GOFLAGS=", "GOEXPERIMENT=", "GOFIPS140=off", "GOWORK=off")
}

// build compiles the program for a target into a folder, and returns what the binary
// says about itself: the tag is its version.
func (s source) build(t target, dir string) (*debug.BuildInfo, error) {
	file, err := filepath.Abs(filepath.Join(dir, t.program()))
	if err != nil {
		return nil, err
	}
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=true", "-ldflags=-s -w", "-o", file, "./cmd/kontor")
	cmd.Dir, cmd.Env = s.root, t.environ()
	if _, err := output(cmd); err != nil {
		return nil, err
	}
	info, err := buildinfo.ReadFile(file)
	if err != nil {
		return nil, err
	}
	if info.Main.Version != s.version {
		return nil, fmt.Errorf("the program for %s calls itself %s: a release is made in a clone (no linked worktree) whose commit has no higher tag than %s",
			t, info.Main.Version, s.version)
	}
	return info, nil
}
