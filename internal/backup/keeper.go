package backup

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"time"

	"filippo.io/age"

	"kontor/internal/database"
)

// Options are the source, the destination and the schedule of copies.
type Options struct {
	Dir        string   // of the copies
	Slug       string   // of the shop; begins the names of its copies
	DataDir    string   // of the generated secrets
	LegalDir   string   // of the legal texts; empty: there are none
	Recipients []string // of age; none: copies are not encrypted
	Command    string   // program that gets each daily copy; empty: none
	Environ    []string // of the command
	Program    string   // this program's version
	Every      time.Duration
	Log        *slog.Logger
	Now        func() time.Time
	Original   func(context.Context) (*database.Original, error) // opens the database to be copied
	OnError    func(step string)                                 // called for each failure with one of [Steps]; nil: nobody wants to know
}

// The steps of a copy.
const (
	stepPrepare  = "prepare"  // the directory, the room in it
	stepDatabase = "database" // the database's own copy, and checking it
	stepWrite    = "write"    // the file with all of it
	stepCommand  = "command"  // the operator's program for the day's first copy
)

// Steps are all steps of a copy.
var Steps = []string{stepPrepare, stepDatabase, stepWrite, stepCommand}

// Keeper makes a shop's copies and keeps as many as are needed.
type Keeper struct {
	Options
	to []age.Recipient
}

// New refuses recipients that are none. It makes the path of the copies absolute: the
// command and other processes get it.
func New(o Options) (*Keeper, error) {
	dir, err := filepath.Abs(o.Dir)
	if err != nil {
		return nil, err
	}
	o.Dir = dir
	k := &Keeper{Options: o}
	if len(o.Recipients) > 0 {
		if k.to, err = age.ParseRecipients(strings.NewReader(strings.Join(o.Recipients, "\n"))); err != nil {
			return nil, fmt.Errorf("SICHERUNG_EMPFAENGER: %w", err)
		}
	}
	return k, nil
}

// Generate returns a new age identity, which decrypts, and its recipient, which
// encrypts.
func Generate() (identity, recipient string, err error) {
	key, err := age.GenerateX25519Identity()
	if err != nil {
		return "", "", err
	}
	return key.String(), key.Recipient().String(), nil
}

// Make writes a copy, removes those that need not be kept any longer, and gives the
// first copy of a day to the command. The result is also recorded, see [ReadState]. If
// the copy was not written, there is no new file, and the error says why in German.
func (k *Keeper) Make(ctx context.Context) (Copy, error) {
	c, err := k.make(ctx, false)
	return c, k.record(ctx, c, err)
}

func (k *Keeper) make(ctx context.Context, unlessUnchanged bool) (Copy, error) {
	from, err := k.Original(ctx)
	if err != nil {
		k.failed(stepPrepare, err)
		return Copy{}, err
	}
	defer from.Close()
	w := k.writer(k.Dir, k.Slug, from)
	if unlessUnchanged {
		w.known = k.contentOfToday()
	}
	c, err := w.write(ctx)
	k.failed(w.step, err)
	return c, err
}

// failed reports the failure of a step; that there was nothing to copy, or that somebody
// else is copying or has ended it, is none.
func (k *Keeper) failed(step string, err error) {
	none := err == nil || errors.Is(err, errUnchanged) || errors.Is(err, database.ErrCopying) || errors.Is(err, context.Canceled)
	if !none && k.OnError != nil {
		k.OnError(step)
	}
}

// MakeIn writes a copy to another directory, and does nothing else.
func (k *Keeper) MakeIn(ctx context.Context, dir string) (Copy, error) {
	from, err := k.Original(ctx)
	if err != nil {
		return Copy{}, err
	}
	defer from.Close()
	return k.writer(dir, k.Slug, from).write(ctx)
}

// Warnings returns German sentences about what makes copies in a directory less useful.
func (k *Keeper) Warnings(dir string) (all []string) {
	if len(k.to) == 0 {
		all = append(all, "Die Sicherung ist unverschlüsselt und enthält Kundendaten; SICHERUNG_EMPFAENGER verschlüsselt sie (Schlüssel: kontor backup keygen).")
	}
	if SameDevice(dir, k.DataDir) {
		all = append(all, fmt.Sprintf("%s liegt auf demselben Datenträger wie die Daten in %s: Geht er verloren, fehlt auch die Sicherung. SICHERUNG_DIR nennt einen anderen Ort.", dir, filepath.Clean(k.DataDir)))
	}
	return all
}
