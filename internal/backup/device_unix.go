//go:build unix

package backup

import (
	"errors"
	"os"
	"syscall"
)

// SameDevice reports whether two directories are on one disk; false if that is unknown.
func SameDevice(a, b string) bool {
	one, err := os.Stat(a)
	other, otherErr := os.Stat(b)
	if errors.Join(err, otherErr) != nil {
		return false
	}
	first, ok := one.Sys().(*syscall.Stat_t)
	second, alsoOK := other.Sys().(*syscall.Stat_t)
	return ok && alsoOK && first.Dev == second.Dev
}

// syncDir waits until the names in a directory have reached the disk.
func syncDir(path string) error {
	dir, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}
