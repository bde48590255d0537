package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"kontor/internal/database"
	"kontor/internal/shop/account"
	"kontor/internal/shop/audit"
	"kontor/internal/store"
)

type accountsCommand struct {
	Erase accountsErase `cmd:"" help:"Konten löschen, die schon gelöscht waren und durch eine eingespielte Sicherung wieder da sind."`
}

type accountsErase struct {
	IDs []int64 `arg:"" name:"nummer" help:"Nummern der Konten, aus den Meldungen »account deleted« des Protokolls."`
	dataDir
}

// Run permanently deletes each account, as its customer had done.
func (c *accountsErase) Run(ctx context.Context, p *program) error {
	cfg, err := p.load()
	if err != nil {
		return err
	}
	db, err := store.Open(ctx, databaseOf(cfg, newLog(p.stderr, cfg.LogFormat)))
	if errors.Is(err, database.ErrLocked) {
		return fmt.Errorf("der Shop läuft; zum Löschen anhalten (%w)", err)
	}
	if err != nil {
		return err
	}
	err = p.eraseAccounts(audit.Command(ctx, "kontor accounts", time.Now()), db, c.IDs)
	return errors.Join(err, writeErasures(ctx, cfg, db), db.Scrub(ctx), db.Close())
}

// eraseAccounts continues after an account that does not exist: the backup may be older
// than the account.
func (p *program) eraseAccounts(ctx context.Context, db *store.DB, ids []int64) error {
	for _, id := range ids {
		erased, err := db.EraseCustomerAgain(ctx, id, time.Now())
		switch {
		case errors.Is(err, account.ErrNoCustomer):
			fmt.Fprintf(p.stdout, "Konto %d: gibt es nicht\n", id)
		case err != nil:
			return fmt.Errorf("das Konto %d löschen: %w", id, err)
		default:
			fmt.Fprintf(p.stdout, "Konto %d: gelöscht, %d Bestellungen bleiben\n", id, erased.Orders)
		}
	}
	return nil
}
