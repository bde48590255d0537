// Command release makes what a version of Kontor is published as, byte for byte the
// same from every clone. ./dev runs it.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
)

const usage = `Usage: release [--to DIR] VERSION   writes the version's files to DIR
       release licences             names the licence of every module in the program`

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintf(os.Stderr, "release: %v\n", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	flags := flag.NewFlagSet("release", flag.ExitOnError)
	flags.Usage = func() { fmt.Fprintln(os.Stderr, usage) }
	to := flags.String("to", "../../dist", "")
	if err := flags.Parse(args); err != nil {
		return err
	}
	const root = "../.."
	switch flags.Arg(0) {
	case "":
		return errors.New(usage)
	case "licences":
		return listLicences(root)
	}
	s, err := openSource(root, flags.Arg(0))
	if err != nil {
		return err
	}
	r := &release{source: s, targets: published, to: *to}
	if err := r.make(); err != nil {
		return err
	}
	fmt.Printf("Kontor %s in %s\n", s.version, *to)
	return nil
}

// listLicences prints a line for each module, and fails for a licence that is unknown or
// not allowed.
func listLicences(root string) error {
	modules, err := modulesOf(root, published)
	if err != nil {
		return err
	}
	for _, m := range modules {
		fmt.Printf("%-40s %s\n", m.path, m.licence)
	}
	return nil
}
