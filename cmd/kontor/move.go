package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"kontor/internal/database"
	"kontor/internal/store"
)

type moveCommand struct {
	To string `group:"Optionen:" placeholder:"postgres://…" help:"Die leere PostgreSQL-Datenbank; ohne diese Option gilt DATABASE_URL oder DATABASE_URL_FILE, die auf diesem Rechner niemand sonst sieht."`
	dataDir
}

// Run copies the shop in the data directory to an empty PostgreSQL database.
func (c *moveCommand) Run(ctx context.Context, p *program) error {
	cfg, err := p.load()
	if err != nil {
		return err
	}
	to := database.Options{URL: c.To}
	if to.URL == "" {
		to.URL = string(cfg.DatabaseURL)
	}
	if to.URL == "" {
		return errors.New("wohin? DATABASE_URL oder --to nennt die leere PostgreSQL-Datenbank: postgres://benutzer:passwort@rechner:5432/datenbank")
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	from := database.Options{Dir: cfg.DataDir}
	fmt.Fprintf(p.stdout, "%s → %s\n", from.Place(), to.Place())
	err = store.Move(ctx, from, to, func(m database.Moved) {
		fmt.Fprintf(p.stdout, "  %-24s %8d Zeilen kopiert und verglichen\n", m.Table, m.Rows)
	})
	switch {
	case ctx.Err() != nil:
		return errors.New("abgebrochen; die PostgreSQL-Datenbank ist leer geblieben")
	case errors.Is(err, database.ErrLocked):
		return fmt.Errorf("der Shop läuft; ihn für den Umzug anhalten (%w)", err)
	case err != nil:
		return err
	}
	fmt.Fprintf(p.stdout, "Umgezogen. Von nun an DATABASE_URL setzen und den Shop nicht mehr ohne sie starten; %s bleibt als Sicherung liegen.\n", from.Place())
	return nil
}
