package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"kontor/internal/database"
	"kontor/internal/demo"
)

type demoCommand struct {
	Orders int `group:"Optionen:" default:"200" placeholder:"ZAHL" help:"Wie viele Bestellungen über das letzte Jahr verteilt werden."`
	dataDir
}

// Run fills a shop that is only being tried out with products and orders. Fictional
// orders must never get into the books of a real shop.
func (c *demoCommand) Run(ctx context.Context, p *program) error {
	cfg, err := p.load()
	switch {
	case err != nil:
		return err
	case !cfg.Local():
		return errors.New("dieser Shop ist von außen erreichbar; Beispielbestellungen gehören nicht in seine Bücher")
	case c.Orders < 0:
		return errors.New("--orders: erwartet: eine ganze Zahl ab 0")
	}
	s, err := openShop(ctx, cfg, newLog(p.stderr, cfg.LogFormat))
	if errors.Is(err, database.ErrLocked) {
		return fmt.Errorf("der Shop läuft; ihn für die Beispielbestellungen anhalten (%w)", err)
	}
	if err != nil {
		return err
	}
	products, err := s.fillCatalogue(ctx)
	var orders int64
	if err == nil {
		now := time.Now()
		orders, err = s.db.Import(ctx, demo.Orders(c.Orders, now, uint64(now.UnixNano())), cfg.ShopPrefix)
	}
	if err := errors.Join(err, s.db.Close()); err != nil {
		return err
	}
	fmt.Fprintf(p.stdout, "%d Produkte und %d Bestellungen angelegt in %s\n", products, orders, databaseOf(cfg, nil).Place())
	return nil
}
