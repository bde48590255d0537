// Package stocks keeps what is left of products, and the journal of what came and went,
// see [stock].
package stocks

import (
	"context"
	"sync/atomic"

	"kontor/internal/database"
	"kontor/internal/shop/stock"
	"kontor/internal/store/base"
)

// Stocks is the stock of all products.
type Stocks struct {
	engine base.DB[*base.Tx]
	shared bool        // with other processes
	asked  atomic.Bool // whether no product is counted, which only this process changes
	empty  atomic.Bool // the answer
}

// New returns the stock of a database, which other processes may share.
func New(engine *database.DB, shared bool) *Stocks {
	return &Stocks{engine: base.On(engine, func(t *base.Tx) *base.Tx { return t }), shared: shared}
}

// Stock returns the lots of the products that are counted, of those named or, without a
// name, of all.
func (s *Stocks) Stock(ctx context.Context, slugs ...string) (found stock.Stock, err error) {
	err = s.engine.View(ctx, func(t *base.Tx) error {
		found = make(stock.Stock)
		if len(slugs) == 0 {
			return t.Ask(selectLots, nil, scanInto(found))
		}
		return ask(t, slugs, "", found)
	})
	return found, err
}
