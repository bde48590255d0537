package database

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"
)

// FileName is the database within the data directory.
const FileName = "kontor.db"

// prepareDir creates the data directory and an empty database file that only the shop's
// own user can read, whatever the umask; it returns the file's path. Where a start must
// not create a database it creates nothing.
func (o Options) prepareDir() (string, error) {
	dir, err := filepath.Abs(o.Dir)
	if err != nil {
		return "", unusable(dir, err)
	}
	path := filepath.Join(dir, FileName)
	if err := notRescued(path); err != nil {
		return "", err
	}
	if err := o.mayCreate(path); err != nil {
		return "", err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", unusable(dir, err)
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return "", unusable(path, err)
	}
	return path, file.Close()
}

// notRescued refuses to start with an empty database beside the rescue copy of a lost
// one.
func notRescued(path string) error {
	_, err := os.Stat(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	dir := filepath.Dir(path)
	copies, err := fs.Glob(os.DirFS(dir), rescueName+"*.db")
	if err != nil || len(copies) == 0 {
		return err
	}
	newest := filepath.Join(dir, copies[len(copies)-1])
	return refuse("%s fehlt, aber %s liegt daneben: die Rettungskopie %s nennen oder DATA_DIR ändern", path, newest, FileName)
}

// unusable returns an error with the path and what to do about it.
func unusable(path string, err error) error {
	var remedy string
	switch {
	case errors.Is(err, fs.ErrPermission):
		remedy = "dem Benutzer des Programms Schreibrechte geben oder DATA_DIR ändern"
	default:
		remedy = "Pfad prüfen oder DATA_DIR ändern"
	}
	var cause *fs.PathError
	if errors.As(err, &cause) {
		err = cause.Err
	}
	return fmt.Errorf("%s ist nicht benutzbar (%w): %s", path, err, remedy)
}

// takeLock locks the lock file beside the database, never the database itself: closing
// a file drops all POSIX locks that SQLite holds on it.
func takeLock(path string) (*flock.Flock, error) {
	lock := flock.New(path+".lock", flock.SetPermissions(0o600))
	taken, err := lock.TryLock()
	if err != nil {
		return nil, unusable(path+".lock", err)
	}
	if !taken {
		return nil, fmt.Errorf("%w: ein anderer Prozess arbeitet mit %s; ihn beenden oder DATA_DIR ändern", ErrLocked, path)
	}
	return lock, nil
}
