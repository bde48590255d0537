package store

import (
	"context"
	"sync"
	"testing"
	"time"

	"kontor/internal/shop/order"
)

// Each view holds a connection and needs another to prepare a new statement; many
// simultaneous ones on a fresh store must not deadlock.
func TestViewsAtOnceDoNotBlockEachOther(t *testing.T) {
	t.Parallel()
	db := open(t, t.TempDir())
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() {
			if _, err := db.Orders(ctx, order.Filter{Limit: 1}); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}
