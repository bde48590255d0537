package store

import "golang.org/x/sys/windows"

// roomOn returns how many bytes of the disk with the directory are free for the
// shop's own user, and how many it has.
func roomOn(dir string) (free, size uint64, err error) {
	path, err := windows.UTF16PtrFromString(dir)
	if err == nil {
		err = windows.GetDiskFreeSpaceEx(path, &free, &size, nil)
	}
	return free, size, err
}
