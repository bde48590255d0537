// Command bench measures the shop on the machine it runs on: how many orders it takes,
// compared with the bare database driver; how long its reads take as the number of
// stored orders grows; how long the storefront's pages take with many products, and how
// a slow browser copes with them; and what several instances reach on PostgreSQL. Its
// output is explained in docs/performance.md.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400) // as `kontor serve` does
	}
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, stdout io.Writer) error {
	o, err := parseOptions(args, stdout)
	if err != nil || o == nil {
		return err
	}
	dir, err := os.MkdirTemp(o.Keep, "kontor-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	started := time.Now()
	for _, part := range []struct {
		name    string
		measure func(ctx context.Context, dir string, o *options, w io.Writer) error
	}{
		{"machine", describeMachine}, {"intake", measureIntake}, {"stock", measureStock}, {"reads", measureReads}, {"catalogue", measureCatalogue}, {"pages", measurePages}, {"postgres", measurePostgres},
	} {
		if !o.wants(part.name) {
			continue
		}
		if err := part.measure(ctx, dir, o, stdout); err != nil {
			return fmt.Errorf("%s: %w", part.name, err)
		}
	}
	fmt.Fprintf(stdout, "done in %v\n", time.Since(started).Round(time.Second))
	return nil
}
