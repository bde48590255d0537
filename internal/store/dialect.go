package store

import "strings"

// dialect is what differs between the engines.
type dialect struct {
	insertSearch string                         // parameters: order id, words joined by spaces
	deleteSearch string                         // the same parameters, with the words as inserted
	searchJoin   string                         // joins the orders "o" that match the parameter $1
	searchID     string                         // the order's id in that join; sorting by it needs no sorting
	touch        string                         // changes nothing, and yet writes to the disk
	searchQuery  func(prefixes []string) string // the parameter for searchJoin
	skipClaimed  string                         // ends a query for rows to claim: leaves out those that another instance claims
}

// sqliteDialect searches with FTS5. Its tokenizer takes every character beyond
// ASCII for a letter, so it leaves the words as [kontor.SplitWords] made them.
var sqliteDialect = dialect{
	insertSearch: `INSERT INTO orders_suche (rowid, woerter) VALUES ($1, $2)`,
	deleteSearch: `INSERT INTO orders_suche (orders_suche, rowid, woerter) VALUES ('delete', $1, $2)`,
	// CROSS JOIN keeps the order of the two: the search first, then its orders.
	searchJoin: `orders_suche s CROSS JOIN orders o ON o.id = s.rowid AND s.orders_suche MATCH $1`,
	searchID:   `s.rowid`,
	touch:      `PRAGMA user_version = 0`,
	searchQuery: func(prefixes []string) string {
		return `"` + strings.Join(prefixes, `"* AND "`) + `"*`
	},
}
