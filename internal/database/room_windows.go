package database

import "golang.org/x/sys/windows"

// Room returns how many bytes of the directory's disk are free for the shop's own
// user, and its size.
func Room(dir string) (free, size uint64, err error) {
	path, err := windows.UTF16PtrFromString(dir)
	if err == nil {
		err = windows.GetDiskFreeSpaceEx(path, &free, &size, nil)
	}
	return free, size, err
}
