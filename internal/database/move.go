package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gofrs/flock"
	"github.com/jackc/pgx/v5"
)

// Moved reports that a table was copied, and that both sides agree on its rows.
type Moved struct {
	Table string
	Rows  int64
}

// Move copies the SQLite shop in a directory to an empty PostgreSQL database, in
// one transaction: an interrupted move leaves the target empty. Ids, numbers and the
// next ids stay the same. It calls report for each table.
//
// No process may serve the shop meanwhile ([ErrLocked]). Other errors name the obstacle
// and the remedy. The SQLite file stays unchanged.
func Move(ctx context.Context, from, to Options, remade Remade, report func(Moved)) error {
	source, err := openSource(ctx, from)
	if err != nil {
		return err
	}
	defer source.close()
	config, err := parseURL(to.URL)
	if err != nil {
		return err
	}
	conn, err := openTarget(ctx, config, to.Schema)
	if err != nil {
		return startError(config, err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if err := (&mover{ctx: ctx, from: source.tx, remade: remade, report: report}).move(conn); err != nil {
		return fmt.Errorf("%s: %w", to.Place(), err)
	}
	return nil
}

// move copies in one transaction.
func (m *mover) move(conn *pgx.Conn) error {
	within, err := conn.Begin(m.ctx)
	if err != nil {
		return err
	}
	defer within.Rollback(context.WithoutCancel(m.ctx)) // no effect after a commit
	m.to = within
	if err := m.run(); err != nil {
		return err
	}
	if err := within.Commit(m.ctx); err != nil {
		return fmt.Errorf("ob der Umzug gelungen ist, ist ungewiss (%w); ihn wiederholen: ist er gelungen, ist die Datenbank nicht mehr leer", err)
	}
	_, err = conn.Exec(m.ctx, `ANALYZE`) // otherwise the first queries are planned for empty tables
	return err
}

// source is a SQLite shop that nobody serves, in one snapshot.
type source struct {
	lock *flock.Flock
	db   *sql.DB
	tx   *Tx
}

func openSource(ctx context.Context, o Options) (_ *source, err error) {
	path, err := filepath.Abs(filepath.Join(o.Dir, FileName))
	if err != nil {
		return nil, unusable(o.Dir, err)
	}
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s gibt es nicht; DATA_DIR prüfen", path)
	}
	s := &source{}
	if s.lock, err = takeLock(path); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			s.close()
		}
	}()
	if err := examine(ctx, path); err != nil {
		return nil, err
	}
	if s.db, err = sql.Open("sqlite", dsn(path, "query_only(1)")); err != nil {
		return nil, err
	}
	switch version, err := schemaVersion(ctx, s.db, SQLite); {
	case err != nil:
		return nil, damaged(path, err)
	case version < o.Schema.Version:
		return nil, fmt.Errorf("%s hat Schema %d, dieses Programm %d; zuerst mit »kontor migrate up« erneuern", path, version, o.Schema.Version)
	case version > o.Schema.Version:
		return nil, fmt.Errorf("%s hat Schema %d, dieses Programm kennt nur %d: eine neuere Version von Kontor nehmen", path, version, o.Schema.Version)
	}
	within, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return nil, damaged(path, err)
	}
	s.tx = &Tx{ctx: ctx, run: within, Dialect: SQLite}
	return s, nil
}

// close ends the snapshot, if there is one; it has changed nothing.
func (s *source) close() {
	if s.db != nil {
		s.db.Close()
	}
	s.lock.Unlock()
}

// openTarget brings the schema of the database up to date, and connects to it.
func openTarget(ctx context.Context, config *pgx.ConnConfig, schema Schema) (*pgx.Conn, error) {
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = connectTimeout
	}
	pool := newPool(config)
	defer pool.Close()
	if err := takesWrites(ctx, pool); err != nil {
		return nil, err
	}
	var tables []string
	err := (&Tx{ctx: ctx, run: pool}).Rows(`SELECT table_name FROM information_schema.tables
		WHERE table_schema = current_schema() ORDER BY table_name`, nil, collect(&tables))
	if err != nil {
		return nil, err
	}
	if len(tables) > 0 && !slices.Contains(tables, migrationsTable) {
		return nil, fmt.Errorf("diese Datenbank gehört einem anderen Programm (%s); eine leere anlegen", strings.Join(tables, ", "))
	}
	if err := migratePostgres(ctx, pool, schema); err != nil {
		return nil, err
	}
	return pgx.ConnectConfig(ctx, config)
}

// collect appends the texts of a query's only column.
func collect(texts *[]string) func(*sql.Rows) error {
	return func(rows *sql.Rows) error {
		var text string
		err := rows.Scan(&text)
		*texts = append(*texts, text)
		return err
	}
}
