package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"kontor/internal/store"
)

type versionCommand struct{}

// Run prints what the program was built from.
func (versionCommand) Run(p *program) error {
	build := readBuild()
	fmt.Fprintf(p.stdout, "Kontor     %s\n", build.version)
	if build.revision != "" {
		fmt.Fprintf(p.stdout, "Quelltext  %s vom %s\n", build.revision, build.date)
	}
	fmt.Fprintf(p.stdout, "Go         %s %s/%s\n", runtime.Version(), runtime.GOOS, runtime.GOARCH)
	fmt.Fprintf(p.stdout, "Schema     %d\n", store.SchemaVersion)
	return nil
}

// build describes what the program was built from.
type build struct {
	version  string // of the module, "(devel)" if it has none
	revision string // of the source, empty if unknown
	date     string
}

func readBuild() build {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return build{version: "(devel)"}
	}
	settings := make(map[string]string)
	for _, setting := range info.Settings {
		settings[setting.Key] = setting.Value
	}
	b := build{version: info.Main.Version, revision: settings["vcs.revision"], date: settings["vcs.time"]}
	if settings["vcs.modified"] == "true" {
		b.revision += " (geändert)"
	}
	return b
}
