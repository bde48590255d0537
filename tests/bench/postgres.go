package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"kontor/tests/pgtest"
)

// server is the benchmark's own PostgreSQL server, with shops beside it.
type server struct {
	*pgtest.Cluster
	dir       string // for the shops' logs
	databases int    // created so far
}

// shopTemplate is a migrated database with the demo's products.
const shopTemplate = "shop"

// measurePostgres measures what instances that share a PostgreSQL server reach.
// Instances, database and clients all share this machine.
func measurePostgres(ctx context.Context, dir string, o *options, w io.Writer) error {
	return withServer(ctx, dir, func(s *server) error {
		if err := s.measureInstances(ctx, o, w); err != nil {
			return err
		}
		return s.measureCompletions(ctx, o, w)
	})
}

// withServer calls use with a server of its own that has the template of shops.
func withServer(ctx context.Context, dir string, use func(*server) error) (err error) {
	cluster, err := pgtest.Start()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, cluster.Stop()) }()
	s := &server{Cluster: cluster, dir: dir}
	if err := s.Create(shopTemplate, ""); err != nil {
		return err
	}
	shops, err := s.open(ctx, s.URL(shopTemplate), 1)
	if err := errors.Join(err, closeAll(shops)); err != nil {
		return err
	}
	return use(s)
}

// within calls use with the URL of a database created from a template and dropped
// afterwards.
func (s *server) within(template string, use func(url string) error) error {
	s.databases++
	name := fmt.Sprintf("bench_%d", s.databases)
	if err := s.Create(name, template); err != nil {
		return err
	}
	return errors.Join(use(s.URL(name)), s.Drop(name))
}

// withShops calls use with shops that share a database made from a template.
func (s *server) withShops(ctx context.Context, template string, n int, use func([]*servedShop) error) error {
	return s.within(template, func(url string) error {
		shops, err := s.open(ctx, url, n)
		if err == nil {
			err = use(shops)
		}
		return errors.Join(err, closeAll(shops))
	})
}

// open starts n shops on one database. On an error it returns those that were started.
func (s *server) open(ctx context.Context, url string, n int) (shops []*servedShop, err error) {
	for range n {
		started, err := openShop(ctx, s.dir, url)
		if err != nil {
			return shops, err
		}
		shops = append(shops, started)
	}
	return shops, nil
}

func closeAll(shops []*servedShop) (err error) {
	for _, s := range shops {
		err = errors.Join(err, s.Close())
	}
	return err
}
