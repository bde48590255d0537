package store

import (
	"embed"
	"strings"

	"kontor/internal/database"
)

//go:embed migrations
var migrations embed.FS

// SchemaVersion is the newest migration that this program knows.
const SchemaVersion = 35

// schema is the shop's. Version 5 derives from the orders what older versions did not
// store, which SQL alone cannot.
var schema = database.Schema{
	Files: migrations, Version: SchemaVersion, Tables: []string{"orders", "customers", "widerrufe", "dokumente"},
	Backfill: database.Backfill{Version: 5, Run: backfill}, Least: leastSchema, Refold: refold, Raced: raced,
}

// leastSchema returns the oldest schema whose programs may run on a newer database; 0
// until the shop's first start has recorded one.
func leastSchema(t *database.Tx) (least int64, err error) {
	err = t.Row(`SELECT coalesce(max(mindest_schema), 0) FROM betrieb`, nil, &least)
	return least, err
}

// raced reports that a request in doubt was stored after all, while it was being
// retried; or that a customer was deleted while something was stored for the account,
// or vice versa.
func raced(state, constraint string) bool {
	return constraint == "orders_anfrage" || state == "23503" && strings.HasSuffix(constraint, "_kunde_id_fkey")
}
