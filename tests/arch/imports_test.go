package arch

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// listed is the output of `go list -json` for a package; test files are not in Imports.
type listed struct {
	ImportPath string
	Imports    []string
}

func TestImportsFollowTheRules(t *testing.T) {
	t.Parallel()
	packages := listPackages(t)
	if len(packages) < 2 {
		t.Fatalf("go list found %d packages", len(packages))
	}
	for _, pkg := range packages {
		for _, problem := range problems(pkg) {
			t.Error(problem)
		}
	}
}

func listPackages(t *testing.T) []listed {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", "list", "-json=ImportPath,Imports", module+"/...")
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderr.String())
	}
	var packages []listed
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var pkg listed
		err := dec.Decode(&pkg)
		if errors.Is(err, io.EOF) {
			return packages
		}
		if err != nil {
			t.Fatalf("go list: %v", err)
		}
		packages = append(packages, pkg)
	}
}

// problems returns a sentence for each import of the package that no rule allows.
func problems(pkg listed) []string {
	from := relative(pkg.ImportPath)
	allowed, known := rules[from]
	if !known && !slices.Contains(leaves, from) {
		return []string{fmt.Sprintf("%s: no rule for this package: add it in rules_test.go", from)}
	}
	var found []string
	for _, path := range pkg.Imports {
		if why := refuse(from, allowed, path); why != "" {
			found = append(found, fmt.Sprintf("%s → %s: %s", from, relative(path), why))
		}
	}
	return found
}

// refuse returns why a package must not import a path; empty means that it may.
func refuse(from string, allowed []string, path string) string {
	if to := relative(path); to != path {
		return refuseOwn(from, allowed, to)
	}
	if isSubject(from) && !standard(path) && !below(path, subjectImports) {
		return "subjects import only the standard library and " + strings.Join(subjectImports, ", ")
	}
	for outside, users := range reserved {
		if below(path, []string{outside}) && !below(from, users) {
			return "only for " + strings.Join(users, ", ")
		}
	}
	return ""
}

func refuseOwn(from string, allowed []string, to string) string {
	switch {
	case slices.Contains(allowed, anything), slices.Contains(allowed, to):
		return ""
	case slices.Contains(allowed, subjects) && isSubject(to):
		return ""
	case slices.Contains(leaves, from):
		return "it may import no package of the shop"
	case slices.Contains(leaves, to):
		return ""
	default:
		return fmt.Sprintf("besides the leaves it may import only %q", allowed)
	}
}

// isSubject reports whether a package is a subject of the shop, or their common base.
func isSubject(path string) bool { return below(path, []string{"internal/shop"}) }

// relative turns an import path of this module into a path inside it, and leaves
// every other path as it is.
func relative(path string) string { return strings.TrimPrefix(path, module+"/") }

// standard reports whether a path is in the standard library: no other path starts
// without a dot in its first element.
func standard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".")
}

// below reports whether the path is one of the roots or below one.
func below(path string, roots []string) bool {
	return slices.ContainsFunc(roots, func(root string) bool {
		return path == root || strings.HasPrefix(path, root+"/")
	})
}
