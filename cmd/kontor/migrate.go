package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"kontor/internal/database"
	"kontor/internal/store"
)

type migrateCommand struct {
	Status migrateStatus `cmd:"" help:"Den Stand des Schemas zeigen; ändert nichts."`
	Up     migrateUp     `cmd:"" help:"Das Schema auf den Stand dieses Programms bringen."`
}

type migrateStatus struct {
	dataDir
}

// Run shows the schema of the database next to the program's, and when each migration
// was applied.
func (c *migrateStatus) Run(ctx context.Context, p *program) error {
	cfg, err := p.load()
	if err != nil {
		return err
	}
	state, err := store.Inspect(ctx, databaseOf(cfg, nil))
	if err != nil {
		return err
	}
	fmt.Fprintf(p.stdout, "Datenbank  Schema %d%s\n", state.Version, remark(state))
	fmt.Fprintf(p.stdout, "Programm   Schema %d\n", store.SchemaVersion)
	for _, m := range state.Migrations {
		fmt.Fprintf(p.stdout, "%04d  %-20s  %s\n", m.Version, applied(m), cmp.Or(m.Name, "(unbekannt)"))
	}
	return nil
}

// applied returns when a migration was applied, in UTC.
func applied(m database.Migration) string {
	if m.Applied.IsZero() {
		return "steht aus"
	}
	return m.Applied.UTC().Format(time.RFC3339)
}

func remark(state database.State) string {
	switch {
	case state.Locked:
		return " (der Shop läuft)"
	case state.Version == 0:
		return " (noch nicht angelegt)"
	case state.Version < store.SchemaVersion:
		return " (wird beim nächsten Start erneuert)"
	case state.Version > store.SchemaVersion:
		return " (von einer neueren Version von Kontor)"
	}
	return ""
}

type migrateUp struct {
	dataDir
}

// Run brings the schema up to date, as every start of the shop does.
func (c *migrateUp) Run(ctx context.Context, p *program) error {
	cfg, err := p.load()
	if err != nil {
		return err
	}
	s, err := openShop(ctx, cfg, newLog(p.stderr, cfg.LogFormat))
	if errors.Is(err, database.ErrLocked) {
		return fmt.Errorf("der Shop läuft; er hat sein Schema schon beim Start erneuert (%w)", err)
	}
	if err != nil {
		return err
	}
	var version int64
	if err = s.db.Ready(ctx); err == nil { // PostgreSQL may be away
		version, err = s.db.SchemaVersion(ctx)
	}
	if err := errors.Join(err, s.db.Close()); err != nil {
		return err
	}
	fmt.Fprintf(p.stdout, "Schema %d\n", version)
	return nil
}
