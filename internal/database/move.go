package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

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
// From its beginning on, the SQLite shop refuses to start, and at the end it names the
// target. A move that was killed is resumed by another one to the same target, which
// only ends it if the copy was complete; or it is undone by [AbortMove]. One that failed
// has undone itself, unless it may have succeeded.
//
// No process may serve the shop meanwhile ([ErrLocked]). Other errors name the obstacle
// and the remedy.
func Move(ctx context.Context, from, to Options, remade Remade, report func(Moved)) error {
	source, err := openSource(ctx, from, to)
	if err != nil {
		return err
	}
	defer source.close()
	config, err := parseURL(to.URL)
	if err != nil {
		return err
	}
	before := source.moved
	if err := source.noteMove(ctx, movingTo+to.Place()); err != nil {
		return err
	}
	if err := source.copyTo(ctx, config, to.Schema, remade, report); errors.Is(err, errUncertain) {
		return fmt.Errorf("%s: %w", to.Place(), err)
	} else if err != nil {
		return errors.Join(startError(config, err), source.noteMove(context.WithoutCancel(ctx), before))
	}
	return source.noteMove(context.WithoutCancel(ctx), to.Place())
}

// AbortMove undoes the beginning of a move that was killed, so that the SQLite shop
// starts again. It is an error if the copy was complete.
func AbortMove(ctx context.Context, from, to Options) error {
	source, err := openSource(ctx, from, to)
	if err != nil {
		return err
	}
	defer source.close()
	if source.moved == "" {
		return fmt.Errorf("%s: hier ist kein Umzug begonnen", from.Place())
	}
	config, err := parseURL(to.URL)
	if err != nil {
		return err
	}
	conn, err := connectTarget(ctx, config)
	if err != nil {
		return startError(config, err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	switch there, err := source.arrived(ctx, conn); {
	case err != nil:
		return startError(config, err)
	case there:
		return fmt.Errorf("%s: der Umzug ist vollständig; ihn mit »kontor move« beenden", to.Place())
	}
	return source.noteMove(ctx, "")
}

// copyTo copies the shop, unless an earlier move did and was killed before it could
// note it.
func (s *source) copyTo(ctx context.Context, config *pgx.ConnConfig, schema Schema, remade Remade, report func(Moved)) error {
	conn, err := openTarget(ctx, config, schema)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if s.moved != "" {
		if there, err := s.arrived(ctx, conn); err != nil || there {
			return err
		}
	}
	within, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return damaged(s.path, err)
	}
	defer within.Rollback() // nothing to commit
	from := &Tx{ctx: ctx, run: within, Dialect: SQLite}
	return (&mover{ctx: ctx, from: from, remade: remade, report: report}).move(conn)
}

// arrived reports whether the target has this shop. It waits for the transaction of a
// move that was killed, which the server may be about to commit.
func (s *source) arrived(ctx context.Context, conn *pgx.Conn) (there bool, err error) {
	var named bool
	if err := conn.QueryRow(ctx, `SELECT to_regclass('betrieb') IS NOT NULL`).Scan(&named); err != nil || !named {
		return false, err
	}
	err = conn.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM betrieb WHERE shop_id = $1)`, s.shop).Scan(&there)
	return there, err
}

// errUncertain means that the answer to the COMMIT of a move was lost.
var errUncertain = errors.New("ob der Umzug gelungen ist, ist ungewiss; »kontor move« wiederholen, das ihn beendet oder noch einmal beginnt")

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
	if err := within.Commit(context.WithoutCancel(m.ctx)); err != nil {
		return fmt.Errorf("%w (%w)", errUncertain, err)
	}
	conn.Exec(m.ctx, `ANALYZE`) // otherwise the first queries are planned for empty tables
	return nil
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
	if err := migratePostgres(ctx, pool, Options{Schema: schema}); err != nil {
		return nil, err
	}
	return connectTarget(ctx, config)
}

func connectTarget(ctx context.Context, config *pgx.ConnConfig) (*pgx.Conn, error) {
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = connectTimeout
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
