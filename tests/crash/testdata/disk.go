package main

import (
	"os"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
	"unsafe"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// The crash tests build this file into the program. It lets them make the disk fail
// under SQLite without root privileges: SQLite's own layer for the operating system
// stays in use, and this file stands between it and the system calls.

// faultyDisk is memory that the test shares with this process, through the file named
// by KONTOR_TEST_DISK. The test has a type of the same layout.
type faultyDisk struct {
	syncDelay atomic.Int64 // nanoseconds before each fsync
	syncFails atomic.Int64 // not 0: every fsync fails
	room      atomic.Int64 // calls made to fail
	faults    atomic.Int64 // fsyncs begun
	syncs     atomic.Int64 // how many fsyncs were begun
}

var (
	disk     *faultyDisk
	realOpen func(tls *libc.TLS, vfs, name, file uintptr, flags int32, outFlags uintptr) int32
	realSync func(tls *libc.TLS, file uintptr, flags int32) int32
	findSync sync.Once

	// faultyMethods are modified copies of SQLite's tables, by the address of the
	// original; there is one table for databases and one for logs.
	faultyMethods sync.Map
)

func init() {
	path := os.Getenv("KONTOR_TEST_DISK")
	if path == "" {
		return // this test does not need a faulty disk
	}
	disk = mapDisk(path)
	tls := libc.NewTLS()
	defer tls.Close()
	vfs := (*sqlite3.Tsqlite3_vfs)(asPointer(sqlite3.Xsqlite3_vfs_find(tls, 0)))
	setFunction(&realOpen, vfs.FxOpen)
	vfs.FxOpen = asAddress(faultyOpen)
	var setSystemCall func(tls *libc.TLS, vfs, name, function uintptr) int32
	setFunction(&setSystemCall, vfs.FxSetSystemCall)
	name, err := libc.CString("pwrite")
	if err != nil || setSystemCall(tls, uintptr(unsafe.Pointer(vfs)), name, asAddress(faultyWrite)) != sqlite3.SQLITE_OK {
		panic("SQLite does not take another pwrite")
	}
}

func mapDisk(path string) *faultyDisk {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		panic(err)
	}
	defer file.Close()
	memory, err := syscall.Mmap(int(file.Fd()), 0, int(unsafe.Sizeof(faultyDisk{})),
		syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	if err != nil {
		panic(err)
	}
	return (*faultyDisk)(unsafe.Pointer(&memory[0]))
}

// faultyOpen opens a file whose fsync is faultySync.
func faultyOpen(tls *libc.TLS, vfs, name, file uintptr, flags int32, outFlags uintptr) int32 {
	code := realOpen(tls, vfs, name, file, flags, outFlags)
	opened := (*sqlite3.Tsqlite3_file)(asPointer(file))
	if code != sqlite3.SQLITE_OK {
		return code
	}
	changed := *(*sqlite3.Tsqlite3_io_methods)(asPointer(opened.FpMethods))
	findSync.Do(func() { setFunction(&realSync, changed.FxSync) }) // the same one in every table
	changed.FxSync = asAddress(faultySync)
	kept, _ := faultyMethods.LoadOrStore(opened.FpMethods, &changed)
	opened.FpMethods = uintptr(unsafe.Pointer(kept.(*sqlite3.Tsqlite3_io_methods)))
	return code
}

// faultySync fails like fsync on a broken disk: what was written before stays readable
// for as long as the computer runs.
func faultySync(tls *libc.TLS, file uintptr, flags int32) int32 {
	disk.syncs.Add(1)
	time.Sleep(time.Duration(disk.syncDelay.Load()))
	if disk.syncFails.Load() != 0 {
		disk.faults.Add(1)
		return sqlite3.SQLITE_IOERR_FSYNC
	}
	return realSync(tls, file, flags)
}

// faultyWrite fails like pwrite on a full disk: what still fits is written.
func faultyWrite(tls *libc.TLS, fd int32, data uintptr, size uint64, offset int64) int64 {
	for {
		room := disk.room.Load()
		if room < 0 {
			return libc.Xpwrite(tls, fd, data, size, offset)
		}
		if room == 0 {
			disk.faults.Add(1)
			*(*int32)(asPointer(libc.X__errno_location(tls))) = int32(syscall.ENOSPC)
			return -1
		}
		fits := min(size, uint64(room))
		if disk.room.CompareAndSwap(room, room-int64(fits)) {
			return libc.Xpwrite(tls, fd, data, fits, offset)
		}
	}
}

// This SQLite keeps pointers as numbers, including those to functions.

func asPointer(address uintptr) unsafe.Pointer {
	return *(*unsafe.Pointer)(unsafe.Pointer(&address))
}

func asAddress(function any) uintptr {
	return (*[2]uintptr)(unsafe.Pointer(&function))[1]
}

func setFunction[F any](function *F, address uintptr) {
	*function = *(*F)(unsafe.Pointer(&address))
}
