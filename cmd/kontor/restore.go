package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"kontor/internal/backup"
	"kontor/internal/config"
	"kontor/internal/database"
	"kontor/internal/shop/audit"
	"kontor/internal/store"
)

type restoreCommand struct {
	File        string `arg:"" optional:"" name:"datei" help:"Die Sicherung, eine Datei mit .tar.zst oder .tar.zst.age am Ende."`
	Here        bool   `group:"Optionen:" help:"Statt einer Sicherung: Was in DATA_DIR oder unter DATABASE_URL steht, ist von nun an der Shop."`
	Key         string `group:"Optionen:" placeholder:"PFAD" help:"Datei mit dem Schlüssel einer verschlüsselten Sicherung (AGE-SECRET-KEY-…)."`
	Replace     bool   `group:"Optionen:" help:"Die Datenbank in DATA_DIR umbenennen und die Sicherung an ihre Stelle setzen."`
	AfterNumber int64  `group:"Optionen:" placeholder:"ZAHL" help:"Die Zahl am Ende der neuesten bekannten Bestellnummer; es geht frühestens nach ihr weiter."`
	dataDir
}

// Validate refuses what does not go together.
func (c *restoreCommand) Validate() error {
	switch {
	case c.Here == (c.File != ""):
		return errors.New("entweder die Datei einer Sicherung oder --here, das von nun an als den Shop nimmt, was in DATA_DIR oder unter DATABASE_URL steht")
	case c.Here && (c.Key != "" || c.Replace):
		return errors.New("--key und --replace gehören zur Datei einer Sicherung")
	case c.AfterNumber < 0:
		return errors.New("--after-number: erwartet: eine ganze Zahl ab 1")
	}
	return nil
}

// Run makes a copy of the shop, or the database that is in the shop's place, the shop.
func (c *restoreCommand) Run(ctx context.Context, p *program) error {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	var err error
	if c.Here {
		err = c.here(ctx, p)
	} else {
		err = c.file(ctx, p)
	}
	switch {
	case errors.Is(err, database.ErrLocked):
		return fmt.Errorf("der Shop läuft; ihn zum Einspielen anhalten (%w)", err)
	case errors.Is(err, context.Canceled) && c.File != "":
		return errors.New("abgebrochen; es ist alles wie vorher")
	}
	return err
}

func (c *restoreCommand) here(ctx context.Context, p *program) error {
	cfg, err := p.load()
	if err != nil {
		return err
	}
	place := databaseOf(cfg, nil)
	restored, err := store.RestoreHere(ctx, place, c.AfterNumber)
	if err != nil {
		return err
	}
	erased, err := eraseAgain(ctx, cfg, restored.Generation)
	if err != nil {
		return fmt.Errorf("noch einmal die Konten löschen, die schon gelöscht waren: %w; »kontor restore --here« wiederholen", err)
	}
	p.sayRestored(place.Place(), &restored, restored.Unmarked)
	if erased > 0 {
		fmt.Fprintf(p.stdout, "Noch einmal gelöschte Kundenkonten: %d.\n", erased)
	}
	return nil
}

// eraseAgain erases the accounts that were erased before and are back with the database.
// It returns their number.
func eraseAgain(ctx context.Context, cfg *config.Config, generation int64) (erased int64, err error) {
	db, err := store.Open(ctx, databaseOf(cfg, nil))
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	shopID, _, err := db.ErasedAccounts(ctx)
	if err != nil {
		return 0, err
	}
	if erased, err = db.EraseAgain(backup.ErasuresOf(shopID, erasureDirs(cfg)...)); err != nil {
		return 0, err
	}
	restored := audit.Entry{Action: audit.Restore, To: fmt.Sprintf("Stand %d", generation)}
	return erased, errors.Join(db.Record(audit.Command(ctx, "kontor restore --here", time.Now()), restored), db.Scrub(ctx))
}

// sequenceNames are the words for the ids of a table.
var sequenceNames = map[string]string{"orders": "Bestellungen", "customers": "Kundenkonten", "widerrufe": "Widerrufe"}

// sayRestored prints with which ids the shop goes on, and which of them are lost.
func (p *program) sayRestored(place string, r *database.Restored, unmarked error) {
	fmt.Fprintf(p.stdout, "%s ist von nun an der Shop (Stand %d).\n", place, r.Generation)
	for _, s := range r.Sequences {
		fmt.Fprintf(p.stdout, "  %-13s weiter mit %d%s\n", sequenceNames[s.Table], s.Raised+1, missing(s))
	}
	if unmarked != nil {
		fmt.Fprintln(p.stdout, "Die zweite Marke ließ sich nicht schreiben; das holt der nächste Start nach:", unmarked)
	}
}

// missing says in German which ids are lost for certain, and which perhaps.
func missing(s database.RestoredSequence) string {
	switch {
	case s.Known > s.Stored && s.Raised > s.Known:
		return fmt.Sprintf("; %d bis %d waren vergeben und fehlen hier, bis %d vielleicht auch", s.Stored+1, s.Known, s.Raised)
	case s.Raised > s.Stored:
		return fmt.Sprintf("; %d bis %d fehlen hier und sind vielleicht schon vergeben", s.Stored+1, s.Raised)
	}
	return ""
}
