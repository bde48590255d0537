package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"kontor/internal/database"
	"kontor/internal/shop/audit"
	"kontor/internal/store"
)

type moveCommand struct {
	To    string `group:"Optionen:" placeholder:"postgres://…" help:"Die leere PostgreSQL-Datenbank; ohne diese Option gilt DATABASE_URL oder DATABASE_URL_FILE, die auf diesem Rechner niemand sonst sieht."`
	Abort bool   `group:"Optionen:" help:"Einen Umzug zurücknehmen, der mittendrin abgebrochen ist; der Shop startet dann wieder wie vorher."`
	dataDir
}

// Run copies the shop in the data directory to an empty PostgreSQL database.
func (c *moveCommand) Run(ctx context.Context, p *program) error {
	cfg, err := p.load()
	if err != nil {
		return err
	}
	from, to := databaseOf(cfg, nil), database.Options{URL: c.To}
	from.URL = ""
	if to.URL == "" {
		to.URL = string(cfg.DatabaseURL)
	}
	if to.URL == "" {
		return errors.New("wohin? DATABASE_URL oder --to nennt die leere PostgreSQL-Datenbank: postgres://benutzer:passwort@rechner:5432/datenbank")
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	if c.Abort {
		err = p.abortMove(ctx, from, to)
	} else {
		err = p.move(ctx, from, to)
	}
	if errors.Is(err, database.ErrLocked) {
		return fmt.Errorf("der Shop läuft; ihn für den Umzug anhalten (%w)", err)
	}
	return err
}

func (p *program) move(ctx context.Context, from, to database.Options) error {
	fmt.Fprintf(p.stdout, "%s → %s\n", from.Place(), to.Place())
	err := store.Move(ctx, from, to, func(m database.Moved) {
		fmt.Fprintf(p.stdout, "  %-24s %8d Zeilen kopiert und verglichen\n", m.Table, m.Rows)
	})
	switch {
	case errors.Is(err, context.Canceled):
		return errors.New("abgebrochen; die PostgreSQL-Datenbank ist leer geblieben")
	case err != nil:
		return err
	}
	if err := recordMove(ctx, from, to); err != nil {
		return fmt.Errorf("umgezogen, aber ohne Eintrag im Protokoll: %w", err)
	}
	fmt.Fprintf(p.stdout, "Umgezogen. Von nun an DATABASE_URL setzen; ohne sie startet der Shop nicht mehr. %s bleibt als Sicherung liegen.\n", from.Place())
	return nil
}

// recordMove adds to the audit log, which has moved too, where the shop came from.
func recordMove(ctx context.Context, from, to database.Options) error {
	db, err := store.Open(ctx, to)
	if err != nil {
		return err
	}
	moved := audit.Entry{Action: audit.Move, From: from.Place(), To: to.Place()}
	return errors.Join(db.Record(audit.Command(ctx, "kontor move", time.Now()), moved), db.Close())
}

func (p *program) abortMove(ctx context.Context, from, to database.Options) error {
	if err := store.AbortMove(ctx, from, to); err != nil {
		return err
	}
	fmt.Fprintf(p.stdout, "Der Umzug ist zurückgenommen; der Shop startet wieder mit %s.\n", from.Place())
	return nil
}
