package database

import (
	"cmp"
	"context"
	"database/sql"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Migration is one step of the schema.
type Migration struct {
	Version int64
	Name    string    // empty: unknown to this program
	Applied time.Time // zero: pending
}

// migrations returns this program's migrations, oldest first, all of them pending.
func (s Schema) migrations() ([]Migration, error) {
	files, err := fs.Glob(s.Files, SQLite.folder+"/*.sql")
	if err != nil {
		return nil, err
	}
	known := []Migration{{Version: s.Backfill.Version, Name: "backfill"}}
	for _, file := range files {
		number, name, _ := strings.Cut(strings.TrimSuffix(path.Base(file), ".sql"), "_")
		version, err := strconv.ParseInt(number, 10, 64)
		if err != nil {
			return nil, err
		}
		known = append(known, Migration{Version: version, Name: name})
	}
	slices.SortFunc(known, func(a, b Migration) int { return cmp.Compare(a.Version, b.Version) })
	return known, nil
}

// Queries for applied migrations. SQLite's times are UTC, PostgreSQL's are in the time
// zone of its connections.
const (
	appliedSQLite   = `SELECT version_id, tstamp FROM ` + migrationsTable + ` WHERE is_applied AND version_id > 0 ORDER BY version_id`
	appliedPostgres = `SELECT version_id, tstamp AT TIME ZONE current_setting('TimeZone') FROM ` + migrationsTable +
		` WHERE is_applied AND version_id > 0 ORDER BY version_id`
)

// inspect returns the program's migrations and those that only the database has, with
// the times returned by a query of db.
func (s Schema) inspect(ctx context.Context, db *sql.DB, query string) ([]Migration, error) {
	list, err := s.migrations()
	if err != nil {
		return nil, err
	}
	rows, err := db.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var m Migration
		if err := rows.Scan(&m.Version, &m.Applied); err != nil {
			return nil, err
		}
		at := slices.IndexFunc(list, func(known Migration) bool { return known.Version == m.Version })
		if at < 0 {
			list = append(list, m)
			continue
		}
		list[at].Applied = m.Applied.UTC()
	}
	return list, rows.Err()
}
