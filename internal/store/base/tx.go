package base

import (
	"context"
	"database/sql"

	"kontor/internal/database"
	"kontor/internal/shop"
	"kontor/internal/shop/audit"
	"kontor/internal/shop/message"
)

// Tx is a transaction of the shop, or a savepoint in one. Several locks must be taken
// in this order: idempotency key or order, coupon and person, address of a message, the
// stock's rows by slug and lot, coupon; customer, identity; the documents, after an
// order; the catalogue's number, which orders never take. That of
// the audit log comes after everything else, and only with an operator's changes.
type Tx struct {
	*database.Tx
	gathered *Gathered // what the transaction adds; nil when reading
}

// Gathered is what any subject adds in a transaction to be written at its end: counts of
// messages, and entries of operators in the audit log, whose numbers and hashes are still
// missing.
type Gathered struct {
	Messages map[message.State]int64
	Entries  []audit.Row
}

// Gather returns what a transaction has gathered when it begins: nothing.
func Gather() *Gathered { return &Gathered{Messages: make(map[message.State]int64)} }

// Common returns the part that all subjects share.
func (g *Gathered) Common() *Gathered { return g }

// Join adds what another member of the batch has gathered.
func (g *Gathered) Join(other *Gathered) {
	for state, n := range other.Messages {
		g.Messages[state] += n
	}
	g.Entries = append(g.Entries, other.Entries...)
}

// In returns the engine's transaction as one of the shop.
func In(within *database.Tx) *Tx {
	t := &Tx{Tx: within}
	if all, ok := within.Gathered.(interface{ Common() *Gathered }); ok {
		t.gathered = all.Common()
	}
	return t
}

// CountMessages counts messages in a state; a negative number subtracts them again.
func (t *Tx) CountMessages(state message.State, n int64) { t.gathered.Messages[state] += n }

// Record adds entries to the audit log with the transaction, if the context says whose
// changes they are.
func (t *Tx) Record(ctx context.Context, entries ...audit.Entry) {
	if by, ok := audit.From(ctx); ok {
		t.RecordBy(by, entries...)
	}
}

// RecordBy adds entries of somebody to the audit log with the transaction.
func (t *Tx) RecordBy(by audit.By, entries ...audit.Entry) {
	for _, e := range entries {
		t.gathered.Entries = append(t.gathered.Entries, audit.Row{
			At: shop.FormatTime(by.At), Who: by.Who(), Session: by.Session, Request: by.Request,
			Action: e.Action, Subject: e.Subject, From: e.From, To: e.To,
		})
	}
}

// IDs runs a query for ids.
func (t *Tx) IDs(query string, args ...any) (ids []int64, err error) {
	err = t.Rows(query, args, func(rows *sql.Rows) error {
		var id int64
		err := rows.Scan(&id)
		ids = append(ids, id)
		return err
	})
	return ids, err
}

// SessionsFrom is when the oldest session may have begun that still counts, to the second
// to which those of the gates are dated; empty: any.
const SessionsFrom = `coalesce((SELECT substr(sitzungen_ab, 1, 19) FROM betrieb WHERE id = 1), '')`
