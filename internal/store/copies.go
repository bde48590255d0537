package store

import (
	"context"
	"database/sql"
	"fmt"

	"kontor/internal/books"
	"kontor/internal/database"
	"kontor/internal/shop/audit"
)

// OpenOriginal opens the shop's database to copy it, see [database.OpenOriginal].
func OpenOriginal(ctx context.Context, o database.Options) (*database.Original, error) {
	return database.OpenOriginal(ctx, forShop(o))
}

// Original returns the database to copy it while it is served. The caller closes it.
func (db *DB) Original(ctx context.Context) (*database.Original, error) {
	db.indexAll() // after the copy it would look like a change of the shop; an error leaves the copy a tail
	return db.engine.Original(ctx)
}

// Copy writes the shop's database to a new SQLite file, see
// [database.Original.CopyTo].
func Copy(ctx context.Context, from *database.Original, to string) error {
	return from.CopyTo(ctx, to, searchWords)
}

// Sequence is how far the ids of a table have come.
type Sequence struct {
	Given   int64 `json:"vergeben"` // highest id ever given, even if its row is gone
	Highest int64 `json:"hoechste"` // highest id of a row
}

// Sequences are the tables whose ids must never be given twice, by name.
type Sequences map[string]Sequence

// sequences are those tables, with the schema that brought them.
var sequences = []struct {
	table string
	since int64
}{{"orders", 1}, {"customers", 2}, {"widerrufe", 10}, {"dokumente", 29}}

// CountIDs reads how far the ids have come. Nothing that is acknowledged before is
// above them.
func CountIDs(ctx context.Context, o *database.Original) (Sequences, error) {
	all := make(Sequences)
	err := o.Read(ctx, func(t *database.Tx) error { return countIDs(t, o.Version, all) })
	return all, err
}

func countIDs(t *database.Tx, version int64, all Sequences) error {
	for _, s := range sequences {
		if s.since > version {
			continue
		}
		var ids Sequence
		query := fmt.Sprintf(`SELECT (%s), (SELECT coalesce(max(id), 0) FROM %s)`, dialectOf(t.Dialect).givenID(s.table), s.table)
		if err := t.Row(query, nil, &ids.Given, &ids.Highest); err != nil {
			return err
		}
		all[s.table] = ids
	}
	return nil
}

// Contents describes what a copy has.
type Contents struct {
	Schema     int64            `json:"schema"`
	ShopID     string           `json:"shop_id,omitempty"` // empty: from before the first start that gave one
	IDs        Sequences        `json:"zaehler"`
	Rows       map[string]int64 `json:"zeilen"`                  // by table
	LastNumber string           `json:"letzte_nummer,omitempty"` // of the newest order
	Audit      audit.Head       `json:"protokoll,omitzero"`      // of the audit log
}

// Orders returns the number of orders.
func (c Contents) Orders() int64 { return c.Rows["orders"] }

// Examine reads a copy completely, and returns what it has and, in German sentences,
// what is wrong with it. The error is one of reading.
func Examine(ctx context.Context, path string) (c Contents, faults []string, err error) {
	file, err := database.OpenCopy(ctx, path)
	if err != nil {
		return c, nil, err
	}
	defer file.Close()
	if file.Version < books.OldestSchema {
		faults, err = books.Damage(ctx, file)
	} else {
		faults, err = books.Check(ctx, file, books.SQLite)
	}
	if err != nil || len(faults) > 0 {
		return c, faults, err
	}
	c = Contents{Schema: file.Version, IDs: make(Sequences), Rows: make(map[string]int64)}
	err = file.Read(ctx, func(t *database.Tx) error { return c.read(t) })
	return c, nil, err
}

func (c *Contents) read(t *database.Tx) error {
	if err := countIDs(t, c.Schema, c.IDs); err != nil {
		return err
	}
	if err := c.countRows(t); err != nil {
		return err
	}
	if err := t.Row(`SELECT coalesce((SELECT bestellnummer FROM orders ORDER BY id DESC LIMIT 1), '')`, nil, &c.LastNumber); err != nil {
		return err
	}
	if c.Schema >= 22 {
		if err := t.Row(`SELECT coalesce(max(shop_id), '') FROM betrieb`, nil, &c.ShopID); err != nil {
			return err
		}
	}
	if c.Schema < 23 {
		return nil
	}
	return t.Rows(`SELECT nr, hash FROM protokoll ORDER BY nr DESC LIMIT 1`, nil, func(rows *sql.Rows) error {
		return rows.Scan(&c.Audit.Nr, &c.Audit.Hash)
	})
}

func (c *Contents) countRows(t *database.Tx) error {
	var tables []string
	err := t.Rows(`SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'
		AND name NOT LIKE 'sqlite\_%' ESCAPE '\'`, nil, func(rows *sql.Rows) error {
		var name string
		err := rows.Scan(&name)
		tables = append(tables, name)
		return err
	})
	if err != nil {
		return err
	}
	for _, name := range tables {
		var n int64
		if err := t.Row(`SELECT count(*) FROM "`+name+`"`, nil, &n); err != nil {
			return err
		}
		c.Rows[name] = n
	}
	return nil
}

// Behind returns a German sentence for each sequence that has not come as far as in
// earlier, which was read before.
func (c Contents) Behind(earlier Sequences) (faults []string) {
	for table, ids := range earlier {
		if got := c.IDs[table]; got.Given < ids.Given || got.Highest < ids.Highest {
			faults = append(faults, fmt.Sprintf("%s reicht nur bis %d, im Shop war schon %d vergeben", table, got.Highest, ids.Highest))
		}
	}
	return faults
}
