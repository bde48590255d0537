//go:build unix

package doctor

import (
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// identity returns what distinguishes a file from another one of its name.
func identity(info fs.FileInfo) string {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return fmt.Sprintf(", Gerät %d, Inode %d", stat.Dev, stat.Ino)
	}
	return ""
}

func readableByOthers(info fs.FileInfo) bool { return info.Mode().Perm()&0o077 != 0 }

// writable returns why this user cannot write to a directory.
func writable(dir string) error {
	const write, search = 2, 1
	if err := syscall.Access(dir, write|search); err != nil {
		return &os.PathError{Op: "access", Path: dir, Err: err}
	}
	return nil
}
