package database

import (
	"context"
	"testing"
)

// A view that waits for its turn gives up with its caller.
func TestViewEndsWithItsContext(t *testing.T) {
	t.Parallel()
	db := open(t, t.TempDir())
	for range cap(db.engine.(*sqliteEngine).views) {
		db.engine.(*sqliteEngine).views <- struct{}{}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := db.View(ctx, func(*Tx) error { return nil }); err == nil {
		t.Error("a view that could not begin reported no error")
	}
}
