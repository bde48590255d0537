package main

import (
	"context"
	"errors"
	"fmt"

	"kontor/internal/store"
)

type migrateCommand struct {
	Up migrateUp `cmd:"" help:"Das Schema auf den Stand dieses Programms bringen."`
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
	db, _, err := openShop(ctx, cfg, newLog(p.stderr, cfg.LogFormat))
	if errors.Is(err, store.ErrLocked) {
		return fmt.Errorf("der Shop läuft; er hat sein Schema schon beim Start erneuert (%w)", err)
	}
	if err != nil {
		return err
	}
	version, err := db.SchemaVersion(ctx)
	if err := errors.Join(err, db.Close()); err != nil {
		return err
	}
	fmt.Fprintf(p.stdout, "Schema %d\n", version)
	return nil
}
