package store

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"kontor/internal/shop/order"
)

// On SQLite the search's index is written behind the orders, many of them at once, since
// writing it out is the dearest part of a commit. Until then an order belongs to the
// tail: its id is above the watermark, the highest id in the index, which is stored with
// each step. Who searches compares the words of the tail one by one, see [tx.late].
const (
	tailPause     = 100 * time.Millisecond // before each step of indexing the tail
	tailRetry     = 5 * time.Second        // before the step after one that failed
	indexedAtOnce = 1000                   // orders in a step
	tailBound     = 2000                   // orders; beyond it the next orders' commit takes a step too
)

// searchTail has the words of the tail's orders, so that they are not read again. Once
// the store is open, only the writer uses them.
type searchTail struct {
	words   []orderWords // by ascending id
	indexed int64        // the watermark
	stored  bool         // it has a row; without one all orders are in the index
	length  atomic.Int64 // of words

	wake    chan struct{} // has a value while there are words
	stop    func()        // ends the indexing
	stopped sync.WaitGroup
}

// openTail reads the tail that an earlier process left, and begins to index it.
func (db *DB) openTail(ctx context.Context) error {
	tail := &searchTail{wake: make(chan struct{}, 1)}
	err := db.view(ctx, func(t *tx) (err error) {
		var rows int
		if err := t.Row(`SELECT count(*) FROM sqlite_sequence WHERE name = $1`, []any{searchTable}, &rows); err != nil {
			return err
		}
		if tail.stored = rows > 0; !tail.stored {
			return t.Row(`SELECT coalesce(max(id), 0) FROM orders`, nil, &tail.indexed)
		}
		if tail.indexed, err = t.indexed(); err != nil {
			return err
		}
		return t.eachStored(tail.indexed, func(orders []order.Order) error {
			for i := range orders {
				tail.words = append(tail.words, wordsOf(orders[i].ID, orders[i].SearchWords()))
			}
			return nil
		})
	})
	if err != nil {
		return err
	}
	tail.settle(&tailStep{indexed: tail.indexed, stored: tail.stored})
	db.tail = tail // before the indexing, whose transactions read it
	ctx, tail.stop = context.WithCancel(context.WithoutCancel(ctx))
	tail.stopped.Go(func() { db.indexTail(ctx, tail) })
	return nil
}

// closeTail ends the indexing, and completes the index.
func (db *DB) closeTail() {
	if db.tail != nil {
		db.tail.stop()
		db.tail.stopped.Wait()
		db.indexAll() // after an error the next start begins with the rest
	}
}

// indexTail indexes the tail in steps until the store is closed.
func (db *DB) indexTail(ctx context.Context, tail *searchTail) {
	for pause := tailPause; ; {
		select {
		case <-tail.wake:
		case <-ctx.Done():
			return
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return
		}
		pause = tailPause
		if db.indexPart() != nil {
			pause = tailRetry
			tail.awaken() // nothing else will, before the next order
		}
	}
}

// indexPart indexes the oldest orders of the tail.
func (db *DB) indexPart() error {
	return db.update(func(t *tx) error {
		t.derived.step.wanted = true
		return nil
	})
}

// indexAll indexes the whole tail, if there is one.
func (db *DB) indexAll() error {
	for db.tail != nil && db.tail.length.Load() > 0 {
		if err := db.indexPart(); err != nil {
			return err
		}
	}
	return nil
}

// tailStep is what a transaction does with the tail.
type tailStep struct {
	wanted  bool         // index some of it
	later   []orderWords // joins it
	indexed int64        // the watermark after the transaction
	stored  bool         // it has a row then
}

// divide returns which words a transaction indexes, given those of its own orders: those
// of orders that are in the index already, and the oldest of the tail if that is wanted
// or it would become too long. The others join the tail.
func (s *searchTail) divide(words []orderWords, step *tailStep) (now []orderWords) {
	step.later, step.indexed = nil, s.indexed
	for _, w := range words {
		if w.id <= s.indexed {
			now = append(now, w)
		} else {
			step.later = append(step.later, w)
		}
	}
	if step.wanted || len(s.words)+len(step.later) > tailBound {
		now = append(now, s.words[:min(indexedAtOnce, len(s.words))]...)
	}
	if len(now) > 0 {
		step.indexed = max(s.indexed, now[len(now)-1].id)
	}
	step.stored = s.stored || len(step.later) > 0
	return now
}

// store stores the watermark after a step, if it is another one. The row is made with
// the first order that joins the tail.
func (s *searchTail) store(t *tx, step *tailStep) error {
	switch {
	case step.stored && !s.stored:
		return t.Later(`INSERT INTO sqlite_sequence (seq, name) VALUES ($1, $2)`, step.indexed, searchTable)
	case step.indexed != s.indexed:
		return t.Later(`UPDATE sqlite_sequence SET seq = $1 WHERE name = $2`, step.indexed, searchTable)
	}
	return nil
}

// settle records a step that is committed.
func (s *searchTail) settle(step *tailStep) {
	s.words, s.indexed, s.stored = append(s.words, step.later...), step.indexed, step.stored
	first, _ := slices.BinarySearchFunc(s.words, s.indexed+1, func(w orderWords, id int64) int { return cmp.Compare(w.id, id) })
	s.words = s.words[first:]
	s.length.Store(int64(len(s.words)))
	if len(s.words) > 0 {
		s.awaken()
	}
}

func (s *searchTail) awaken() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}
