package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"golang.org/x/mod/semver"
)

// source is the clone from which a version is made: as committed, and tagged with the
// version.
type source struct {
	root     string
	version  string // as the tag, such as v0.9.0
	revision string
	date     time.Time // of the commit; every file of the release carries it
}

// openSource returns the clone at root if a version can be made from it.
//
// Errors say which condition is missed: the version's form, files that are not
// committed, the tag, the version's entry in the changelog.
func openSource(root, version string) (source, error) {
	s := source{root: root, version: version}
	if !semver.IsValid(version) || semver.Canonical(version) != version {
		return s, fmt.Errorf("%q is no version: it has the form v1.2.3 or v1.2.3-rc.1", version)
	}
	changed, err := s.git("status", "--porcelain")
	if err != nil {
		return s, err
	}
	if changed != "" {
		return s, fmt.Errorf("not everything is committed:\n%s", changed)
	}
	tags, err := s.git("tag", "--points-at", "HEAD")
	if err != nil {
		return s, err
	}
	if !slices.Contains(strings.Fields(tags), version) {
		return s, fmt.Errorf("the commit does not carry the tag %s: git tag %s", version, version)
	}
	if err := s.checkChangelog(); err != nil {
		return s, err
	}
	return s.dated()
}

// number returns the version as packages name it, without the v of the tag.
func (s source) number() string { return strings.TrimPrefix(s.version, "v") }

// checkChangelog demands a section for the version that says something.
func (s source) checkChangelog() error {
	text, err := os.ReadFile(filepath.Join(s.root, "CHANGELOG.md"))
	if err != nil {
		return err
	}
	heading := regexp.MustCompile(`(?m)^## ` + regexp.QuoteMeta(s.number()) + `( .*)?\n`)
	at := heading.FindIndex(text)
	if at == nil {
		return fmt.Errorf("CHANGELOG.md has no section %q", "## "+s.number())
	}
	section, _, _ := bytes.Cut(text[at[1]:], []byte("\n## "))
	if len(bytes.TrimSpace(section)) == 0 {
		return fmt.Errorf("CHANGELOG.md says nothing about %s", s.number())
	}
	return nil
}

func (s source) dated() (source, error) {
	said, err := s.git("show", "--no-patch", "--format=%H %cI", "HEAD")
	if err != nil {
		return s, err
	}
	revision, date, _ := strings.Cut(said, " ")
	s.revision = revision
	s.date, err = time.Parse(time.RFC3339, date)
	s.date = s.date.UTC()
	return s, err
}

// git returns what git prints about the clone.
func (s source) git(args ...string) (string, error) {
	return output(exec.Command("git", append([]string{"-C", s.root}, args...)...))
}

// output runs a command and returns what it prints, without line breaks at the end. The
// error has what it complained of.
func output(cmd *exec.Cmd) (string, error) {
	out, err := cmd.Output()
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		err = fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, failed.Stderr)
	}
	return strings.TrimRight(string(out), "\n"), err
}
