//go:build unix

package database

import "golang.org/x/sys/unix"

// Room returns how many bytes of the directory's disk are free for the shop's own
// user, and its size.
func Room(dir string) (free, size uint64, err error) {
	var disk unix.Statfs_t
	if err := unix.Statfs(dir, &disk); err != nil {
		return 0, 0, err
	}
	return uint64(disk.Bavail) * uint64(disk.Bsize), uint64(disk.Blocks) * uint64(disk.Bsize), nil
}
