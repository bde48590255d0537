package backup

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/gofrs/flock"

	"kontor/internal/database"
	"kontor/internal/shop/audit"
	"kontor/internal/store"
)

// workName is the directory, within that of the copies, in which a copy is made. What is
// in it without the lock was left behind by a process that was killed.
const workName = ".in-arbeit"

// lockPause is how often a waiting process asks for the lock.
const lockPause = 100 * time.Millisecond

// errUnchanged means that the shop is as it was when the newest copy was made.
var errUnchanged = errors.New("unverändert")

// Copy is a copy that was written and checked.
type Copy struct {
	Path       string    `json:"datei"`
	At         time.Time `json:"zeit"`
	Size       int64     `json:"bytes"`
	SHA256     string    `json:"sha256"`
	Orders     int64     `json:"bestellungen"`
	LastNumber string    `json:"letzte_nummer,omitempty"`
	Schema     int64     `json:"schema"`
	Encrypted  bool      `json:"verschluesselt"`
	Verified   bool      `json:"geprueft"`
	Millis     int64     `json:"dauer_ms"`
	Content    string    `json:"inhalt"` // hash of what it holds; equal for an unchanged shop

	Audit audit.Head `json:"protokoll,omitzero"` // of the audit log
}

// writer makes one copy.
type writer struct {
	*Keeper
	dir, name string
	from      *database.Original
	known     string // content that needs no copy; empty: each needs one

	step     string // one of Steps: the one that it is at
	work     string
	manifest Manifest
	files    []source
}

func (k *Keeper) writer(dir, name string, from *database.Original) *writer {
	return &writer{Keeper: k, dir: dir, name: name, from: from, work: filepath.Join(dir, workName)}
}

// write makes the copy. One process at a time writes to a directory.
func (w *writer) write(ctx context.Context) (c Copy, err error) {
	began := time.Now()
	w.step = stepPrepare
	if err := os.MkdirAll(w.dir, 0o700); err != nil {
		return c, unusable(w.dir, err)
	}
	lock := flock.New(filepath.Join(w.dir, ".sicherung.lock"), flock.SetPermissions(0o600))
	if _, err := lock.TryLockContext(ctx, lockPause); err != nil {
		return c, unusable(w.dir, err)
	}
	defer lock.Unlock()
	if err := w.begin(ctx); err != nil {
		return c, err
	}
	defer os.RemoveAll(w.work) // what remains of it the next copy removes
	w.step = stepDatabase
	if err := w.copyDatabase(ctx); err != nil {
		return c, w.explain(err)
	}
	w.step = stepWrite
	if err := w.collect(); err != nil {
		return c, w.explain(err)
	}
	content := contentOf(w.manifest.Files)
	if content == w.known {
		return Copy{Content: content}, errUnchanged
	}
	if c, err = w.pack(ctx); err != nil {
		return Copy{}, w.explain(err)
	}
	c.Content, c.Millis = content, time.Since(began).Milliseconds()
	return c, nil
}

// begin removes what a killed process left behind, and makes sure of the room: a copy
// must never take from the shop what it needs for orders.
func (w *writer) begin(ctx context.Context) error {
	if err := os.RemoveAll(w.work); err != nil {
		return unusable(w.work, err)
	}
	size, err := w.from.Size(ctx)
	if err != nil {
		return err
	}
	spare, err := database.Spare(w.dir)
	if err != nil {
		return unusable(w.dir, err)
	}
	if need := 2 * uint64(size); spare < need {
		return fmt.Errorf("in %s ist zu wenig Platz: %d MB sind übrig, %d MB werden gebraucht; aufräumen oder SICHERUNG_DIR ändern",
			w.dir, spare/1e6, need/1e6+1)
	}
	if err := os.Mkdir(w.work, 0o700); err != nil {
		return unusable(w.work, err)
	}
	return nil
}

// copyDatabase makes the copy of the database and checks it.
func (w *writer) copyDatabase(ctx context.Context) error {
	given, err := store.CountIDs(ctx, w.from)
	if err != nil {
		return err
	}
	path := filepath.Join(w.work, databaseName)
	w.manifest = Manifest{Format: format, At: w.Now().UTC().Truncate(time.Second), Program: w.Program, Source: "SQLite"}
	if w.from.Dialect == database.PostgreSQL {
		w.manifest.Source = "PostgreSQL"
	}
	if err := store.Copy(ctx, w.from, path); err != nil {
		return err
	}
	contents, faults, err := store.Examine(ctx, path)
	if err != nil {
		return err
	}
	if faults = append(faults, contents.Behind(given)...); len(faults) > 0 {
		return faulty(faults)
	}
	w.manifest.Contents = contents
	w.files = []source{{databaseName, path}}
	return nil
}

// collect adds what lies beside the database.
func (w *writer) collect() (err error) {
	if w.LegalDir != "" {
		entries, err := os.ReadDir(w.LegalDir)
		if err != nil {
			return err
		}
		for _, entry := range entries {
			if name := entry.Name(); isLegalText(name) && isRegular(filepath.Join(w.LegalDir, name)) {
				w.files = append(w.files, source{legalFolder + "/" + name, filepath.Join(w.LegalDir, name)})
			}
		}
	}
	if secrets := filepath.Join(w.DataDir, secretsName); len(w.to) > 0 && isRegular(secrets) {
		w.files = append(w.files, source{secretsName, secrets})
	}
	w.manifest.Files, err = describe(w.files)
	return err
}

// isRegular follows links, as they are common where texts are mounted.
func isRegular(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// contentOf hashes the hashes of all files.
func contentOf(files map[string]Entry) string {
	h := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(h, "%s %s\n", files[name].SHA256, name)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// pack writes the file, reads it back, and gives it its name.
func (w *writer) pack(ctx context.Context) (c Copy, err error) {
	partial := filepath.Join(w.work, "kopie")
	written, err := pack(partial, w.manifest, w.files, w.to)
	if err != nil {
		return c, err
	}
	read, err := hashFile(partial)
	if err != nil {
		return c, err
	}
	if read != written {
		return c, errors.New("die geschriebene Datei liest sich anders; den Datenträger prüfen")
	}
	if err := w.readBack(partial); err != nil {
		return c, err
	}
	if err := ctx.Err(); err != nil {
		return c, err
	}
	path, at, err := w.keep(partial, written.SHA256)
	return Copy{
		Path: path, At: at, Size: written.Size, SHA256: written.SHA256, Encrypted: len(w.to) > 0, Verified: true,
		Orders: w.manifest.Orders(), LastNumber: w.manifest.LastNumber, Schema: w.manifest.Schema, Audit: w.manifest.Audit,
	}, err
}

// readBack unpacks a copy that is not encrypted; for others the key is elsewhere.
func (w *writer) readBack(path string) error {
	if len(w.to) > 0 {
		return nil
	}
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	return unpack(file, nil, func(Manifest) error { return nil }, func(string) (io.WriteCloser, error) { return nowhere{}, nil })
}

// nowhere forgets what is written.
type nowhere struct{}

func (nowhere) Write(p []byte) (int, error) { return len(p), nil }
func (nowhere) Close() error                { return nil }

// keep gives a copy its name, the time in which no other copy has, and its hash. The
// hash comes first: a copy never lacks it.
func (w *writer) keep(partial, sum string) (path string, at time.Time, err error) {
	for at = w.manifest.At; ; at = at.Add(time.Second) {
		path = filepath.Join(w.dir, w.name+"-"+at.Format(timeFormat)+".tar.zst")
		if len(w.to) > 0 {
			path += ".age"
		}
		if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
			break
		} else if err != nil {
			return "", at, err
		}
	}
	line := sum + "  " + filepath.Base(path) + "\n"
	if err := writeDurably(filepath.Join(w.work, "summe"), path+sumSuffix, []byte(line)); err != nil {
		return "", at, err
	}
	err = os.Rename(partial, path)
	if err == nil {
		err = syncDir(w.dir)
	}
	if err != nil { // the copy may not survive, so it is none
		os.Remove(path)
		return "", at, errors.Join(err, os.Remove(path+sumSuffix))
	}
	return path, at, nil
}

// writeDurably replaces a file, at once and so that it survives a power failure.
func writeDurably(partial, path string, content []byte) error {
	file, err := os.OpenFile(partial, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	if err := errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	return os.Rename(partial, path)
}

// explain says in German where a copy failed.
func (w *writer) explain(err error) error {
	if errors.Is(err, database.ErrCopying) || errors.Is(err, context.Canceled) {
		return err
	}
	return fmt.Errorf("die Sicherung in %s ist nicht gelungen, es gibt keine neue Datei: %w", w.dir, err)
}

func unusable(path string, err error) error {
	var cause *fs.PathError
	if errors.As(err, &cause) {
		err = cause.Err
	}
	return fmt.Errorf("%s ist nicht benutzbar (%w): Schreibrechte geben oder SICHERUNG_DIR ändern", path, err)
}
