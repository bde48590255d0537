package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// ask reads one row from the node's PostgreSQL.
func (n *node) ask(ctx context.Context, query string, into ...any) error {
	db, err := sql.Open("pgx", fmt.Sprintf("postgres://postgres@127.0.0.1:%d/postgres?sslmode=disable", n.port))
	if err != nil {
		return err
	}
	defer db.Close()
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return db.QueryRowContext(ctx, query).Scan(into...)
}

// takesWrites returns nil if the node is the primary.
func (n *node) takesWrites(ctx context.Context) error {
	if ended, err := n.patroni.Ended(); ended {
		return fmt.Errorf("patroni of %s has ended: %v\n%s", n.name, err, n.patroni.LastLines(5))
	}
	var standby bool
	if err := n.ask(ctx, `SELECT pg_is_in_recovery()`, &standby); err != nil {
		return err
	}
	if standby {
		return fmt.Errorf("%s is a standby", n.name)
	}
	return nil
}

// followed returns nil if this many standbys follow this primary, one of them
// synchronously.
func (n *node) followed(ctx context.Context, want int) error {
	var following, inStep int
	err := n.ask(ctx, `SELECT count(*), count(*) FILTER (WHERE sync_state IN ('sync', 'quorum'))
		FROM pg_stat_replication WHERE state = 'streaming' AND application_name LIKE 'db%'`, &following, &inStep)
	if err != nil {
		return err
	}
	members, err := n.members(ctx)
	if err != nil {
		return err
	}
	if following < want || inStep == 0 || !members.agree() {
		return fmt.Errorf("%d standbys follow %s, %d in step; Patroni knows %+v", following, n.name, inStep, members)
	}
	return nil
}

// members are the nodes from a Patroni's point of view.
type members []struct {
	Role, State string
	Timeline    int // of the node's history; grows with each new primary
}

// members asks the node's Patroni.
func (n *node) members(ctx context.Context) (members, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, n.url("/cluster"), nil)
	if err != nil {
		return nil, err
	}
	response, err := probe.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	var known struct{ Members members }
	err = json.NewDecoder(response.Body).Decode(&known)
	return known.Members, err
}

// agree reports whether a standby may take over, and all nodes have the same history: a
// former primary follows for a moment before it is rewound.
func (m members) agree() bool {
	takesOver := false
	for _, one := range m {
		if one.Timeline != m[0].Timeline || one.State != "running" && one.State != "streaming" {
			return false
		}
		takesOver = takesOver || one.Role == "sync_standby"
	}
	return takesOver
}

// url returns the address of a page of the node's Patroni.
func (n *node) url(path string) string { return fmt.Sprintf("http://127.0.0.1:%d%s", n.rest, path) }
