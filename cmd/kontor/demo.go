package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"kontor/internal/config"
	"kontor/internal/database"
	"kontor/internal/demo"
	"kontor/internal/shop/audit"
	"kontor/internal/store"
)

type demoCommand struct {
	Fill   demoFill   `cmd:"" default:"withargs" help:"Sortiment und Beispielbestellungen anlegen; ohne Befehl geschieht dies."`
	Remove demoRemove `cmd:"" help:"Beispielprodukte und Beispielgutscheine entfernen, die niemand geändert hat."`
}

type demoFill struct {
	Orders int `group:"Optionen:" default:"200" placeholder:"ZAHL" help:"Wie viele Bestellungen über das letzte Jahr verteilt werden."`
	dataDir
}

// Run fills a shop that is only being tried out with products and orders. Fictional
// orders must never get into the books of a real shop.
func (c *demoFill) Run(ctx context.Context, p *program) error {
	cfg, err := p.load()
	switch {
	case err != nil:
		return err
	case !cfg.Local():
		return errors.New("dieser Shop ist von außen erreichbar; Beispielbestellungen gehören nicht in seine Bücher")
	case c.Orders < 0:
		return errors.New("--orders: erwartet: eine ganze Zahl ab 0")
	}
	s, err := p.openForDemo(ctx, cfg)
	if err != nil {
		return err
	}
	products, err := s.fillCatalogue(ctx)
	var orders int64
	if err == nil {
		now := time.Now()
		orders, err = s.db.Import(ctx, demo.Orders(c.Orders, now, uint64(now.UnixNano())), cfg.ShopPrefix)
	}
	if err == nil {
		err = s.db.Record(audit.Command(ctx, "kontor demo", time.Now()), audit.Entry{
			Action: audit.Demo, To: fmt.Sprintf("%d Produkte, %d Bestellungen", products, orders),
		})
	}
	if err := errors.Join(err, s.db.Close()); err != nil {
		return err
	}
	fmt.Fprintf(p.stdout, "%d Produkte und %d Bestellungen angelegt in %s\n", products, orders, databaseOf(cfg, nil).Place())
	return nil
}

func (p *program) openForDemo(ctx context.Context, cfg *config.Config) (*service, error) {
	s, err := openShop(ctx, cfg, newLog(p.stderr, cfg.LogFormat))
	if errors.Is(err, database.ErrLocked) {
		return nil, fmt.Errorf("der Shop läuft; ihn dafür anhalten (%w)", err)
	}
	return s, err
}

type demoRemove struct {
	dataDir
}

// Run removes what the demo brought, so that the shop can be opened to the public.
func (c *demoRemove) Run(ctx context.Context, p *program) error {
	cfg, err := p.load()
	if err != nil {
		return err
	}
	switch state, err := store.Inspect(ctx, databaseOf(cfg, nil)); {
	case err != nil:
		return err
	case state.Version == 0:
		return fmt.Errorf("%s: hier ist noch keine Datenbank", databaseOf(cfg, nil).Place())
	}
	s, err := p.openForDemo(ctx, cfg)
	if err != nil {
		return err
	}
	products, coupons, kept, err := s.db.RemoveDemo(audit.Command(ctx, "kontor demo remove", time.Now()), time.Now())
	if err := errors.Join(err, s.db.Close()); err != nil {
		return err
	}
	fmt.Fprintf(p.stdout, "%d Beispielprodukte und %d Beispielgutscheine entfernt aus %s\n",
		products, coupons, databaseOf(cfg, nil).Place())
	if len(kept) > 0 {
		fmt.Fprintf(p.stdout, "Abgeschaltet statt gelöscht, weil es Bestellungen damit gibt: %s\n", strings.Join(kept, ", "))
	}
	return nil
}
