package store

import (
	"database/sql"
	"strings"
)

// dialect is what differs between the engines.
type dialect struct {
	returningID  string                         // ends an INSERT whose id is asked for; empty: the driver knows it, which is faster
	nextOrderID  string                         // returns the id for an order to be inserted
	importBatch  int                            // orders of an import that share a transaction
	lockKey      string                         // waits until no other transaction holds the key $1; empty: there is one writer
	insertSearch string                         // parameters: order id, words joined by spaces
	removeSearch string                         // parameters as they were inserted
	settleSearch string                         // takes removed words out of the files; empty: that happens by itself
	searchJoin   string                         // joins the orders "o" that match the parameter $1
	searchID     string                         // the order's id in that join; sorting by it needs no sorting
	searchQuery  func(prefixes []string) string // the parameter for searchJoin
	likePattern  string                         // compares a text with the parameter of wordPattern
	wordPattern  func(digits string) string     // what a text is like in which a word begins with the digits
	forUpdate    string                         // ends a query for rows that nobody else may change until the end of the transaction
	confirm      string                         // makes a transaction that only reads wait for the standbys, as one that writes; empty: there are none
	skipClaimed  string                         // ends a query for rows to claim: leaves out those that another instance claims
}

// sqliteDialect searches with FTS5. Its tokenizer takes every character beyond
// ASCII for a letter, so it leaves the words as [order.SplitWords] made them.
var sqliteDialect = dialect{
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
var postgresDialect = dialect{
	returningID:  ` RETURNING id`,
	nextOrderID:  `SELECT nextval('orders_id_seq')`,
	importBatch:  100, // each statement is a round trip, and a write has to end in time
	lockKey:      `SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`,
	insertSearch: `INSERT INTO orders_suche (order_id, woerter) VALUES ($1, array_to_tsvector(string_to_array($2, ' ')))`,
	removeSearch: `DELETE FROM orders_suche WHERE order_id = $1 AND $2::text <> ''`,
	searchJoin:   `orders_suche s JOIN orders o ON o.id = s.order_id AND s.woerter @@ $1::tsquery`,
	searchID:     `s.order_id`,
	searchQuery: func(prefixes []string) string {
		return `'` + strings.Join(prefixes, `':* & '`) + `':*`
	},
	likePattern: ` ~ `,
	wordPattern: func(digits string) string { return "[^0-9A-Za-z]" + digits },
	forUpdate:   ` FOR UPDATE OF z`,
	// A message that nobody reads: it gives the transaction something to commit.
	confirm:     `SELECT pg_logical_emit_message(true, 'kontor', '')`,
	skipClaimed: ` FOR UPDATE SKIP LOCKED`,
}

// migrating returns how a migration runs its statements.
func (d dialect) migrating(within *sql.Tx) runner {
	if d.lockKey == "" {
		return prepared{statements: newStatements(within.PrepareContext)}
	}
	return within // the driver describes each text once by itself
}
