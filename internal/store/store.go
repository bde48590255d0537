package store

import (
	"context"
	"sync/atomic"

	"kontor/internal/shop/outbox"
)

// DB is the shop's database. It is safe for concurrent use.
type DB struct {
	engine    *engineDB
	dialect   *dialect
	catalogue atomic.Pointer[assortment] // as it was read last
	losses    chan outbox.DatabaseLoss   // nil: there is no file to lose
}

// Open brings the schema up to date and opens the database, as [openEngineDB] does.
func Open(ctx context.Context, o Options) (*DB, error) {
	db := new(DB)
	if o.URL == "" {
		db.losses = make(chan outbox.DatabaseLoss, maxLosses)
	}
	o = forShop(o)
	o.OnLoss = db.noteLoss
	var err error
	if db.engine, err = openEngineDB(ctx, o); err != nil {
		return nil, err
	}
	db.dialect = dialectAt(o)
	if o.URL == "" { // instances that share a server send at the same time
		db.releaseMessages() // on a disk that is full they wait until their claims end
	}
	return db, nil
}

// OpenReader opens the database for reading, also while a process serves it. It
// changes no SQLite database, so one that is older than this program is an error
// that says what to do.
func OpenReader(ctx context.Context, o Options) (*DB, error) {
	engine, err := openEngineReader(ctx, forShop(o))
	if err != nil {
		return nil, err
	}
	return &DB{engine: engine, dialect: dialectAt(o)}, nil
}

// Inspect looks at the database without changing it, also while a process serves
// it.
func Inspect(ctx context.Context, o Options) (State, error) { return inspectEngine(ctx, forShop(o)) }

// forShop adds what the shop keeps in its database.
func forShop(o Options) Options {
	o.Schema = schema
	o.Gather = func() Gathered { return newDerived() }
	return o
}

func dialectAt(o Options) *dialect {
	if o.URL != "" {
		return postgresDialect
	}
	return sqliteDialect
}

// Available returns shop.ErrDatabaseUnavailable while the database is known to be
// away, without asking it.
func (db *DB) Available() error { return db.engine.Available() }

// Ready reports whether the database takes writes.
func (db *DB) Ready(ctx context.Context) error { return db.engine.Ready(ctx) }

// SchemaVersion returns the newest migration that the database has.
func (db *DB) SchemaVersion(ctx context.Context) (int64, error) { return db.engine.SchemaVersion(ctx) }

// Scrub makes sure that what was deleted is in no file of the database any more,
// as far as the engine lets it: PostgreSQL does so by itself in its own time.
func (db *DB) Scrub(ctx context.Context) error { return db.engine.Scrub(ctx) }

// Close ends what is under way and gives the database up.
func (db *DB) Close() error { return db.engine.Close() }
