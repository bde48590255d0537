package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// W24: the program contains only what may be passed on with it.
func TestW24_OnlyAllowedLicences(t *testing.T) {
	t.Parallel()
	if own, err := licencesIn([]byte(read(t, filepath.Join(root, "LICENSE")))); err != nil || !slices.Equal(own, []string{"Apache-2.0"}) {
		t.Errorf("the shop's own licence is %q, %v", own, err)
	}
	modules, err := modulesOf(root, published)
	if err != nil {
		t.Fatal(err)
	}
	for _, known := range []string{
		"std: BSD-3-Clause", "modernc.org/sqlite: BSD-3-Clause AND MIT AND blessing",
		"github.com/go-fonts/liberation: BSD-3-Clause AND OFL-1.1", "github.com/mattn/go-isatty: MIT",
	} {
		if !slices.ContainsFunc(modules, func(m module) bool { return m.path+": "+m.licence == known }) {
			t.Errorf("there is no %s", known)
		}
	}
	for _, foreign := range []string{"pgregory.net/rapid", "github.com/goreleaser/nfpm/v2"} {
		if slices.ContainsFunc(modules, func(m module) bool { return m.path == foreign }) {
			t.Errorf("%s is in the program", foreign)
		}
	}
}

// W24: whatever is unknown, has changed or asks for more is refused.
func TestW24_OtherLicencesAreRefused(t *testing.T) {
	t.Parallel()
	dir, err := output(exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/google/licensecheck"))
	if err != nil {
		t.Fatal(err)
	}
	sample := func(name string) string { return read(t, filepath.Join(dir, "testdata", name+".t1")) }
	mit := sample("MIT")
	tests := map[string]struct {
		files   map[string]string
		problem string
	}{
		"MIT":               {map[string]string{"LICENSE": mit, "NOTICE": "for Anna"}, ""},
		"none":              {map[string]string{"README.md": mit}, "no file names its licence"},
		"a notice alone":    {map[string]string{"NOTICE": mit}, "no file names its licence"},
		"unknown":           {map[string]string{"LICENSE": "Ask me."}, "0 % of it are a known licence"},
		"MIT with a twist":  {map[string]string{"LICENSE": mit + strings.Repeat("It must not be used for evil. ", 9)}, "% of it are a known licence"},
		"GPL":               {map[string]string{"COPYING": sample("GPL-3.0")}, "GPL-3.0 is not allowed"},
		"AGPL":              {map[string]string{"LICENSE.txt": sample("AGPL-3.0")}, "AGPL-3.0 is not allowed"},
		"MPL":               {map[string]string{"LICENSE": sample("MPL-2.0")}, "MPL-2.0 is not allowed"},
		"GPL beside MIT":    {map[string]string{"LICENSE": mit, "LICENSE-parts": sample("GPL-2.0")}, "GPL-2.0 is not allowed"},
		"in a package":      {map[string]string{"LICENSE": mit, "sub/package/LICENSE": sample("LGPL-3.0")}, "LGPL-3.0 is not allowed"},
		"in another folder": {map[string]string{"LICENSE": mit, "examples/LICENSE": sample("GPL-3.0")}, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			write(t, filepath.Join(dir, "sub", "package", "package.go"), "package p")
			for file, content := range tt.files {
				write(t, filepath.Join(dir, file), content)
			}
			modules := make(map[string]*module)
			if err := add(modules, []string{"example.org/m", "v1.0.0", dir, filepath.Join(dir, "sub", "package")}); err != nil {
				t.Fatal(err)
			}
			err := modules["example.org/m"].license()
			if (err == nil) != (tt.problem == "") || err != nil && !strings.Contains(err.Error(), tt.problem) {
				t.Errorf("%v, want %q", err, tt.problem)
			}
		})
	}
}

// W24: the list of contents has what the program says about itself, each with its
// licence, and the licences' texts come along.
func TestW24_ContentsAreThoseOfTheProgram(t *testing.T) {
	t.Parallel()
	r, dir := makeRelease(t), unpack(t)
	var list bom
	if err := json.Unmarshal([]byte(read(t, r.path(here.String()+".cdx.json"))), &list); err != nil {
		t.Fatal(err)
	}
	var listed, said []string
	for _, c := range list.Components {
		if c.Name == "std" {
			listed = append(listed, "go "+c.Version)
		} else {
			listed = append(listed, fmt.Sprintf("%s %s %s", c.Name, c.Version, c.Properties[0].Value))
		}
		if len(c.Licenses) != 1 || c.Licenses[0].Expression == "" {
			t.Errorf("%s has no licence", c.Name)
		}
		for _, folder := range []string{dir, r.to} {
			if texts, err := os.ReadDir(filepath.Join(folder, "LICENSES", c.Name)); err != nil || len(texts) == 0 {
				t.Errorf("no licence of %s comes along: %v", c.Name, err)
			}
		}
	}
	program := filepath.Join(dir, here.program())
	for line := range strings.Lines(command(t, "go", "version", "-m", program)) {
		switch fields := strings.Fields(line); {
		case fields[0] == "dep":
			said = append(said, strings.Join(fields[1:], " "))
		case len(fields) == 2 && fields[0] == program+":":
			said = append(said, strings.Replace(fields[1], "go", "go ", 1))
		}
	}
	slices.Sort(listed)
	slices.Sort(said)
	if len(said) < 30 || !slices.Equal(listed, said) {
		t.Errorf("the list has\n%s\nthe program\n%s", strings.Join(listed, "\n"), strings.Join(said, "\n"))
	}
	sum, _, _ := strings.Cut(command(t, "sha256sum", program), " ")
	own := list.Metadata.Component
	if own.Version != r.version || len(own.Hashes) != 1 || own.Hashes[0].Content != sum {
		t.Errorf("the list is about %+v, the program is %s, %s", own, r.version, sum)
	}
}
