package stocks

import (
	"errors"
	"slices"
	"time"

	"kontor/internal/database"
	"kontor/internal/shop/order"
	"kontor/internal/shop/stock"
	"kontor/internal/store/base"
)

// Owner is the order or the payment that takes pieces or gives them back.
type Owner struct {
	Order, Payment int64 // 0: it is not that
	Who            string
	At             time.Time
}

// Taken returns the moves of pieces that an owner takes.
func (o Owner) Taken(kind stock.Kind, taken []stock.Taking) []Move {
	moves := make([]Move, len(taken))
	for i, t := range taken {
		moves[i] = o.move(kind, t.Slug, t.Lot, -t.Pieces)
	}
	return moves
}

func (o Owner) move(kind stock.Kind, slug, lot string, pieces int64) Move {
	return Move{Slug: slug, Entry: stock.Entry{Lot: lot, Pieces: pieces, Kind: kind, OrderID: o.Order, PaymentID: o.Payment, Who: o.Who, At: o.At}}
}

// Holdings are what the journal says about the pieces that an order or a payment took.
type Holdings []holding

// holding is about the pieces of one lot.
type holding struct {
	slug, lot string
	held      int64 // it has them
	returned  int64 // it gave them back when it was cancelled
}

const holdingsQuery = `SELECT slug, partie, CAST(-sum(menge) AS BIGINT),
		CAST(sum(CASE WHEN art IN ('storno', 'wiederaufnahme') THEN menge ELSE 0 END) AS BIGINT)
	FROM bestandsbuchungen WHERE `

// AskOfOrder requests what an order took.
func AskOfOrder(t *base.Tx, order int64, into *Holdings) error {
	return askHoldings(t, `order_id = $1`, order, into)
}

// AskOfPayment requests what a payment took that has not become an order.
func AskOfPayment(t *base.Tx, payment int64, into *Holdings) error {
	return askHoldings(t, `vorgang = $1 AND order_id IS NULL`, payment, into)
}

func askHoldings(t *base.Tx, which string, id int64, into *Holdings) error {
	return t.Ask(holdingsQuery+which+` GROUP BY slug, partie ORDER BY slug, partie`, []any{id}, func(row database.Scanner) error {
		var h holding
		err := row.Scan(&h.slug, &h.lot, &h.held, &h.returned)
		*into = append(*into, h)
		return err
	})
}

// Held reports whether anything was taken that was not given back.
func (all Holdings) Held() bool {
	return slices.ContainsFunc(all, func(h holding) bool { return h.held > 0 })
}

// Takings returns what was taken and not given back.
func (all Holdings) Takings() (taken []stock.Taking) {
	for _, h := range all {
		if h.held > 0 {
			taken = append(taken, stock.Taking{Slug: h.slug, Lot: h.lot, Pieces: h.held})
		}
	}
	return taken
}

// lock keeps others from changing the stock of products, and returns it.
func lock(t *base.Tx, slugs ...string) (stock.Stock, error) {
	found := make(stock.Stock)
	return found, errors.Join(ask(t, slugs, t.Dialect.ForUpdate, found), t.Send())
}

// GiveBack gives back what an owner has, as far as it is still counted.
func GiveBack(t *base.Tx, kind stock.Kind, o Owner, all Holdings) error {
	if !all.Held() {
		return nil
	}
	slugs := make([]string, len(all))
	for i, h := range all {
		slugs[i] = h.slug
	}
	left, err := lock(t, slugs...)
	if err != nil {
		return err
	}
	var moves []Move
	for _, h := range all {
		if _, counted := left[h.slug]; counted && h.held > 0 {
			moves = append(moves, o.move(kind, h.slug, h.lot, h.held))
		}
	}
	return Make(t, moves)
}

// Returned returns what an order gave back when it was cancelled, in the order of its
// items, with the stock of these products, which nobody else changes then.
func Returned(t *base.Tx, o *order.Order, all Holdings) (returned []stock.Demand, left stock.Stock, err error) {
	var slugs []string
	for _, d := range o.Wanted() {
		d.Pieces = 0
		for _, h := range all {
			if h.slug == d.Slug {
				d.Pieces += h.returned
			}
		}
		if d.Pieces > 0 {
			returned, slugs = append(returned, d), append(slugs, d.Slug)
		}
	}
	if len(returned) == 0 {
		return nil, nil, nil
	}
	left, err = lock(t, slugs...)
	return returned, left, err
}

// HandOver makes what a payment took the order's that it became.
func HandOver(t *base.Tx, payment, order int64) error {
	return t.Later(`UPDATE bestandsbuchungen SET order_id = $1 WHERE vorgang = $2 AND order_id IS NULL`, order, payment)
}
