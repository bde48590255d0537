package database

import (
	"slices"
	"time"
)

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
