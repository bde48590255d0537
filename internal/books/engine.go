package books

import "context"

// Engine is the kind of a database.
type Engine struct {
	sequence string // a query for the highest id ever given to an order
	damage   func(*reader) []string
}

// SQLite is also checked for damage to the file.
var SQLite = Engine{
	sequence: `SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'orders'`,
	damage:   (*reader).checkFile,
}

// PostgreSQL notices damage by itself, with its checksums.
var PostgreSQL = Engine{
	sequence: `SELECT last_value FROM orders_id_seq`,
	damage:   func(*reader) []string { return nil },
}

// Damage makes SQLite check a file of any schema for damage, and for rows whose
// references are missing.
func Damage(ctx context.Context, db Queryer) ([]string, error) {
	r := &reader{db: db, ctx: ctx}
	return r.checkFile(), r.err
}

func (r *reader) checkFile() (found []string) {
	for _, line := range r.texts(`PRAGMA integrity_check`) {
		if line != "ok" {
			found = append(found, "Die Datei ist beschädigt: "+line)
		}
	}
	for _, table := range r.texts(`SELECT "table" FROM pragma_foreign_key_check`) {
		found = append(found, "Verweis ins Leere in "+table)
	}
	return found
}
