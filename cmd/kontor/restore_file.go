package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"kontor/internal/backup"
	"kontor/internal/config"
	"kontor/internal/database"
	"kontor/internal/shop"
	"kontor/internal/shop/account"
	"kontor/internal/shop/audit"
	"kontor/internal/store"
)

// heldReason is why the messages of a copy wait for the operator.
const heldReason = "Angehalten, weil der Shop aus einer Sicherung kommt: Diese E-Mail ist vielleicht schon verschickt worden."

// restoring is the way of a copy into the shop's place.
type restoring struct {
	*program
	cfg    *config.Config
	now    time.Time
	copy   *backup.Opened
	target *database.Replacement

	restored database.Restored
	done     database.Replaced
	erased   int64 // accounts, erased again
	held     int64 // messages
	coupons  []string
	protocol bytes.Buffer // of what was past its term
}

// file puts a copy into the shop's place. Everything that can fail is done in a
// directory beside it first.
func (c *restoreCommand) file(ctx context.Context, p *program) (err error) {
	r := &restoring{program: p, now: time.Now()}
	if r.cfg, err = p.loadForRestore(); err != nil {
		return err
	}
	if r.cfg.DatabaseURL != "" {
		return errors.New("eine Sicherung wird in DATA_DIR eingespielt: ohne DATABASE_URL wiederholen und den Shop danach mit »kontor move« nach PostgreSQL bringen")
	}
	key, err := c.key()
	if err != nil {
		return err
	}
	if r.target, err = store.BeginReplacement(ctx, databaseOf(r.cfg, nil), c.Replace); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.target.Close()) }()
	r.copy, err = backup.Open(ctx, c.File, key, r.target.Dir)
	switch {
	case errors.Is(err, backup.ErrEncrypted):
		return fmt.Errorf("%s ist verschlüsselt; --key nennt die Datei mit dem Schlüssel (AGE-SECRET-KEY-…)", c.File)
	case err != nil:
		return err
	}
	if m := r.copy.Manifest; m.Schema > store.SchemaVersion {
		return fmt.Errorf("%s hat Schema %d, dieses Programm kennt nur %d: mit Kontor %s oder neuer einspielen", c.File, m.Schema, store.SchemaVersion, m.Program)
	}
	if err := r.prepare(ctx, c.AfterNumber); err != nil {
		return err
	}
	return r.commit(ctx)
}

// loadForRestore reads the settings, and creates the directory of the legal texts if
// that is all that is wrong: on another machine it is missing, and the copy fills it.
func (p *program) loadForRestore() (*config.Config, error) {
	cfg, err := p.load()
	var problems config.Problems
	if !errors.As(err, &problems) || len(problems) != 1 || problems[0].Name != "RECHTSTEXTE_DIR" {
		return cfg, err
	}
	if _, missing := os.Stat(cfg.LegalDir); !errors.Is(missing, fs.ErrNotExist) {
		return cfg, err
	}
	if err := os.MkdirAll(cfg.LegalDir, 0o755); err != nil {
		return cfg, err
	}
	return p.load()
}

// key returns the text of the file with the key; empty: there is none.
func (c *restoreCommand) key() (string, error) {
	if c.Key == "" {
		return "", nil
	}
	text, err := os.ReadFile(c.Key)
	if err != nil {
		return "", fmt.Errorf("--key: %w", err)
	}
	return string(text), nil
}

// prepare makes the unpacked copy a shop that goes on.
func (r *restoring) prepare(ctx context.Context, after int64) (err error) {
	if r.restored, err = r.target.Prepare(ctx, r.copy.Database, after); err != nil {
		return err
	}
	db, err := store.Open(ctx, database.Options{Dir: filepath.Dir(r.copy.Database)})
	if err != nil {
		return err
	}
	return errors.Join(r.goOn(ctx, db), db.Close())
}

// goOn makes up in the copy for what happened to the shop since.
func (r *restoring) goOn(ctx context.Context, db *store.DB) (err error) {
	shopID, _, err := db.ErasedAccounts(ctx)
	if err != nil {
		return err
	}
	if r.erased, err = db.EraseAgain(r.erasures(ctx, shopID)); err != nil {
		return err
	}
	if r.held, err = db.HoldMessages(heldReason, r.now); err != nil {
		return err
	}
	if err := db.EndAllSessions(r.sessionsFrom()); err != nil {
		return err
	}
	all, err := db.Coupons(ctx)
	if err != nil {
		return err
	}
	for _, c := range all {
		if c.Active && (c.OncePerPerson || c.MaxRedemptions > 0) {
			r.coupons = append(r.coupons, c.Code)
		}
	}
	if err := db.Record(audit.Command(ctx, "kontor restore", r.now), r.entry()); err != nil {
		return err
	}
	writing := *r.program
	writing.stdout = &r.protocol
	return writing.applyRetention(ctx, db, retentionTerms(r.cfg), r.now)
}

// sessionsFrom is when the oldest session may begin that the restored shop accepts. The
// gates date theirs to the second.
func (r *restoring) sessionsFrom() time.Time { return r.now.Truncate(time.Second).Add(time.Second) }

// entry is what the audit log says about it.
func (r *restoring) entry() audit.Entry {
	orders := r.restored.Sequences[0]
	return audit.Entry{
		Action: audit.Restore, From: shop.FormatTime(r.copy.Manifest.At),
		To: fmt.Sprintf("Stand %d, Bestellungen weiter mit %d", r.restored.Generation, orders.Raised+1),
	}
}

// erasures returns the accounts that were erased according to the files beside the
// marks, and to the earlier database if that can be read.
func (r *restoring) erasures(ctx context.Context, shopID string) []account.Erased {
	all := backup.ErasuresOf(shopID, erasureDirs(r.cfg)...)
	db, err := store.OpenReader(ctx, database.Options{Dir: r.cfg.DataDir})
	if err != nil {
		return all
	}
	defer db.Close()
	if shop, more, err := db.ErasedAccounts(ctx); err == nil && shop == shopID {
		all = slices.Concat(all, more)
	}
	return all
}

// commit gives the copy the shop's place.
func (r *restoring) commit(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	time.Sleep(time.Until(r.sessionsFrom())) // a session that begins after this is good
	files, err := r.putFiles()
	if err != nil {
		return err
	}
	if r.done, err = r.target.Commit(context.WithoutCancel(ctx), r.copy.Database, r.now); err != nil {
		return err
	}
	r.report(files)
	return backup.ForgetState(r.cfg.CopiesDir())
}
