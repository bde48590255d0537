package backup

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"filippo.io/age"

	"kontor/internal/database"
	"kontor/internal/store"
)

// ErrEncrypted means that a copy needs a key.
var ErrEncrypted = errors.New("die Sicherung ist verschlüsselt; ihren Schlüssel (AGE-SECRET-KEY-…) angeben")

// Opened is a copy that was checked and unpacked into a directory of its own.
type Opened struct {
	Manifest   Manifest
	Database   string // path of the SQLite file
	LegalTexts string // path of a directory; empty: the copy has none
	Secrets    string // path of secrets.env; empty: the copy has none

	dir string
}

// Close removes what was unpacked, except what the caller has moved away.
func (o *Opened) Close() error { return os.RemoveAll(o.dir) }

// Open checks a copy completely, hashes and database, and unpacks it into a new
// directory within parent, which only the shop's own user can read. identity is the
// text of an age identity or of a file with some; empty for a copy that is not
// encrypted.
//
// [ErrEncrypted] means that an identity is missing. Every other error names the file
// and its fault. After an error nothing is left behind.
func Open(ctx context.Context, file, identity, parent string) (*Opened, error) {
	keys, err := parseIdentities(identity)
	if err != nil {
		return nil, err
	}
	if err := checkBeside(file); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	dir, err := os.MkdirTemp(parent, ".sicherung-*")
	if err != nil {
		return nil, err
	}
	o := &Opened{dir: dir}
	if err := o.unpack(file, keys); err != nil {
		return nil, errors.Join(fmt.Errorf("%s ist keine brauchbare Sicherung: %w", file, err), o.Close())
	}
	if err := o.check(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", file, err), o.Close())
	}
	return o, nil
}

func parseIdentities(text string) ([]age.Identity, error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	keys, err := age.ParseIdentities(strings.NewReader(text))
	if err != nil { // its text may contain parts of the key
		return nil, errors.New("der Schlüssel ist keiner von age; er beginnt mit AGE-SECRET-KEY-")
	}
	return keys, nil
}

// checkBeside compares a copy with the hash beside it, if there is one.
func checkBeside(file string) error {
	want, err := readSum(file)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	got, err := hashFile(file)
	if err == nil && got.SHA256 != want {
		err = fmt.Errorf("die Datei ist beschädigt: ihr SHA-256 ist nicht der von %s", filepath.Base(file)+sumSuffix)
	}
	return err
}

func (o *Opened) unpack(path string, keys []age.Identity) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	from := bufio.NewReader(file)
	switch encrypted := isEncrypted(from); {
	case encrypted && len(keys) == 0:
		return ErrEncrypted
	case !encrypted:
		keys = nil
	}
	err = unpack(from, keys, o.begin, o.take)
	var wrong *age.NoIdentityMatchError
	if errors.As(err, &wrong) {
		return errors.New("der angegebene Schlüssel passt nicht")
	}
	return err
}

// ageMagic begins each file of age.
const ageMagic = "age-encryption.org/"

func isEncrypted(from *bufio.Reader) bool {
	begin, _ := from.Peek(len(ageMagic)) // a shorter file is no copy anyway
	return string(begin) == ageMagic
}

// begin refuses what the disk cannot take.
func (o *Opened) begin(m Manifest) error {
	o.Manifest = m
	spare, err := database.Spare(o.dir)
	if err == nil && (m.size() < 0 || uint64(m.size()) > spare) {
		err = fmt.Errorf("in %s ist zu wenig Platz: %d MB werden gebraucht", o.dir, m.size()/1e6)
	}
	return err
}

// take returns the place for a file of the manifest.
func (o *Opened) take(name string) (io.WriteCloser, error) {
	path := filepath.Join(o.dir, filepath.FromSlash(name))
	switch name {
	case databaseName:
		o.Database = path
	case secretsName:
		o.Secrets = path
	default:
		o.LegalTexts = filepath.Dir(path)
		if err := os.MkdirAll(o.LegalTexts, 0o700); err != nil {
			return nil, err
		}
	}
	return os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
}

// check examines the database and compares it with the manifest.
func (o *Opened) check(ctx context.Context) error {
	contents, faults, err := store.Examine(ctx, o.Database)
	if err != nil {
		return err
	}
	faults = append(faults, contents.Behind(o.Manifest.IDs)...)
	if len(faults) > 0 {
		return faulty(faults)
	}
	return nil
}

// named is how many faults an error names.
const named = 3

// faulty is the error of a database with faults.
func faulty(faults []string) error {
	text := strings.Join(faults[:min(named, len(faults))], "; ")
	if more := len(faults) - named; more > 0 {
		text += fmt.Sprintf("; und %d weitere", more)
	}
	return fmt.Errorf("die Datenbank darin stimmt nicht: %s", text)
}
