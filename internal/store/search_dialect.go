package store

import "strings"

// dialect adds what differs between the engines in the shop's own statements.
type dialect struct {
	*Dialect
	nextOrderID  string                         // returns the id for an order to be inserted
	importBatch  int                            // orders of an import that share a transaction
	insertSearch string                         // parameters: order id, words joined by spaces
	removeSearch string                         // parameters as they were inserted
	settleSearch string                         // takes removed words out of the files; empty: that happens by itself
	searchJoin   string                         // joins the orders "o" that match the parameter $1
	searchID     string                         // the order's id in that join; sorting by it needs no sorting
	searchQuery  func(prefixes []string) string // the parameter for searchJoin
	likePattern  string                         // compares a text with the parameter of wordPattern
	wordPattern  func(digits string) string     // what a text is like in which a word begins with the digits
}

// searchTable has the words of the orders: a virtual table on SQLite.
const searchTable = "orders_suche"

// sqliteDialect searches with FTS5. Its tokenizer takes every character beyond
// ASCII for a letter, so it leaves the words as [order.SplitWords] made them.
var sqliteDialect = &dialect{
	Dialect: SQLite,
	// As AUTOINCREMENT has it: ids of deleted orders are never given again.
	nextOrderID: `SELECT 1 + max(coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'orders'), 0),
		coalesce((SELECT max(id) FROM orders), 0))`,
	importBatch:  200, // savepoints are kept in memory, and each statement walks what the batch has put there
	insertSearch: `INSERT INTO orders_suche (rowid, woerter) VALUES ($1, $2)`,
	removeSearch: `INSERT INTO orders_suche (orders_suche, rowid, woerter) VALUES ('delete', $1, $2)`,
	settleSearch: `INSERT INTO orders_suche (orders_suche) VALUES ('optimize')`,
	// CROSS JOIN keeps the order of the two: the search first, then its orders.
	searchJoin: `orders_suche s CROSS JOIN orders o ON o.id = s.rowid AND s.orders_suche MATCH $1`,
	searchID:   `s.rowid`,
	searchQuery: func(prefixes []string) string {
		return `"` + strings.Join(prefixes, `"* AND "`) + `"*`
	},
	likePattern: ` GLOB `,
	wordPattern: func(digits string) string { return "*[^0-9A-Za-z]" + digits + "*" },
}

// postgresDialect searches with an index over lexemes, which are the words as
// they are.
var postgresDialect = &dialect{
	Dialect:      PostgreSQL,
	nextOrderID:  `SELECT nextval('orders_id_seq')`,
	importBatch:  100, // each statement is a round trip, and a write has to end in time
	insertSearch: `INSERT INTO orders_suche (order_id, woerter) VALUES ($1, array_to_tsvector(string_to_array($2, ' ')))`,
	removeSearch: `DELETE FROM orders_suche WHERE order_id = $1 AND $2::text <> ''`,
	searchJoin:   `orders_suche s JOIN orders o ON o.id = s.order_id AND s.woerter @@ $1::tsquery`,
	searchID:     `s.order_id`,
	searchQuery: func(prefixes []string) string {
		return `'` + strings.Join(prefixes, `':* & '`) + `':*`
	},
	likePattern: ` ~ `,
	wordPattern: func(digits string) string { return "[^0-9A-Za-z]" + digits },
}

func dialectOf(engine *Dialect) *dialect {
	if engine == PostgreSQL {
		return postgresDialect
	}
	return sqliteDialect
}
