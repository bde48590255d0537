// Command ha runs the shop in a large setup: three instances behind haproxy, on three
// PostgreSQL servers under Patroni that replicate synchronously. It kills them while
// customers order, and then audits the books. Its output is explained in
// docs/operations/several-instances.md.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "ha:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, stdout io.Writer) (err error) {
	o, err := parseOptions(args, stdout)
	if err != nil || o == nil {
		return err
	}
	s, err := newSite()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.clear(o.Keep)) }()
	return torment(ctx, s, o, stdout)
}
