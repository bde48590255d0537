package main

import (
	"context"
	"errors"
	"fmt"

	"kontor/internal/database"
	"kontor/internal/store"
)

type restoreCommand struct {
	Here        bool  `group:"Optionen:" help:"Was in DATA_DIR oder unter DATABASE_URL steht, ist von nun an der Shop."`
	AfterNumber int64 `group:"Optionen:" placeholder:"ZAHL" help:"Die Zahl am Ende der neuesten bekannten Bestellnummer; es geht frühestens nach ihr weiter."`
	dataDir
}

// sequenceNames are the words for the ids of a table.
var sequenceNames = map[string]string{"orders": "Bestellungen", "customers": "Kundenkonten", "widerrufe": "Widerrufe"}

// Run makes the database that is in the shop's place the shop.
func (c *restoreCommand) Run(ctx context.Context, p *program) error {
	cfg, err := p.load()
	switch {
	case err != nil:
		return err
	case !c.Here:
		return errors.New("was? --here nimmt von nun an als den Shop, was in DATA_DIR oder unter DATABASE_URL steht")
	case c.AfterNumber < 0:
		return errors.New("--after-number: erwartet: eine ganze Zahl ab 1")
	}
	place := databaseOf(cfg, nil)
	restored, err := store.RestoreHere(ctx, place, c.AfterNumber)
	if errors.Is(err, database.ErrLocked) {
		return fmt.Errorf("der Shop läuft; ihn zum Einspielen anhalten (%w)", err)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(p.stdout, "%s ist von nun an der Shop (Stand %d).\n", place.Place(), restored.Generation)
	for _, s := range restored.Sequences {
		p.sayRaised(s)
	}
	if restored.Unmarked != nil {
		fmt.Fprintln(p.stdout, "Die zweite Marke ließ sich nicht schreiben; das holt der nächste Start nach:", restored.Unmarked)
	}
	return nil
}

func (p *program) sayRaised(s database.RestoredSequence) {
	fmt.Fprintf(p.stdout, "  %-13s weiter mit %d", sequenceNames[s.Table], s.Raised+1)
	if s.Raised > s.Stored {
		fmt.Fprintf(p.stdout, "; %d bis %d fehlen hier und sind vielleicht schon vergeben", s.Stored+1, s.Raised)
	}
	fmt.Fprintln(p.stdout)
}
