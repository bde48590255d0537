package store

import "embed"

//go:embed migrations
var migrations embed.FS

// SchemaVersion is the newest migration that this program knows.
const SchemaVersion = 16

// schema is the shop's. Version 5 derives from the orders what older versions did not
// store, which SQL alone cannot.
var schema = Schema{
	Files: migrations, Version: SchemaVersion,
	Backfill: Backfill{Version: 5, Run: backfill}, Refold: refold,
}
