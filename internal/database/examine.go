package database

import (
	"context"
	"database/sql"
	"fmt"
	"os"
)

// examine refuses a file that is not a database of the shop, and leaves it unchanged:
// the settings of the shop's own connections would already write to it. It returns what
// the database says about itself; an empty file is a fresh database.
func examine(ctx context.Context, path string, schema Schema) (found standing, err error) {
	if err := keepsItsLog(path); err != nil {
		return found, err
	}
	db, err := sql.Open("sqlite", dsn(path, "query_only(1)"))
	if err != nil {
		return found, err
	}
	defer db.Close()
	var tables, migrated int
	err = db.QueryRowContext(ctx, `SELECT count(*), count(CASE WHEN name = 'schema_migrations' THEN 1 END)
		FROM sqlite_schema WHERE type = 'table'`).Scan(&tables, &migrated)
	switch {
	case err != nil:
		return found, damaged(path, err)
	case tables == 0:
		return schema.nothing(), nil
	case migrated == 0:
		return found, fmt.Errorf("%s gehört einem anderen Programm; DATA_DIR ändern", path)
	}
	// An unreadable table must not be mistaken for a missing one.
	var version int64
	if err := db.QueryRowContext(ctx, `SELECT coalesce(max(version_id), 0) FROM schema_migrations`).Scan(&version); err != nil {
		return found, damaged(path, err)
	}
	if found, err = schema.standing(ctx, db); err != nil {
		return found, damaged(path, err)
	}
	return found, nil
}

// keepsItsLog refuses an empty file with a log beside it: it has lost its content, and
// SQLite would discard the log as well.
func keepsItsLog(path string) error {
	file, err := os.Stat(path)
	if err != nil {
		return unusable(path, err)
	}
	log, err := os.Stat(path + "-wal")
	if err == nil && file.Size() == 0 && log.Size() > 0 {
		return refuse("%s ist leer, obwohl daneben %s-wal liegt: Sicherung einspielen oder DATA_DIR ändern", path, FileName)
	}
	return nil
}
