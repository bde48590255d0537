package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

// maxBatch bounds how many writes share one commit, and with it how long the first of
// them waits for the others.
const maxBatch = 256

// writer runs all writes of a SQLite database on one connection. Waiting writes form a
// batch: one transaction, a savepoint each, one COMMIT. No answer, not even a refusal,
// leaves before that COMMIT, so nobody learns of anything that a crash could still
// undo.
type writer struct {
	db       *sql.DB
	conn     *direct                           // nil: not connected
	fresh    func() Gathered                   // returns an empty collector for a write
	together func(*Tx, []Part) ([]bool, error) // see [Options.Together]
	present  func() error                      // checks that the file is still the one that was opened
	numbers  *numbers
	note     func(writes int, took time.Duration) // of a COMMIT; nil: nobody wants to know

	jobs    chan *job
	mu      sync.RWMutex // guards done against sends on jobs
	done    bool
	stopped chan struct{}

	seen   atomic.Pointer[time.Time] // when a batch last began or ended
	wrote  atomic.Pointer[time.Time] // when a change was last committed
	failed atomic.Bool               // the latest transaction was lost
}

// job is one write with its answer.
type job struct {
	change func(*Tx) error
	part   Part // nil: only change makes it
	made   bool // with others, in this attempt
	err    error
	answer chan error
}

func newWriter(db *sql.DB, o Options, present func() error, n *numbers) *writer {
	w := &writer{
		db: db, fresh: o.Gather, together: o.Together, note: o.OnCommit, present: present, numbers: n,
		jobs: make(chan *job, maxBatch), stopped: make(chan struct{}),
	}
	go w.run()
	return w
}

// do hands a write to the writer and waits for its commit. It is not cancelled with the
// caller's context: once begun, a write is carried out and answered.
func (w *writer) do(change func(*Tx) error, part Part) error {
	j := &job{change: change, part: part, answer: make(chan error, 1)}
	w.mu.RLock()
	if w.done {
		w.mu.RUnlock()
		return ErrClosed
	}
	w.jobs <- j
	w.mu.RUnlock()
	return <-j.answer
}

func (w *writer) closed() bool {
	w.mu.RLock()
	defer w.mu.RUnlock()
	return w.done
}

// close ends the writer after the writes that it has already accepted.
func (w *writer) close() {
	w.mu.Lock()
	if !w.done {
		w.done = true
		close(w.jobs)
	}
	w.mu.Unlock()
	<-w.stopped
}

func (w *writer) run() {
	defer close(w.stopped)
	for first := range w.jobs {
		batch := w.gather(first)
		w.sign()
		w.carryOut(batch)
		w.sign()
		for _, j := range batch {
			j.answer <- j.err
		}
	}
	w.disconnect()
}

// gather takes the jobs already waiting behind the first one; it does not wait for
// more, so a lone write is not delayed by others.
func (w *writer) gather(first *job) []*job {
	batch := []*job{first}
	for len(batch) < maxBatch {
		select {
		case j, ok := <-w.jobs:
			if !ok {
				return batch
			}
			batch = append(batch, j)
		default:
			return batch
		}
	}
	return batch
}

// ErrBroken means that a batch was lost after it had begun: its members can run again,
// one by one, each with its own outcome.
var ErrBroken = errors.New("store: batch rolled back")

func (w *writer) carryOut(batch []*job) {
	err := w.transaction(batch)
	switch {
	case err == nil:
	case errors.Is(err, ErrBroken) && len(batch) > 1:
		w.oneByOne(batch)
	default:
		failAll(batch, err)
	}
}

// oneByOne runs each job in a transaction of its own. If not even a transaction can
// begin, the rest are not tried: they would fail the same way.
func (w *writer) oneByOne(batch []*job) {
	for i := range batch {
		err := w.transaction(batch[i : i+1])
		switch {
		case errors.Is(err, ErrBroken):
			batch[i].err = err
		case err != nil:
			failAll(batch[i:], err)
			return
		}
	}
}

func failAll(batch []*job, err error) {
	for _, j := range batch {
		j.err = err
	}
}

// transaction runs a batch and commits it. An error that wraps ErrBroken means that it
// was rolled back after BEGIN; any other, that it never began, or that it was committed
// to a lost file.
func (w *writer) transaction(batch []*job) (err error) {
	defer func() { w.failed.Store(err != nil) }()
	ctx := context.Background() // never a client's: see do
	if err := w.present(); err != nil {
		return err
	}
	if err := w.connect(ctx); err != nil {
		return err
	}
	t := &Tx{ctx: ctx, run: w.conn, Dialect: SQLite, Gathered: w.fresh()}
	if _, err := t.Exec("BEGIN IMMEDIATE"); err != nil {
		w.disconnect()
		return err
	}
	err = w.members(t, batch)
	if err == nil {
		err = t.Gathered.Write(t)
	}
	if err == nil {
		err = w.numbers.cover(t)
	}
	began := time.Now()
	if err == nil {
		_, err = t.Exec("COMMIT")
	}
	if err != nil {
		t.Exec("ROLLBACK") // fails if SQLite has already rolled back
		w.disconnect()     // whatever state the connection is in, the next one is clean
		return fmt.Errorf("%w: %w", ErrBroken, err)
	}
	t.Gathered.Committed()
	noteCommit(w.note, len(batch), began)
	w.noteChange(batch)
	if err := w.present(); err != nil {
		return err // the COMMIT went to a file that nobody will find
	}
	w.numbers.stored()
	return nil
}

func (w *writer) connect(ctx context.Context) error {
	if w.conn != nil {
		return nil
	}
	conn, err := w.db.Conn(ctx)
	if err != nil {
		return fmt.Errorf("store: connect for writing: %w", err)
	}
	w.conn = newDirect(conn)
	return nil
}

// disconnect discards the connection; the next write opens a new one.
func (w *writer) disconnect() {
	if w.conn == nil {
		return
	}
	w.conn.close()
	w.conn = nil
}
