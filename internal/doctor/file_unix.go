//go:build unix

package doctor

import (
	"fmt"
	"io/fs"
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
