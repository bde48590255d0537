package store

import (
	"context"
	"slices"
	"strings"

	"kontor/internal/database"
	"kontor/internal/shop/order"
)

// Move copies the SQLite shop in a directory to an empty PostgreSQL database, see
// [database.Move].
func Move(ctx context.Context, from, to database.Options, report func(database.Moved)) error {
	return database.Move(ctx, forShop(from), forShop(to), searchWords, report)
}

// AbortMove undoes the beginning of a move that was killed, see [database.AbortMove].
func AbortMove(ctx context.Context, from, to database.Options) error {
	return database.AbortMove(ctx, forShop(from), forShop(to))
}

// searchWords are the words of all orders, of which SQLite keeps only an index.
var searchWords = database.Remade{
	Table:  searchTable,
	Insert: postgresDialect.insertSearch, InsertSQLite: sqliteDialect.insertSearch,
	Query: `SELECT order_id, array_to_string(tsvector_to_array(woerter), ' ') FROM ` + searchTable,
	Make: func(from *database.Tx, put func([]database.RemadeRow) error) error {
		return newTx(from).eachStored(0, func(orders []order.Order) error {
			rows := make([]database.RemadeRow, len(orders))
			for i, o := range orders {
				words := o.SearchWords()
				rows[i].Args = []any{o.ID, strings.Join(words, " ")}
				slices.Sort(words) // a tsvector returns them in byte order
				rows[i].Row = []any{o.ID, strings.Join(words, " ")}
			}
			return put(rows)
		})
	},
}
