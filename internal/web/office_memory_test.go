//go:build !race

// The race detector's own memory would be measured, and exports write from one goroutine.

package web_test

import (
	"io"
	"math"
	"os"
	"runtime"
	"runtime/metrics"
	"slices"
	"strings"
	"testing"
	"time"

	"kontor/internal/shop/order"
	"kontor/tests/shoptest"
)

// TestR12_ExportsKeepMemoryFlat: a file grows with its orders; the program's memory
// does not, and nothing stays on disk.
func TestR12_ExportsKeepMemoryFlat(t *testing.T) {
	scratch := t.TempDir()
	t.Setenv("TMPDIR", scratch)
	s := shoptest.Start(t)
	admin := s.Operator()
	large := exported(s.Clock.Now())[0]
	large.Note = strings.Repeat("Notiz ", 5000)
	large.Customer.Street = large.Note
	held := make(map[string][]uint64)
	for _, more := range []int{500, 1000} { // 30 MB of texts, then 90 MB
		s.Import(slices.Repeat([]order.Order{large}, more)...)
		for _, extension := range []string{".csv", ".xlsx"} {
			held[extension] = append(held[extension], leastHeld(func() {
				downloadWhole(t, s, admin, ordersPath+extension)
			}))
		}
	}
	for extension, held := range held {
		t.Logf("%s: %d KiB, then %d KiB", extension, held[0]>>10, held[1]>>10)
		if grown := int64(held[1]) - int64(held[0]); grown > 16<<20 {
			t.Errorf("%s: three times as many orders take %d bytes more", extension, grown)
		}
	}
	if left, err := os.ReadDir(scratch); err != nil || len(left) > 0 {
		t.Errorf("left on the disk: %v, %v", left, err)
	}
}

// downloadWhole reads a file without keeping it.
func downloadWhole(t *testing.T, s *shoptest.Shop, c *shoptest.Client, path string) {
	t.Helper()
	response, err := c.HTTP().Get(s.URL + path)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if _, err := io.Copy(io.Discard, response.Body); err != nil || response.StatusCode != 200 {
		t.Errorf("%s: status %d, %v", path, response.StatusCode, err)
	}
}

// leastHeld returns the smallest growth of the heap over three runs of do, in
// bytes. A collection counts what is allocated while it runs as live, so that one
// run alone can show much more than is held.
func leastHeld(do func()) uint64 {
	least := uint64(math.MaxUint64)
	for range 3 {
		runtime.GC()
		before := liveHeap()
		peak := peakWhile(do)
		least = min(least, peak-min(peak, before))
	}
	return least
}

// peakWhile returns the most that collections found in use while do ran, in
// bytes.
func peakWhile(do func()) (peak uint64) {
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		tick := time.NewTicker(time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-stop:
				return
			case <-tick.C:
				peak = max(peak, liveHeap())
			}
		}
	}()
	do()
	close(stop)
	<-stopped
	return peak
}

// liveHeap is what the last collection found in use, in bytes.
func liveHeap() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
