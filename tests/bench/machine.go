package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// describeMachine writes what the figures depend on besides the program.
func describeMachine(_ context.Context, dir string, _ *options, w io.Writer) error {
	sync, err := measureSync(dir)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, `CPU             %s, %d cores used
Go              %s %s/%s
data directory  %s (%s)
4 KiB and fsync p50 %s, p99 %s

`, cpuModel(), runtime.GOMAXPROCS(0), runtime.Version(), runtime.GOOS, runtime.GOARCH,
		filepath.Dir(dir), fileSystem(dir), short(sync.at(50)), short(sync.at(99)))
	return err
}

// measureSync measures the minimum cost of a commit: appending a page to a file and
// waiting until it is on disk.
func measureSync(dir string) (durations, error) {
	file, err := os.CreateTemp(dir, "fsync-")
	if err != nil {
		return nil, err
	}
	defer os.Remove(file.Name())
	defer file.Close()
	var took durations
	page := make([]byte, 4<<10)
	for range 200 {
		started := time.Now()
		if _, err := file.Write(page); err != nil {
			return nil, err
		}
		if err := file.Sync(); err != nil {
			return nil, err
		}
		took = append(took, time.Since(started))
	}
	return took, nil
}

// cpuModel returns the processor's name as reported by Linux.
func cpuModel() string {
	info, _ := os.ReadFile("/proc/cpuinfo") // elsewhere there is none
	for line := range strings.Lines(string(info)) {
		if key, value, _ := strings.Cut(line, ":"); strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return runtime.GOARCH
}

// fileSystem returns the kind of file system of a directory as reported by Linux: that
// of the longest mount point above it.
func fileSystem(dir string) string {
	mounts, _ := os.ReadFile("/proc/self/mounts")
	point, kind := "", ""
	for line := range strings.Lines(string(mounts)) {
		fields := strings.Fields(line) // device, mount point, kind, options
		if len(fields) < 3 || len(fields[1]) < len(point) {
			continue
		}
		if inside, err := filepath.Rel(fields[1], dir); err == nil && filepath.IsLocal(inside) {
			point, kind = fields[1], fields[2]
		}
	}
	return cmp.Or(kind, "an unknown file system")
}

// cpuTime returns the processor time used by this process as reported by Linux, to a
// hundredth of a second; elsewhere 0.
func cpuTime() time.Duration {
	stat, _ := os.ReadFile("/proc/self/stat")
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	if len(fields) < 13 {
		return 0
	}
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * 10 * time.Millisecond
}
