package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"kontor/internal/database"
	"kontor/tests/pgtest"
	"kontor/tests/storetest"
)

// PostgreSQL keeps every rule of the store, those of racing refunds (T45), leases (T48), of
// what was kept (T55), of sweeps (T56), of what moved (T57), of disputes (T58) and of twins
// (T59) included.
func TestPostgresConforms(t *testing.T) {
	t.Parallel()
	storetest.Run(t, openPostgresEngine)
}

func TestPostgresProperties(t *testing.T) {
	storetest.RunProperties(t, openPostgresEngine)
}

func TestPostgresAccountProperties(t *testing.T) {
	storetest.RunAccountProperties(t, openPostgresEngine)
}

const template = "kontor_template"

// cluster is the server of this package's tests, with an empty migrated
// database to copy.
var cluster = sync.OnceValues(func() (*pgtest.Cluster, error) {
	c, err := pgtest.StartHasty()
	if err != nil {
		return nil, err
	}
	stopAtExit = func() error { return errors.Join(c.Stop(), deadlocks(c)) }
	if err := c.Create(template, ""); err != nil {
		return nil, err
	}
	db, err := Open(context.Background(), database.Options{URL: c.URL(template)})
	if err != nil {
		return nil, err
	}
	return c, db.Close()
})

// stopAtExit ends the cluster, see TestMain.
var stopAtExit = func() error { return nil }

// deadlocks returns an error if any two transactions of all tests deadlocked: the
// server aborts one of them after a second, and it is retried, so nothing else shows.
func deadlocks(c *pgtest.Cluster) error {
	if n := strings.Count(c.Log(), "deadlock detected"); n > 0 {
		return fmt.Errorf("%d deadlocks", n)
	}
	return nil
}

func openPostgresEngine(t testing.TB) *storetest.Engine {
	t.Helper()
	c, err := cluster()
	if err != nil {
		t.Fatal(err)
	}
	url := c.Database(t, template)
	db, err := Open(context.Background(), database.Options{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	plain, err := sql.Open("pgx", url)
	if err != nil {
		t.Fatal(err)
	}
	plain.SetMaxOpenConns(2)
	t.Cleanup(func() { plain.Close() })
	return &storetest.Engine{
		Shared: true,
		Store:  db,
		SQL:    plain,
		SetNextID: func(id int64) error {
			_, err := plain.Exec(fmt.Sprintf(`ALTER TABLE orders ALTER COLUMN id RESTART WITH %d`, id))
			return err
		},
		Exec: func(query string) error {
			_, err := plain.Exec(query)
			return err
		},
	}
}
