package main

import (
	"errors"
	"io"

	"github.com/alecthomas/kong"
)

// How the instances find the primary.
const (
	routeHosts = "hosts"
	routeProxy = "haproxy"
)

// options determine how long the shop is tormented.
type options struct {
	Rounds int    `placeholder:"N" help:"Rounds, in turn: the primary killed, an instance killed, both killed (3, with --all 45)."`
	All    bool   `help:"Also lose the primary's whole host, and measure what synchronous replication costs."`
	Route  string `enum:"hosts,haproxy" default:"hosts" placeholder:"ROUTE" help:"How the instances find the primary: hosts, a URL with all of them, or haproxy (${default})."`
	Keep   bool   `help:"Keep the directory with all logs."`
}

// parseOptions returns nil if it has printed the help that was asked for.
func parseOptions(args []string, stdout io.Writer) (*options, error) {
	var o options
	shown := false
	parser, err := kong.New(&o, kong.Name("./dev ha"), kong.Writers(stdout, stdout),
		kong.Description("Kills servers of a shop with several instances while customers order, and audits its books."),
		kong.Exit(func(int) { shown = true }))
	if err != nil {
		return nil, err
	}
	_, err = parser.Parse(args)
	switch {
	case shown:
		return nil, nil
	case err != nil:
		return nil, err
	case o.Rounds < 0:
		return nil, errors.New("--rounds must not be below 0")
	case o.Rounds == 0 && o.All:
		o.Rounds = 45
	case o.Rounds == 0:
		o.Rounds = 3
	}
	return &o, nil
}
