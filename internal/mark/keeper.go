package mark

import (
	"fmt"
	"log/slog"
	"maps"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// smallestBlock is how many ids are reserved at once by a shop with few orders.
	smallestBlock = 100
	// day is the time whose ids make up a block.
	day = 24 * time.Hour
	// freshness is how old [Sequence.Last] may become, with some room for writing it.
	freshness = 4 * time.Second
)

// Keeper reserves ids in the mark before anybody is given them. Its file must be
// nobody else's.
type Keeper struct {
	dir    string
	tables []string // the order of all slices
	copies *copies
	log    *slog.Logger

	reserved []atomic.Int64 // as on the disk
	last     []atomic.Int64 // stored in the database
	half     []atomic.Int64 // beyond it the reservation has to be extended
	stale    atomic.Bool    // something was stored since the last write, and run knows
	wake     chan struct{}
	once     sync.Once
	closing  chan struct{}
	stopped  chan struct{}

	mu     sync.Mutex // guards what follows, and the file
	mark   Mark
	blocks []block
	failed bool // the latest write
}

// block knows how many ids of a table were issued lately.
type block struct {
	begun          time.Time
	earlier, since int64 // the highest id when the day before began, and this one
}

// size is how many ids are reserved ahead of the highest: as many as were issued in the
// last day or two.
func (b *block) size(highest int64, now time.Time) int64 {
	if now.Sub(b.begun) >= day {
		b.begun, b.earlier, b.since = now, b.since, highest
	}
	return max(smallestBlock, highest-b.earlier)
}

// Keep takes over a mark that is in the directory, and mirrors each change of it to the
// other ones. The caller closes the keeper.
func Keep(m Mark, dir string, others []string, tables []string, log *slog.Logger) *Keeper {
	k := &Keeper{
		dir: dir, tables: tables, log: log, copies: mirror(others, log), mark: m,
		reserved: make([]atomic.Int64, len(tables)), last: make([]atomic.Int64, len(tables)), half: make([]atomic.Int64, len(tables)), blocks: make([]block, len(tables)),
		wake: make(chan struct{}, 1), closing: make(chan struct{}), stopped: make(chan struct{}),
	}
	for i, table := range tables {
		s := m.Sequences[table]
		k.reserved[i].Store(s.Reserved)
		k.last[i].Store(s.Last)
		k.half[i].Store(s.Reserved - smallestBlock/2)
		k.blocks[i] = block{begun: time.Now(), earlier: s.Last, since: s.Last}
	}
	k.copies.put(m)
	go k.run()
	return k
}

// Cover makes sure that ids up to the highest of each table are reserved on the disk. It
// costs a comparison for each, and a write of the file where the reservation has run
// out.
func (k *Keeper) Cover(highest []int64) error {
	for i, id := range highest {
		if id > k.reserved[i].Load() {
			return k.extend(highest)
		}
	}
	return nil
}

// Issued notes that the ids are stored. Soon after, the mark says so too, and has more
// of them reserved.
func (k *Keeper) Issued(highest []int64) {
	for i, id := range highest {
		if id <= k.last[i].Load() {
			continue
		}
		k.last[i].Store(id)
		if id > k.half[i].Load() || k.stale.CompareAndSwap(false, true) {
			select {
			case k.wake <- struct{}{}:
			default: // already awake
			}
		}
	}
}

// Left returns how many ids may be issued before a reservation has run out: of the table
// with the fewest; negative while nothing is reserved.
func (k *Keeper) Left() int64 {
	left := int64(-1)
	for i := range k.tables {
		reserved := k.reserved[i].Load()
		if n := reserved - k.last[i].Load(); reserved > 0 && (left < 0 || n < left) {
			left = n
		}
	}
	return left
}

// Close writes the mark once more, and ends the keeper.
func (k *Keeper) Close() {
	k.once.Do(func() {
		close(k.closing)
		<-k.stopped
		k.save() // one that is a few seconds old serves as well
		k.copies.close()
	})
}

// run extends reservations of which half is used, and regularly writes down what was
// issued.
func (k *Keeper) run() {
	defer close(k.stopped)
	var stale <-chan time.Time // nil: the mark is up to date
	for {
		select {
		case <-k.wake:
			if stale == nil {
				stale = time.After(freshness)
			}
			if k.halfUsed() {
				k.extend(k.stored())
			}
		case <-stale:
			stale = nil
			k.stale.Store(false)
			if k.save() != nil {
				stale = time.After(freshness)
			}
		case <-k.closing:
			return
		}
	}
}

func (k *Keeper) stored() []int64 {
	ids := make([]int64, len(k.last))
	for i := range k.last {
		ids[i] = k.last[i].Load()
	}
	return ids
}

// halfUsed reports whether some table's reservation has to be extended.
func (k *Keeper) halfUsed() bool {
	for i := range k.tables {
		if k.last[i].Load() > k.half[i].Load() {
			return true
		}
	}
	return false
}

// extend reserves a block above the highest ids, where less than half of one is left.
func (k *Keeper) extend(highest []int64) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	limits := make([]int64, len(k.tables))
	for i := range k.tables {
		limits[i] = k.reserved[i].Load()
		if size := k.blocks[i].size(highest[i], time.Now()); limits[i]-highest[i] < size/2 {
			limits[i] = highest[i] + size
		}
	}
	return k.write(limits)
}

func (k *Keeper) save() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	limits := make([]int64, len(k.tables))
	for i := range k.tables {
		limits[i] = k.reserved[i].Load()
	}
	return k.write(limits)
}

// write writes the mark with these reservations, which count once it is on the disk.
func (k *Keeper) write(limits []int64) error {
	next := k.mark
	next.Sequences = make(map[string]Sequence, len(k.tables))
	maps.Copy(next.Sequences, k.mark.Sequences)
	for i, table := range k.tables {
		next.Sequences[table] = Sequence{Reserved: limits[i], Last: k.last[i].Load()}
	}
	if err := next.Write(k.dir); err != nil {
		if !k.failed {
			k.log.Error("mark not written", slog.String("dir", k.dir), slog.Any("error", err))
		}
		k.failed = true
		return fmt.Errorf("mark: write %s: %w", FileName, err)
	}
	k.failed, k.mark = false, next
	for i, limit := range limits {
		k.reserved[i].Store(limit)
		k.half[i].Store(limit - k.blocks[i].size(k.last[i].Load(), time.Now())/2)
	}
	k.copies.put(next)
	return nil
}
