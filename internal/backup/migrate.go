package backup

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"kontor/internal/database"
	"kontor/internal/store"
)

// recent is how young the copy of a shop on PostgreSQL must be before its schema
// changes.
const recent = 24 * time.Hour

// BeforeMigrating makes sure of a copy before the schema of a shop with orders changes:
// of SQLite it writes one, for PostgreSQL it demands one. It is for
// [database.Options].
func (k *Keeper) BeforeMigrating(ctx context.Context, m database.Migrating) error {
	ids, err := store.CountIDs(ctx, m.Original)
	if err != nil {
		return err
	}
	if ids["orders"].Highest == 0 {
		return nil
	}
	if m.Original.Dialect == database.PostgreSQL {
		return k.demandRecent(m)
	}
	c, err := k.writer(k.Dir, migrationName+strconv.FormatInt(m.To, 10), m.Original).write(ctx)
	if err != nil {
		return fmt.Errorf("das Schema bleibt bei %d, denn ohne Sicherung wird es nicht auf %d gebracht: %w", m.Original.Version, m.To, err)
	}
	k.Log.Info("copy written before the schema changes", "file", c.Path, "schema", m.Original.Version)
	return prune(k.Dir, k.Slug)
}

// demandRecent expects an intact copy of the last hours.
func (k *Keeper) demandRecent(m database.Migrating) error {
	all, err := List(k.Dir)
	if err != nil {
		return err
	}
	for _, f := range all {
		age := k.Now().Sub(f.At)
		if f.isFor(k.Slug) && age < recent && age > -recent && f.Intact() == nil {
			return nil
		}
	}
	return fmt.Errorf("das Schema bleibt bei %d, denn in %s liegt keine Sicherung der letzten 24 Stunden; zuerst mit diesem Programm und denselben Einstellungen »kontor backup« ausführen, dann wird es auf %d gebracht",
		m.Original.Version, k.Dir, m.To)
}
