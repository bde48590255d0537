// Command release makes what a version of Kontor is published as, byte for byte the
// same from every clone. ./dev runs it.
package main

import (
	"fmt"
	"os"
)

const usage = `usage: release VERSION    writes the version's files to dist
       release licences   lists the modules in the program with their licences`

const (
	root = "../.." // of the repository, from the folder of this program
	dist = root + "/dist"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, usage)
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintf(os.Stderr, "release: %v\n", err)
		os.Exit(1)
	}
}

func run(what string) error {
	if what == "licences" {
		return listLicences()
	}
	s, err := openSource(root, what)
	if err != nil {
		return err
	}
	r := &release{source: s, targets: published, to: dist}
	if err := r.make(); err != nil {
		return err
	}
	fmt.Printf("Kontor %s is in dist\n", s.version)
	return nil
}

// listLicences prints a line for each module, and fails for a licence that is unknown or
// not allowed.
func listLicences() error {
	modules, err := modulesOf(root, published)
	if err != nil {
		return err
	}
	for _, m := range modules {
		fmt.Printf("%-40s %s\n", m.path, m.licence)
	}
	return nil
}
