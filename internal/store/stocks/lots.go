package stocks

import (
	"errors"
	"slices"

	"kontor/internal/database"
	"kontor/internal/shop"
	"kontor/internal/shop/stock"
	"kontor/internal/store/base"
)

const selectLots = `SELECT slug, partie, bestand FROM bestaende`

// Ask requests what is left of the products that are wanted, which nobody else changes
// then until the end of the transaction. Where only this process writes, it asks nothing
// as long as no product is counted.
func (s *Stocks) Ask(t *base.Tx, wanted []stock.Demand, into stock.Stock) error {
	if empty, err := s.isEmpty(t); empty || err != nil {
		return err
	}
	return ask(t, slugsOf(wanted), t.Dialect.ForUpdate, into)
}

// Read requests what is left of the products that are wanted, which others may change.
func Read(t *base.Tx, wanted []stock.Demand, into stock.Stock) error {
	return ask(t, slugsOf(wanted), "", into)
}

func slugsOf(wanted []stock.Demand) []string {
	slugs := make([]string, len(wanted))
	for i, d := range wanted {
		slugs[i] = d.Slug
	}
	return slugs
}

// isEmpty reports whether it is certain that no product is counted.
func (s *Stocks) isEmpty(t *base.Tx) (bool, error) {
	if s.shared || s.asked.Load() {
		return s.empty.Load(), nil
	}
	n, err := t.IDs(`SELECT 1 FROM bestaende LIMIT 1`)
	if err == nil {
		s.empty.Store(len(n) == 0)
		s.asked.Store(true)
	}
	return len(n) == 0, err
}

// ask requests the lots of products in the order in which every transaction locks them.
func ask(t *base.Tx, slugs []string, lock string, into stock.Stock) error {
	slugs = slices.Compact(slices.Sorted(slices.Values(slugs)))
	for part := range slices.Chunk(slugs, base.RowsAtOnce) {
		args := make([]any, len(part))
		for i, slug := range part {
			args[i] = slug
		}
		query := selectLots + ` WHERE slug IN ` + base.ValueLists(1, len(part)) + ` ORDER BY slug, partie` + lock
		if err := t.Ask(query, args, scanInto(into)); err != nil {
			return err
		}
	}
	return nil
}

func scanInto(into stock.Stock) func(database.Scanner) error {
	return func(row database.Scanner) error {
		var slug string
		var lot stock.Lot
		err := row.Scan(&slug, &lot.Name, &lot.Pieces)
		into[slug] = append(into[slug], lot)
		return err
	}
}

// Move is an entry of the journal to be made, with what it does to the stock.
type Move struct {
	Slug    string
	Entry   stock.Entry // without ID and OrderNumber
	Request string      // the request's own id; empty: none
}

// The statements of moves. That a stock never falls below 0 is a rule of the table: who
// takes something has locked it and knows that there is enough.
const (
	takeSQL = `UPDATE bestaende SET bestand = bestand + $1 WHERE slug = $2 AND partie = $3`
	addSQL  = `INSERT INTO bestaende (slug, partie, bestand) VALUES ($2, $3, $1)
		ON CONFLICT (slug, partie) DO UPDATE SET bestand = bestaende.bestand + excluded.bestand`
	insertMoveSQL = `INSERT INTO bestandsbuchungen (slug, partie, menge, art, order_id, vorgang, anfrage, wer, zeit, notiz) VALUES `
)

// Make changes the stock by moves and notes them in the journal. The stock of what they
// take from is locked by [Stocks.Ask].
func Make(t *base.Tx, moves []Move) error {
	sums, keys := make(map[[2]string]int64), [][2]string(nil)
	rows := make([][]any, len(moves))
	for i := range moves {
		m := &moves[i]
		key, e := [2]string{m.Slug, m.Entry.Lot}, &m.Entry
		if _, known := sums[key]; !known {
			keys = append(keys, key)
		}
		sums[key] += e.Pieces
		rows[i] = []any{m.Slug, e.Lot, e.Pieces, e.Kind, base.NullID(e.OrderID), base.NullID(e.PaymentID), base.NullText(m.Request),
			e.Who, shop.FormatTime(e.At), e.Note}
	}
	var err error
	for _, key := range keys {
		change := addSQL
		if sums[key] < 0 {
			change = takeSQL
		}
		err = errors.Join(err, t.Later(change, sums[key], key[0], key[1]))
	}
	return errors.Join(err, t.InsertRows(insertMoveSQL, "", rows))
}
