package mark

import (
	"log/slog"
	"os"
	"sync/atomic"
	"time"
)

// patience is how long the end of the shop waits for copies of the mark: their disk may
// be a network's.
const patience = 2 * time.Second

// copies mirrors the mark to directories whose disks may be slow or broken: nobody
// waits for them, and their failures are only logged.
type copies struct {
	dirs   []string
	next   atomic.Pointer[Mark]
	wake   chan struct{}
	failed map[string]bool
	log    *slog.Logger
	done   chan struct{}
}

// mirror begins to mirror; nil directories cost nothing.
func mirror(dirs []string, log *slog.Logger) *copies {
	c := &copies{dirs: dirs, wake: make(chan struct{}, 1), failed: make(map[string]bool), log: log, done: make(chan struct{})}
	if len(dirs) > 0 {
		go c.run()
	}
	return c
}

// put replaces whatever has not been copied yet.
func (c *copies) put(m Mark) {
	if len(c.dirs) == 0 {
		return
	}
	c.next.Store(&m)
	select {
	case c.wake <- struct{}{}:
	default: // already awake
	}
}

// close copies the latest mark, but waits only briefly for it.
func (c *copies) close() {
	if len(c.dirs) == 0 {
		return
	}
	close(c.wake)
	select {
	case <-c.done:
	case <-time.After(patience):
	}
}

func (c *copies) run() {
	defer close(c.done)
	for range c.wake {
		m := c.next.Swap(nil)
		if m == nil {
			continue
		}
		for _, dir := range c.dirs {
			c.copy(m, dir)
		}
	}
}

func (c *copies) copy(m *Mark, dir string) {
	err := os.MkdirAll(dir, 0o700)
	if err == nil {
		err = m.Write(dir)
	}
	switch failed := err != nil; {
	case failed && !c.failed[dir]:
		c.log.Error("mark not copied", slog.String("dir", dir), slog.Any("error", err))
	case !failed && c.failed[dir]:
		c.log.Info("mark copied again", slog.String("dir", dir))
	}
	c.failed[dir] = err != nil
}
