package database

import "github.com/jackc/pgx/v5"

// Remade is a table that cannot be copied, since SQLite keeps only an index of it. It
// is rebuilt from others.
type Remade struct {
	Table  string
	Insert string // a statement of PostgreSQL for one of its rows
	// InsertSQLite is the same for SQLite, with the same arguments.
	InsertSQLite string
	Query        string // reads the rows back from PostgreSQL
	// Make calls put with all rows, in batches, built from the tables in from.
	Make func(from *Tx, put func([]RemadeRow) error) error
}

// RemadeRow is a row of a rebuilt table.
type RemadeRow struct {
	Args []any // of Insert
	Row  []any // as Query returns it
}

// remake rebuilds the table and compares the result in PostgreSQL.
func (m *mover) remake() error {
	var made checksum
	err := m.remade.Make(m.from, func(part []RemadeRow) error {
		batch := &pgx.Batch{}
		for _, r := range part {
			batch.Queue(m.remade.Insert, r.Args...)
			if err := made.add(r.Row); err != nil {
				return err
			}
		}
		return m.to.SendBatch(m.ctx, batch).Close()
	})
	if err != nil {
		return err
	}
	kept, err := m.sum(m.remade.Query)
	if err != nil {
		return err
	}
	return m.settle(m.remade.Table, made, kept)
}
