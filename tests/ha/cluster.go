package main

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"
)

// cluster is the database: three nodes, one of which is the primary.
type cluster struct {
	nodes []*node
}

// startCluster starts the nodes, and creates the shop's empty database.
func startCluster(ctx context.Context, s *site) (*cluster, error) {
	etcd, err := startEtcd(ctx, s)
	if err != nil {
		return nil, err
	}
	c := &cluster{}
	for _, name := range []string{"db1", "db2", "db3"} {
		n, err := newNode(s, name, etcd)
		if err != nil {
			return nil, err
		}
		c.nodes = append(c.nodes, n)
	}
	for i, n := range c.nodes {
		if err := n.start(); err != nil {
			return nil, err
		}
		if i > 0 {
			continue
		}
		if err := await(ctx, "the first node is the primary", func() error { return n.takesWrites(ctx) }); err != nil {
			return nil, err
		}
	}
	if err := c.whole(ctx); err != nil {
		return nil, err
	}
	return c, c.execute(ctx, "postgres", `CREATE ROLE kontor LOGIN`, `CREATE DATABASE kontor OWNER kontor`)
}

// url returns the addresses of all nodes; clients pick the one that accepts writes.
func (c *cluster) url(user, database string) string {
	var hosts []string
	for _, n := range c.nodes {
		hosts = append(hosts, fmt.Sprintf("127.0.0.1:%d", n.port))
	}
	return fmt.Sprintf("postgres://%s@%s/%s?target_session_attrs=read-write&connect_timeout=2", user, strings.Join(hosts, ","), database)
}

// execute runs statements on the primary.
func (c *cluster) execute(ctx context.Context, database string, statements ...string) error {
	db, err := sql.Open("pgx", c.url("postgres", database))
	if err != nil {
		return err
	}
	defer db.Close()
	for _, statement := range statements {
		if _, err := db.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	return nil
}

// primary returns the node that accepts writes according to PostgreSQL itself.
func (c *cluster) primary(ctx context.Context) (found *node, err error) {
	err = await(ctx, "there is a primary", func() error {
		var missing error
		for _, n := range c.nodes {
			if missing = n.takesWrites(ctx); missing == nil {
				found = n
				return nil
			}
		}
		return missing
	})
	return found, err
}

// whole waits until the primary has two standbys, one of them synchronous and known to
// Patroni as such: before that, a crash would leave nobody to take over.
func (c *cluster) whole(ctx context.Context) error {
	return await(ctx, "the database has its standbys", func() error {
		for _, n := range c.nodes {
			if n.takesWrites(ctx) == nil {
				return n.followed(ctx, 2)
			}
		}
		return errWaiting
	})
}

// configure changes settings of the whole cluster.
func (c *cluster) configure(ctx context.Context, settings map[string]any) error {
	body, err := json.Marshal(settings)
	if err != nil {
		return err
	}
	n, err := c.primary(ctx)
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPatch, n.url("/config"), bytes.NewReader(body))
	if err != nil {
		return err
	}
	response, err := probe.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return errors.New("Patroni does not take its settings: " + response.Status)
	}
	return nil
}
