//go:build linux

package crash

import (
	"os"
	"os/exec"
	"path/filepath"
	"sync/atomic"
	"syscall"
	"testing"
	"unsafe"
)

// disk is the disk under a running shop, in memory shared with the process. It has the
// layout of faultyDisk in testdata/disk.go.
type disk struct {
	syncDelay atomic.Int64 // nanoseconds before each fsync
	syncFails atomic.Int64 // not 0: every fsync fails
	room      atomic.Int64 // bytes that can still be written; negative: no limit
	faults    atomic.Int64 // calls made to fail
	syncs     atomic.Int64 // fsyncs begun
}

// startOnDisk starts the program over dir on a disk that works until a fault is set.
func startOnDisk(t testing.TB, dir string) (*shopProcess, *disk) {
	t.Helper()
	path, err := programOnFaultyDisk()
	if err != nil {
		t.Fatal(err)
	}
	d, control := newDisk(t)
	return startCommand(t, exec.Command(path), dir, "KONTOR_TEST_DISK="+control), d
}

func newDisk(t testing.TB) (*disk, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "disk")
	size := int(unsafe.Sizeof(disk{}))
	if err := os.WriteFile(path, make([]byte, size), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	memory, err := syscall.Mmap(int(file.Fd()), 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { syscall.Munmap(memory) })
	d := (*disk)(unsafe.Pointer(&memory[0]))
	d.repair()
	return d, path
}

// failSync makes every fsync fail.
func (d *disk) failSync() { d.syncFails.Store(1) }

// fill leaves this many bytes of room.
func (d *disk) fill(room int64) { d.room.Store(room) }

// repair ends all faults.
func (d *disk) repair() {
	d.syncDelay.Store(0)
	d.syncFails.Store(0)
	d.room.Store(-1)
}
