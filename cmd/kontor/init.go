package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"kontor/internal/config"
	"kontor/internal/doctor"
	"kontor/internal/store"
)

type initCommand struct {
	settings
}

// Run makes a new shop for the public: the file with its settings, and its database. It
// asks nothing; flags become lines of the file.
func (c *initCommand) Run(ctx context.Context, p *program) error {
	path, err := config.Create(p.environ, p.flags)
	if errors.Is(err, config.ErrNoFile) {
		return fmt.Errorf("%w; etwa: %s init --config kontor.conf", err, p.name())
	}
	if err != nil {
		return err
	}
	cfg, err := p.load()
	if err == nil {
		err = createShop(ctx, cfg)
	}
	if err != nil {
		return errors.Join(err, os.Remove(path))
	}
	p.reportCreated(ctx, cfg)
	return nil
}

// createShop makes the database of a new shop. A shop that exists is refused and stays
// as it is.
func createShop(ctx context.Context, cfg *config.Config) error {
	where := databaseOf(cfg, nil)
	where.MustExist = false // this is where it comes from
	state, err := store.Inspect(ctx, where)
	if err != nil {
		return err
	}
	if state.Version != 0 || state.Locked {
		return fmt.Errorf("in %s gibt es schon einen Shop", where.Place())
	}
	db, err := store.Open(ctx, where)
	if err != nil {
		return err
	}
	return errors.Join(db.Ready(ctx), db.Close()) // PostgreSQL may be away
}

// reportCreated prints the paths, the new codes, and the conditions still missed.
func (p *program) reportCreated(ctx context.Context, cfg *config.Config) {
	fmt.Fprintf(p.stdout, "Angelegt: %s und die Datenbank %s\n\n", cfg.File, databaseOf(cfg, nil).Place())
	p.reveal(code{"Zugangscode", string(cfg.SiteAccessCode)}, cfg.Source("SITE_ACCESS_CODE"))
	p.reveal(code{"Verwaltungscode", string(cfg.VerwaltungAccessCode)}, cfg.Source("VERWALTUNG_ACCESS_CODE"))
	fmt.Fprintf(p.stdout, "\nBevor er öffentlich wird, fehlt dem Shop noch; Einstellungen stehen in %s:\n", cfg.File)
	p.showFindings(slices.DeleteFunc(p.examined(cfg).GoLive(ctx), func(f doctor.Finding) bool { return f.Level == doctor.OK }))
	fmt.Fprintf(p.stdout, "\nStarten: %s --config %s. Noch ist der Shop zu; SITE_PUBLIC=true öffnet ihn. Was dann noch fehlt, zeigt: %s check --public --config %s\n",
		p.name(), cfg.File, p.name(), cfg.File)
}
