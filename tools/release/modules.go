package main

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// module is a module of which the program contains something. The standard library is
// one too, under the name std.
type module struct {
	path, version string
	dir           string   // its source
	texts         []string // its licences and notices, as paths below dir
	licence       string   // of what the program contains, as an SPDX expression
}

// modulesOf returns the modules in the program for any of the targets, by path, each
// with its licence.
//
// Errors: a licence that is unknown or that the shop must not take over.
func modulesOf(root string, targets []target) ([]module, error) {
	goroot, err := output(exec.Command("go", "env", "GOROOT"))
	if err != nil {
		return nil, err
	}
	modules := map[string]*module{"std": {path: "std", version: runtime.Version(), dir: goroot, texts: []string{"LICENSE"}}}
	for _, t := range targets {
		cmd := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}} {{.Dir}} {{$.Dir}}{{end}}{{end}}", "./cmd/kontor")
		cmd.Dir, cmd.Env = root, t.environ()
		lines, err := output(cmd)
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(lines) {
			if err := add(modules, strings.Fields(line)); err != nil {
				return nil, err
			}
		}
	}
	var all []module
	for _, m := range modules {
		if err := m.license(); err != nil {
			return nil, fmt.Errorf("%s %s: %w", m.path, m.version, err)
		}
		all = append(all, *m)
	}
	slices.SortFunc(all, func(a, b module) int { return cmp.Compare(a.path, b.path) })
	return all, nil
}

// add notes a package, with its module's path, version and folder and its own folder,
// and what lies beside it and above it about licences.
func add(modules map[string]*module, fields []string) error {
	if len(fields) != 4 {
		return fmt.Errorf("go list printed %q, not a module and its package", fields)
	}
	m := modules[fields[0]]
	if m == nil {
		m = &module{path: fields[0], version: fields[1], dir: fields[2]}
		modules[m.path] = m
	}
	for dir := fields[3]; ; dir = filepath.Dir(dir) {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return err
		}
		for _, entry := range entries {
			if entry.IsDir() || !textName.MatchString(entry.Name()) {
				continue
			}
			name, err := filepath.Rel(m.dir, filepath.Join(dir, entry.Name()))
			if err != nil {
				return err
			}
			if !slices.Contains(m.texts, name) {
				m.texts = append(m.texts, name)
			}
		}
		if dir == m.dir {
			slices.Sort(m.texts)
			return nil
		}
	}
}

// files returns the module's licences and notices.
func (m module) files() (found []file, err error) {
	for _, name := range m.texts {
		data, err := os.ReadFile(filepath.Join(m.dir, name))
		if err != nil {
			return nil, err
		}
		found = append(found, file{path: m.path + "/" + filepath.ToSlash(name), mode: 0o644, data: data})
	}
	return found, nil
}
