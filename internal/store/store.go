package store

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"

	"kontor/internal/database"
	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/outbox"
	"kontor/internal/store/accounts"
	"kontor/internal/store/auditlog"
	"kontor/internal/store/base"
	"kontor/internal/store/gates"
	"kontor/internal/store/messages"
	"kontor/internal/store/payments"
	"kontor/internal/store/stocks"
)

// DB is the shop's database, with a room for each subject that stands alone. It is safe
// for concurrent use.
type DB struct {
	*auditlog.Log
	*messages.Outbox
	*gates.Gates
	*payments.Journal
	*accounts.Accounts
	*stocks.Stocks

	engine    *database.DB
	orders    base.DB[*tx]
	dialect   *dialect
	catalogue atomic.Pointer[catalogue.Assortment] // as last read
	reading   sync.Mutex                           // held while it is read anew
	losses    chan outbox.DatabaseLoss             // nil: there is no file to lose
	tail      *searchTail                          // nil: every order is in the search's index
}

// Open brings the schema up to date and opens the database, see [database.Open].
func Open(ctx context.Context, o database.Options) (*DB, error) {
	db := &DB{}
	if o.URL == "" {
		db.losses = make(chan outbox.DatabaseLoss, maxLosses)
	}
	o = forShop(o)
	o.OnLoss = db.noteLoss
	o.Gather = func() database.Gathered { return newDerived(db.tail) }
	engine, err := database.Open(ctx, o)
	if err != nil {
		return nil, err
	}
	db.furnish(engine, o)
	if o.URL == "" { // instances that share a server send at the same time
		db.ReleaseMessages() // on a full disk they wait until their claims end
		if err := db.openTail(ctx); err != nil {
			return nil, errors.Join(err, engine.Close())
		}
	}
	return db, nil
}

// OpenReader opens the database for reading, even while a process serves it. It does
// not change a SQLite database, so one older than this program is an error that names
// the remedy.
func OpenReader(ctx context.Context, o database.Options) (*DB, error) {
	engine, err := database.OpenReader(ctx, forShop(o))
	if err != nil {
		return nil, err
	}
	db := &DB{}
	db.furnish(engine, o)
	return db, nil
}

// furnish opens the rooms of an open database.
func (db *DB) furnish(engine *database.DB, o database.Options) {
	db.engine, db.dialect = engine, dialectAt(o)
	db.orders = base.On(engine, func(t *base.Tx) *tx { return extend(messages.In(t)) })
	db.Log, db.Outbox, db.Gates = auditlog.New(engine), messages.New(engine), gates.New(engine)
	db.Stocks = stocks.New(engine, o.URL != "")
	db.Journal = payments.New(engine, paidOrders{db.Stocks}, o.URL != "")
	db.Accounts = accounts.New(engine)
}

// Inspect reads the database's state without changing it, even while a process serves
// it.
func Inspect(ctx context.Context, o database.Options) (database.State, error) {
	return database.Inspect(ctx, forShop(o))
}

// CheckStart finds what would refuse a start, see [database.CheckStart].
func CheckStart(ctx context.Context, o database.Options) error {
	return database.CheckStart(ctx, forShop(o))
}

// forShop adds the shop's schema and hooks.
func forShop(o database.Options) database.Options {
	o.Schema = schema
	o.Gather = func() database.Gathered { return newDerived(nil) }
	o.Together = together
	return o
}

func dialectAt(o database.Options) *dialect {
	if o.URL != "" {
		return postgresDialect
	}
	return sqliteDialect
}

// Available returns shop.ErrDatabaseUnavailable while the database is known to be away,
// without a query.
func (db *DB) Available() error { return db.engine.Available() }

// Ready reports whether the database accepts writes.
func (db *DB) Ready(ctx context.Context) error { return db.engine.Ready(ctx) }

// SchemaVersion returns the newest migration applied to the database.
func (db *DB) SchemaVersion(ctx context.Context) (int64, error) { return db.engine.SchemaVersion(ctx) }

// Tend does what has to be done every few seconds while the database is served: it
// notices the loss of a SQLite file that nobody uses, and keeps the write-ahead log short.
func (db *DB) Tend(ctx context.Context) { db.engine.Tend(ctx) }

// Scrub purges deleted data from the database's files, as far as the engine permits:
// PostgreSQL does so by itself, in its own time.
func (db *DB) Scrub(ctx context.Context) error { return db.engine.Scrub(ctx) }

// Close waits for transactions in progress and closes the database.
func (db *DB) Close() error {
	db.closeTail()
	return db.engine.Close()
}
