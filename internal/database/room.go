package database

import "fmt"

// Room that a disk must have left for the shop to take orders: a share of its size, but
// no more than mostRoom bytes.
const (
	roomShare = 50 // denominator of the share
	mostRoom  = 32 << 20
)

// enoughRoom fails if the disk of the directory is all but full.
func enoughRoom(dir string, on func(dir string) (free, size uint64, err error)) error {
	free, size, err := on(dir)
	if err != nil {
		return fmt.Errorf("store: ask for the room on the disk: %w", err)
	}
	if least := LeastRoom(size); free < least {
		return fmt.Errorf("store: the disk of %s has %d bytes left, %d are needed", dir, free, least)
	}
	return nil
}

// Spare returns how many bytes on the disk of a directory may be taken without taking
// from orders what they need.
func Spare(dir string) (uint64, error) {
	free, size, err := Room(dir)
	return free - min(free, LeastRoom(size)), err
}

// LeastRoom returns how many bytes must be left on a disk of that size.
func LeastRoom(size uint64) uint64 { return min(mostRoom, size/roomShare) }
