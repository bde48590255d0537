package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"github.com/alecthomas/kong"
)

// options are what to measure, and for how long.
type options struct {
	Sizes      []int   `default:"10000,100000,1000000" placeholder:"N,N" help:"Numbers of stored orders at which reads are measured (${default})."`
	Clients    []int   `default:"1,16,64" placeholder:"N,N" help:"Numbers of clients that place orders at once (${default})."`
	Instances  []int   `default:"1,2,3" placeholder:"N,N" help:"Numbers of shops that share one PostgreSQL (${default})."`
	Seconds    float64 `default:"2" placeholder:"S" help:"How long each measure lasts in each round (${default})."`
	Rounds     int     `default:"5" placeholder:"N" help:"How often the measures take turns (${default})."`
	Only       string  `enum:"all,intake,stock,reads,catalogue,pages,postgres" default:"all" placeholder:"PART" help:"Measure one part: intake, stock, reads, catalogue, pages or postgres."`
	Beside     string  `placeholder:"URL" help:"Instead of the baselines of intake, let another server take orders in turns with the shop: the address of a route that stores an order with its items at once, such as PocketBase's http://127.0.0.1:8090/api/batch."`
	BesideBody string  `placeholder:"FILE" help:"Template of the body for --beside; without it one for PocketBase, which docs/performance.md describes."`
	Slowdown   float64 `default:"4" placeholder:"N" help:"How many times slower the pages' visitor is than this machine's processor (${default})."`
	Profile    string  `placeholder:"FILE" help:"Write a CPU profile of one more intake run with the most clients."`
	Keep       string  `placeholder:"DIR" help:"Work in this directory, and keep the filled databases there for the next time; 1,000,000 orders take about 1 GB. Otherwise all is written to the directory for temporary files and removed."`
}

// parseOptions returns nil if it has printed the help that was asked for.
func parseOptions(args []string, stdout io.Writer) (*options, error) {
	var o options
	shown := false
	parser, err := kong.New(&o, kong.Name("./dev bench"), kong.Writers(stdout, stdout),
		kong.Description("Measures the shop on this machine."), kong.Exit(func(int) { shown = true }))
	if err != nil {
		return nil, err
	}
	_, err = parser.Parse(args)
	switch {
	case shown:
		return nil, nil
	case err != nil:
		return nil, err
	}
	return &o, o.check()
}

func (o *options) check() error {
	if len(o.Sizes) == 0 || slices.Min(o.Sizes) < 1 || len(o.Clients) == 0 || slices.Min(o.Clients) < 1 ||
		len(o.Instances) == 0 || slices.Min(o.Instances) < 1 || o.Seconds <= 0 || o.Rounds < 1 || o.Slowdown < 1 {
		return errors.New("sizes, clients, instances, seconds and rounds must be above 0, the slowdown at least 1")
	}
	slices.Sort(o.Sizes)
	slices.Sort(o.Clients)
	slices.Sort(o.Instances)
	if o.Keep == "" {
		return nil
	}
	if err := os.MkdirAll(o.Keep, 0o700); err != nil {
		return fmt.Errorf("--keep: %w", err)
	}
	return nil
}

func (o *options) wants(part string) bool {
	return part == "machine" || o.Only == "all" || o.Only == part
}

func (o *options) duration() time.Duration { return time.Duration(o.Seconds * float64(time.Second)) }
