// Package scratch has folders for what tests store but do not judge by whether it
// reached the disk. Tests of crashes, lost power and full disks take theirs from
// [testing.T.TempDir].
package scratch

import (
	"os"
	"sync"
	"syscall"
	"testing"
)

const (
	memory = "/dev/shm"
	enough = 2 << 30 // bytes free in memory; containers often have 64 MiB
)

// Root is where temporary folders are made: in memory on a machine that has enough
// of it, otherwise the empty string, which is [os.MkdirTemp]'s default.
var Root = sync.OnceValue(func() string {
	var fs syscall.Statfs_t
	if syscall.Statfs(memory, &fs) != nil || fs.Bavail*uint64(fs.Bsize) < enough || syscall.Access(memory, 7) != nil {
		return ""
	}
	return memory
})

// Dir returns a new folder, which is removed when the test ends.
func Dir(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp(Root(), "kontor-test-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	return dir
}
