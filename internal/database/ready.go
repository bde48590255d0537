package database

import (
	"context"
	"path/filepath"
)

// Ready reports whether the database accepts writes: its file is the one that was
// opened, the disk has room, and a write of the last seconds or one made now has
// reached the disk.
//
// While other writes succeed, they are the answer: on a slow disk one more would wait
// behind them for longer than probes do.
func (e *sqliteEngine) Ready(ctx context.Context) error {
	if err := e.file.present(); err != nil {
		return err
	}
	if err := enoughRoom(filepath.Dir(e.path), e.room); err != nil {
		return err
	}
	if e.writer.wroteLately() {
		return nil
	}
	done := make(chan error, 1)
	go func() { done <- e.Update(probe) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		if e.writer.progressing() {
			return nil
		}
		return ctx.Err()
	}
}

// probe changes nothing, yet writes to the disk: only that shows that other writes will
// succeed.
func probe(t *Tx) error {
	_, err := t.Exec(`PRAGMA user_version = 0`)
	return err
}
