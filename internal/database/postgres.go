package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"kontor/internal/shop"
)

// Limits of the connection pool and of waiting for the database.
const (
	poolSize       = 16
	probes         = 2 // connections besides the pool: one that watches, one for /readyz
	connectTimeout = 3 * time.Second
	WriteTimeout   = 8 * time.Second // of one write, including its retries
	ReadTimeout    = 10 * time.Second
)

// postgresEngine is a PostgreSQL database that several instances share.
type postgresEngine struct {
	pool   *sql.DB
	config *pgx.ConnConfig
	probe  *sql.DB // separate connections for checks of the database
	health *health
	mark   *postgresMark
	schema Schema
	fresh  func() Gathered // returns an empty collector for a write
	note   func(writes int, took time.Duration)
	writes atomic.Uint32 // numbers them, see [Tx.Turn]
}

// openPostgres connects to the database at the URL, which may name several hosts. A
// database that is away does not keep the shop from starting: it is migrated once it is
// there.
func openPostgres(ctx context.Context, o Options) (*DB, error) {
	config, err := parseURL(o.URL)
	if err != nil {
		return nil, err
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = connectTimeout
	}
	pool := newPool(config)
	e := &postgresEngine{pool: pool, config: config, probe: newPool(config), schema: o.Schema, fresh: o.Gather, note: o.OnCommit}
	e.probe.SetMaxOpenConns(probes)
	e.probe.SetMaxIdleConns(probes)
	e.writes.Store(rand.Uint32()) // so that instances do not run in step
	e.health = watch(e.probe, hostsOf(config), o.Schema.Passes, func(ctx context.Context) error {
		if err := migratePostgres(ctx, pool, o); err != nil {
			return err
		}
		return o.admit(ctx, pool)
	}, o.Log)
	if err := e.health.firstCheck(ctx); err != nil {
		return nil, errors.Join(startError(config, err), pool.Close(), e.probe.Close())
	}
	e.mark = keepMark(o, pool, e.Available)
	return &DB{e}, nil
}

// newPool returns a pool of connections with the settings of the shop.
func newPool(config *pgx.ConnConfig) *sql.DB {
	// No named statements: PgBouncer gives a connection to others between two
	// transactions. Types are requested once per text.
	config.DefaultQueryExecMode = pgx.QueryExecModeCacheDescribe
	config.RuntimeParams["application_name"] = "kontor"
	config.OnNotice = noteWarning
	pool := stdlib.OpenDB(*config)
	pool.SetMaxOpenConns(poolSize)
	pool.SetMaxIdleConns(poolSize)
	pool.SetConnMaxLifetime(30 * time.Minute)
	return pool
}

// Update runs a write, and retries it while it fails before COMMIT for a temporary
// reason: two conflicting writes, a lost connection, a primary that has just become a
// standby. It gives up once the database is known to be away. If the connection is lost
// during COMMIT the outcome is unknown, and Update returns [ErrInDoubt].
func (e *postgresEngine) Update(change func(*Tx) error) error {
	ctx, cancel := context.WithTimeout(context.Background(), WriteTimeout)
	defer cancel()
	for wait := 5 * time.Millisecond; ; wait = min(2*wait, 500*time.Millisecond) {
		if err := e.Available(); err != nil {
			return err
		}
		err := e.attempt(ctx, change)
		e.health.report(err)
		if !e.schema.Passes(err) {
			return err
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return unavailable(err)
		}
	}
}

// UpdateTogether is Update: writes share no transaction.
func (e *postgresEngine) UpdateTogether(change func(*Tx) error, _ Part) error {
	return e.Update(change)
}

// ErrInDoubt means that COMMIT was not answered: it may have happened, and it may even
// be about to happen.
var ErrInDoubt = errors.New("store: the answer to COMMIT was lost")

func (e *postgresEngine) attempt(ctx context.Context, change func(*Tx) error) error {
	conn, err := e.pool.Conn(ctx)
	if err != nil {
		return fmt.Errorf("store: connect for writing: %w", err)
	}
	defer conn.Close()
	p := newPipeline(conn)
	defer p.undo() // no effect after a commit
	t := &Tx{ctx: ctx, run: conn, Dialect: PostgreSQL, Gathered: e.fresh(), Turn: e.writes.Add(1), pipeline: p}
	if err := change(t); err != nil {
		return err
	}
	if err := t.Gathered.Write(t); err != nil {
		return err
	}
	if err := t.Send(); err != nil {
		return err
	}
	began := time.Now()
	err = p.commit(ctx)
	if err == nil {
		noteCommit(e.note, 1, began)
		t.Gathered.Committed()
	}
	return err
}

func (e *postgresEngine) View(ctx context.Context, read func(*Tx) error) error {
	if err := e.Available(); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, ReadTimeout)
	defer cancel()
	within, err := e.pool.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
	if err != nil {
		e.health.report(err)
		return unavailable(fmt.Errorf("store: begin reading: %w", err))
	}
	defer within.Rollback() // nothing to commit
	err = read(&Tx{ctx: ctx, run: within, Dialect: PostgreSQL})
	e.health.report(err)
	return unavailable(err)
}

func (e *postgresEngine) Read(ctx context.Context, read func(*Tx) error) error {
	if err := e.Available(); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, ReadTimeout)
	defer cancel()
	err := read(&Tx{ctx: ctx, run: e.pool, Dialect: PostgreSQL})
	e.health.report(err)
	return unavailable(err)
}

func (e *postgresEngine) Available() error {
	if !e.health.up.Load() {
		return shop.ErrDatabaseUnavailable
	}
	return nil
}

// Ready checks whether the answering server accepts writes; a standby does not.
func (e *postgresEngine) Ready(ctx context.Context) error {
	if err := e.Available(); err != nil {
		return err
	}
	return takesWrites(ctx, e.probe)
}

// rowQuerier is a pool or one of its connections.
type rowQuerier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

func takesWrites(ctx context.Context, server rowQuerier) error {
	var readOnly string
	if err := server.QueryRowContext(ctx, `SHOW transaction_read_only`).Scan(&readOnly); err != nil {
		return fmt.Errorf("store: ask for the state of the database: %w", err)
	}
	if readOnly != "off" {
		return errReadOnly
	}
	return nil
}

// carriesOut commits a transaction that changes nothing, to find out whether commits
// are answered: they are not while the server misses its standbys.
func carriesOut(ctx context.Context, server runner) error {
	if _, err := server.ExecContext(ctx, PostgreSQL.Confirm); err != nil {
		return fmt.Errorf("store: try a commit: %w", err)
	}
	return nil
}

func (e *postgresEngine) SchemaVersion(ctx context.Context) (int64, error) {
	return schemaVersion(ctx, e.pool, PostgreSQL)
}

// Tend has nothing to do: the server tends to itself.
func (e *postgresEngine) Tend(context.Context) {}

// Scrub has nothing to do: autovacuum frees what was deleted.
func (e *postgresEngine) Scrub(context.Context) error { return nil }

// Close does not wait: the pool ends its transactions.
func (e *postgresEngine) Close() error {
	e.mark.close()
	e.health.stop()
	return errors.Join(e.pool.Close(), e.probe.Close())
}

// migratePostgres brings the schema up to date. Instances that start simultaneously
// take turns: each holds a lock in a transaction of its own while it migrates, which
// also works behind PgBouncer.
//
// An up-to-date schema costs one query. Migrating takes two connections.
func migratePostgres(ctx context.Context, pool *sql.DB, o Options) error {
	if version, err := schemaVersion(ctx, pool, PostgreSQL); err == nil && version == o.Schema.Version {
		return nil
	}
	guard, err := pool.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("store: begin migrating: %w", err)
	}
	defer guard.Rollback() // releases the lock
	if _, err := guard.ExecContext(ctx, PostgreSQL.LockKey, "kontor migrations"); err != nil {
		return fmt.Errorf("store: wait for other instances to migrate: %w", err)
	}
	if err := awaitLastMigration(ctx, pool); err != nil {
		return fmt.Errorf("store: wait for the end of a migration: %w", err)
	}
	if err := beforeMigrating(ctx, &Original{Dialect: PostgreSQL, db: pool, schema: o.Schema}, o); err != nil {
		return err
	}
	return o.Schema.Migrate(ctx, pool, PostgreSQL, o.Schema.Version)
}

// awaitLastMigration waits for the transaction of an instance that was killed while
// migrating: the server carries out a COMMIT that it has received, after the lock that
// kept others waiting is gone. A version read before its end would lead to the same
// migration once more.
func awaitLastMigration(ctx context.Context, pool *sql.DB) error {
	within, err := pool.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer within.Rollback() // releases the table
	var exists bool
	if err := within.QueryRowContext(ctx, `SELECT to_regclass($1) IS NOT NULL`, migrationsTable).Scan(&exists); err != nil || !exists {
		return err
	}
	_, err = within.ExecContext(ctx, `LOCK TABLE `+migrationsTable+` IN SHARE MODE`)
	return err
}
