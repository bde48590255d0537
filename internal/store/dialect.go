package store

import (
	"strings"

	"kontor/internal/database"
)

// dialect adds the differences between the engines in the shop's own statements.
type dialect struct {
	*database.Dialect
	nextOrderID  string                    // returns the id for an order to be inserted
	idsLeaveGaps bool                      // that were returned, but not used
	givenID      func(table string) string // a query for the highest id ever given in a table
	lastDocument string                    // returns the highest id ever given to a document
	// continueDocuments notes which id a document may have next, undone with the
	// transaction; empty: the engine does by itself.
	continueDocuments string
	importBatch       int                            // orders of an import that share a transaction
	insertSearch      string                         // parameters: order id, words joined by spaces
	removeSearch      string                         // same parameters as for insertSearch
	settleSearch      string                         // purges removed words from the files; empty: not needed
	searchJoin        string                         // joins the orders "o" that match the parameter $1
	searchID          string                         // the order's id in that join, by which results are already sorted
	indexedQuery      string                         // returns the highest id in the index; empty: it has every order
	searchQuery       func(prefixes []string) string // the parameter for searchJoin
	likePattern       string                         // compares a text with the result of wordPattern
	wordPattern       func(digits string) string     // pattern of texts in which a word begins with the digits
}

// searchTable has the words of the orders; it is a virtual table on SQLite.
const searchTable = "orders_suche"

// sqliteDialect searches with FTS5. Its tokenizer treats every character beyond ASCII
// as a letter, so it leaves the words as [order.SplitWords] split them.
var sqliteDialect = &dialect{
	Dialect: database.SQLite,
	// Like AUTOINCREMENT: ids of deleted orders are never issued again.
	nextOrderID: `SELECT 1 + max(coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'orders'), 0),
		coalesce((SELECT max(id) FROM orders), 0))`,
	givenID: func(table string) string {
		return `SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = '` + table + `'`
	},
	lastDocument: `SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'dokumente'`,
	importBatch:  200, // savepoints are kept in memory, and each statement scans what the batch has put there
	insertSearch: `INSERT INTO orders_suche (rowid, woerter) VALUES ($1, $2)`,
	removeSearch: `INSERT INTO orders_suche (orders_suche, rowid, woerter) VALUES ('delete', $1, $2)`,
	settleSearch: `INSERT INTO orders_suche (orders_suche) VALUES ('optimize')`,
	// CROSS JOIN fixes the order of the two: the search first, then its orders.
	searchJoin: `orders_suche s CROSS JOIN orders o ON o.id = s.rowid AND s.orders_suche MATCH $1`,
	searchID:   `s.rowid`,
	// The highest id that was ever in it, as SQLite keeps of other tables. Without a row
	// there is no tail.
	indexedQuery: `SELECT coalesce(max(seq), 0x7FFFFFFFFFFFFFFF) FROM sqlite_sequence WHERE name = '` + searchTable + `'`,
	searchQuery: func(prefixes []string) string {
		return `"` + strings.Join(prefixes, `"* AND "`) + `"*`
	},
	likePattern: ` GLOB `,
	wordPattern: func(digits string) string { return "*[^0-9A-Za-z]" + digits + "*" },
}

// postgresDialect searches with an index over lexemes, which are the unchanged words.
var postgresDialect = &dialect{
	Dialect:      database.PostgreSQL,
	nextOrderID:  `SELECT nextval('orders_id_seq')`,
	idsLeaveGaps: true,
	givenID: func(table string) string {
		return `SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM ` + table + `_id_seq`
	},
	// Unlike nextval and setval, RESTART leaves no gap behind a transaction that fails.
	lastDocument:      `SELECT CASE WHEN is_called THEN last_value ELSE last_value - 1 END FROM dokumente_id_seq`,
	continueDocuments: `ALTER SEQUENCE dokumente_id_seq RESTART WITH %d`,
	importBatch:       100, // each statement is a round trip, and a write has to end in time
	insertSearch:      `INSERT INTO orders_suche (order_id, woerter) VALUES ($1, array_to_tsvector(string_to_array($2, ' ')))`,
	removeSearch:      `DELETE FROM orders_suche WHERE order_id = $1 AND $2::text <> ''`,
	searchJoin:        `orders_suche s JOIN orders o ON o.id = s.order_id AND s.woerter @@ $1::tsquery`,
	searchID:          `s.order_id`,
	searchQuery: func(prefixes []string) string {
		return `'` + strings.Join(prefixes, `':* & '`) + `':*`
	},
	likePattern: ` ~ `,
	wordPattern: func(digits string) string { return "[^0-9A-Za-z]" + digits },
}

func dialectOf(engine *database.Dialect) *dialect {
	if engine == database.PostgreSQL {
		return postgresDialect
	}
	return sqliteDialect
}
