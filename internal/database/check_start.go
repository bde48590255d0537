package database

import (
	"context"
	"database/sql"
	"path/filepath"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// CheckStart returns the [*Refusal] with which a start would end because database and
// marks do not belong together, or because the shop has moved; nil if nothing speaks
// against it. Other errors are of reading. It changes nothing, and works beside a running
// shop.
func CheckStart(ctx context.Context, o Options) error {
	if o.URL != "" {
		return o.checkPostgresStart(ctx)
	}
	path, err := filepath.Abs(filepath.Join(o.Dir, FileName))
	if err != nil {
		return unusable(o.Dir, err)
	}
	s := &start{Options: o, path: path, dir: dirOf(path)}
	// The marks are read first: a running shop stores ids before it marks them.
	if s.marks, err = readMarks(s.dir, o.MarkDirs); err != nil {
		return err
	}
	db, err := sql.Open("sqlite", onlyReading(path))
	if err != nil {
		return err
	}
	defer db.Close()
	if s.found, err = o.Schema.standing(ctx, db); err != nil {
		return damaged(path, err)
	}
	return s.verdict("")
}

func (o Options) checkPostgresStart(ctx context.Context) error {
	config, err := parseURL(o.URL)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, ReadTimeout)
	defer cancel()
	config.DefaultQueryExecMode = pgx.QueryExecModeExec // for PgBouncer
	pool := stdlib.OpenDB(*config)
	defer pool.Close()
	all := marksIn(o.MarkDirs)
	found, err := o.Schema.shared(ctx, pool)
	if err != nil || found.shop == "" { // no start has named the shop yet
		return err
	}
	for _, m := range all {
		if err := o.Schema.compare(&found, m); err != nil {
			return err
		}
	}
	return nil
}
