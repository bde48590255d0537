package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"kontor/internal/shop/audit"
	"kontor/internal/store"
)

type auditCommand struct {
	Verify auditVerifyCommand `cmd:"" group:"Befehle:" help:"Prüfen, ob am Protokoll etwas verändert wurde oder fehlt."`
	Export auditExportCommand `cmd:"" group:"Befehle:" help:"Das Protokoll ausgeben, je Zeile ein JSON-Objekt."`
}

type auditVerifyCommand struct {
	Kopf string `group:"Optionen:" placeholder:"HASH" help:"Ein früher notierter Kopf, der im Protokoll vorkommen muss."`
	dataDir
}

// Run verifies the chain, also while the shop is running.
func (c *auditVerifyCommand) Run(ctx context.Context, p *program) error {
	return p.withReader(ctx, func(db *store.DB) error {
		proof, err := audit.Verify(ctx, db, c.Kopf)
		if broken := (*audit.Break)(nil); errors.As(err, &broken) {
			return fmt.Errorf("das Protokoll ist nicht heil: %w", err)
		}
		if err != nil {
			return err
		}
		fmt.Fprintf(p.stdout, "Das Protokoll ist heil. Zeilen: %d\n", proof.Rows)
		if proof.Rows > 0 {
			fmt.Fprintf(p.stdout, "Kopf: %s (Zeile %d)\n", proof.Head.Hash, proof.Head.Nr)
		}
		if proof.Cut.Nr > 0 {
			fmt.Fprintf(p.stdout, "Die Zeilen bis %d wurden nach drei Jahren gelöscht.\n", proof.Cut.Nr)
		}
		if c.Kopf != "" {
			fmt.Fprintln(p.stdout, "Der angegebene Kopf kommt vor.")
		}
		return nil
	})
}

type auditExportCommand struct{ dataDir }

// Run writes all rows, oldest first.
func (c *auditExportCommand) Run(ctx context.Context, p *program) error {
	return p.withReader(ctx, func(db *store.DB) error {
		encoder := json.NewEncoder(p.stdout)
		encoder.SetEscapeHTML(false)
		return db.EachEntry(ctx, 0, func(r audit.Row) error { return encoder.Encode(r) })
	})
}

// withReader opens the database for reading, also while the shop is running.
func (p *program) withReader(ctx context.Context, use func(*store.DB) error) error {
	cfg, err := p.load()
	if err != nil {
		return err
	}
	db, err := store.OpenReader(ctx, databaseOf(cfg, newLog(p.stderr, cfg.LogFormat)))
	if err != nil {
		return err
	}
	return errors.Join(use(db), db.Close())
}
