package books

// Engine is the kind of a database.
type Engine struct {
	sequence string // a query for the highest id ever given to an order
	damage   func(*Books) []string
}

// SQLite is also checked for damage to the file.
var SQLite = Engine{
	sequence: `SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'orders'`,
	damage:   (*Books).checkFile,
}

// PostgreSQL notices damage by itself, with its checksums.
var PostgreSQL = Engine{
	sequence: `SELECT last_value FROM orders_id_seq`,
	damage:   func(*Books) []string { return nil },
}

// checkFile makes SQLite check for damage.
func (b *Books) checkFile() (found []string) {
	for _, line := range b.texts(`PRAGMA integrity_check`) {
		if line != "ok" {
			found = append(found, "integrity: "+line)
		}
	}
	for _, table := range b.texts(`SELECT "table" FROM pragma_foreign_key_check`) {
		found = append(found, "foreign key without its row in "+table)
	}
	return found
}
