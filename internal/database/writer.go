package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
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
	db      *sql.DB
	conn    *sql.Conn
	stmts   *statements
	fresh   func() Gathered // returns an empty collector for a write
	present func() error    // checks that the file is still the one that was opened
	numbers *numbers
	note    func(writes int, took time.Duration) // of a COMMIT; nil: nobody wants to know

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
	err    error
	answer chan error
}

func newWriter(db *sql.DB, o Options, present func() error, n *numbers) *writer {
	w := &writer{db: db, fresh: o.Gather, note: o.OnCommit, present: present, numbers: n, jobs: make(chan *job, maxBatch), stopped: make(chan struct{})}
	go w.run()
	return w
}

// do hands a write to the writer and waits for its commit. It is not cancelled with the
// caller's context: once begun, a write is carried out and answered.
func (w *writer) do(change func(*Tx) error) error {
	j := &job{change: change, answer: make(chan error, 1)}
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

// stalled is the time without a sign of life after which the writer may have stopped.
const stalled = 5 * time.Second

func (w *writer) sign() {
	now := time.Now()
	w.seen.Store(&now)
}

// idle is how long after the latest change a disk may have filled up or broken without
// anybody noticing. Rule W14: 10 s, of which probes take some.
const idle = 8 * time.Second

// wroteLately reports whether changes reach the disk, judging by those that were made.
func (w *writer) wroteLately() bool {
	wrote := w.wrote.Load()
	return wrote != nil && time.Since(*wrote) < idle && !w.failed.Load()
}

// noteChange records when a batch was committed, if it contained a change.
func (w *writer) noteChange(batch []*job) {
	if slices.ContainsFunc(batch, func(j *job) bool { return j.err == nil }) {
		now := time.Now()
		w.wrote.Store(&now)
	}
}

// progressing reports whether writes are being made, and succeed.
func (w *writer) progressing() bool {
	seen := w.seen.Load()
	return seen != nil && time.Since(*seen) < stalled && !w.failed.Load()
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
	t := &Tx{ctx: ctx, run: prepared{statements: w.stmts}, Dialect: SQLite, Gathered: w.fresh()}
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
	noteCommit(w.note, len(batch), began)
	w.noteChange(batch)
	if err := w.present(); err != nil {
		return err // the COMMIT went to a file that nobody will find
	}
	w.numbers.stored()
	return nil
}

// members runs each job in its savepoint. A job that fails is undone alone and keeps
// its error; an error of members itself means that the transaction is lost.
func (w *writer) members(t *Tx, batch []*job) error {
	for _, j := range batch {
		if _, err := t.Exec("SAVEPOINT member"); err != nil {
			return err
		}
		j.err = w.member(t, j.change)
		if j.err != nil {
			if _, err := t.Exec("ROLLBACK TO member"); err != nil {
				return fmt.Errorf("%w (after %w)", err, j.err)
			}
		}
		if _, err := t.Exec("RELEASE member"); err != nil {
			return err
		}
	}
	return nil
}

// member runs one change; what it has gathered joins the batch's only if it succeeds.
func (w *writer) member(batch *Tx, change func(*Tx) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("store: panic in a write: %v", p)
		}
	}()
	own := *batch
	own.Gathered, own.Earlier = w.fresh(), batch.Gathered
	if err := change(&own); err != nil {
		return err
	}
	batch.Gathered.Join(own.Gathered)
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
	w.conn, w.stmts = conn, newStatements(conn.PrepareContext)
	return nil
}

// disconnect discards the connection; the next write opens a new one.
func (w *writer) disconnect() {
	if w.conn == nil {
		return
	}
	w.stmts.close()
	w.conn.Close()
	w.conn, w.stmts = nil, nil
}
