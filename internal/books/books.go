// Package books checks with plain SQL whether a shop's database agrees with itself:
// numbers with ids, counters with what they count, rows with their counterparts. It
// knows the tables, not the program that fills them, and keeps nothing in memory that
// grows with the orders.
package books

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
)

// OldestSchema is the first schema with everything that Check reads.
const OldestSchema = 12

// Queryer is a database, or a transaction.
type Queryer interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// Check reads a whole database, which nobody changes meanwhile, and returns a German
// sentence for each fault. The error is one of reading.
func Check(ctx context.Context, db Queryer, engine Engine) ([]string, error) {
	damage := &reader{db: db, ctx: ctx}
	found := engine.damage(damage)
	if damage.err != nil {
		return found, damage.err
	}
	rest, err := Orders(ctx, db, engine)
	return slices.Concat(found, rest), err
}

// Orders is [Check] of a file that is not damaged.
func Orders(ctx context.Context, db Queryer, engine Engine) ([]string, error) {
	r := &reader{db: db, ctx: ctx}
	counted := r.readOrders()
	found := slices.Concat(counted.found, r.checkSequence(engine, counted.last), r.checkRows(), r.checkCounters(counted))
	return found, r.err
}

// reader runs queries until one of them fails.
type reader struct {
	db  Queryer
	ctx context.Context
	err error
}

// each calls read for every row of a query.
func (r *reader) each(query string, read func(scan func(...any) error) error) {
	if r.err != nil {
		return
	}
	if err := r.rows(query, read); err != nil {
		r.err = fmt.Errorf("%.60q: %w", query, err)
	}
}

func (r *reader) rows(query string, read func(scan func(...any) error) error) (err error) {
	rows, err := r.db.QueryContext(r.ctx, query)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		if err := read(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}

// texts returns the first column of a query.
func (r *reader) texts(query string) []string {
	found := []string{}
	r.each(query, func(scan func(...any) error) error {
		var text string
		err := scan(&text)
		found = append(found, text)
		return err
	})
	return found
}
