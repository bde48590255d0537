package main

import (
	"errors"
	"fmt"

	"github.com/alecthomas/kong"
)

// errHelpShown ends parsing once the help is written.
var errHelpShown = errors.New("help shown")

// helpOptions turn off what the library would write in English.
var helpOptions = kong.HelpOptions{
	NoAppSummary: true, Compact: true, FlagsLast: true, ValueFormatter: kong.DefaultHelpValueFormatter,
}

// helpFlag shows the help in German, unlike the library's own flag.
type helpFlag bool

// IgnoreDefault makes --help alone refer to the whole program, not to serve.
func (helpFlag) IgnoreDefault() {}

// BeforeReset writes the help of the selected command.
func (helpFlag) BeforeReset(line *kong.Context) error {
	usage, more := "kontor [Befehl] [Optionen]", "\nMehr zu einem Befehl: kontor serve --help\n"
	if command := line.Selected(); command != nil {
		usage, more = command.FullPath()+" [Optionen]", ""
	}
	fmt.Fprintln(line.Stdout, "Aufruf:", usage)
	err := kong.DefaultHelpPrinter(helpOptions, line)
	fmt.Fprint(line.Stdout, more)
	return errors.Join(err, errHelpShown)
}
