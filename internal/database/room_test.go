package database

import (
	"path/filepath"
	"testing"
)

func TestRoomOnTheDisk(t *testing.T) {
	t.Parallel()
	for size, want := range map[uint64]uint64{100 << 30: 32 << 20, 1600 << 20: 32 << 20, 500 << 20: 10 << 20, 0: 0} {
		if got := LeastRoom(size); got != want {
			t.Errorf("of %d bytes %d must be free, want %d", size, got, want)
		}
	}
	if err := enoughRoom(filepath.Join(t.TempDir(), "fehlt"), Room); err == nil {
		t.Error("a directory that is not there has room")
	}
}

// W14: a disk counts as too full before a write fails on it.
func TestW14_ReadyWhileThereIsRoom(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db := open(t, dir)
	engine := db.engine.(*sqliteEngine)
	for free, ready := range map[uint64]bool{0: false, 20<<20 - 1: false, 20 << 20: true} {
		engine.room = func(asked string) (uint64, uint64, error) {
			if asked != dir {
				t.Errorf("asked about %s", asked)
			}
			return free, 1000 << 20, nil
		}
		if err := db.Ready(t.Context()); (err == nil) != ready {
			t.Errorf("with %d bytes left: %v", free, err)
		}
	}
}
