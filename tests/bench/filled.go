package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"kontor/internal/database"
	"kontor/internal/demo"
	"kontor/internal/store"
)

// filled is a shop with many orders, and direct access to its database.
type filled struct {
	*servedShop
	size  int
	plain *sql.DB
}

// openFilled opens a shop with the wanted number of orders. It keeps the database in
// root for later runs.
func openFilled(ctx context.Context, root string, size int, w io.Writer) (*filled, error) {
	dir := filepath.Join(root, fmt.Sprintf("orders-%d", size))
	if _, err := os.Stat(dir); err != nil {
		if err := fill(ctx, dir, size, w); err != nil {
			return nil, err
		}
	}
	s, err := openShop(ctx, dir, "")
	if err != nil {
		return nil, err
	}
	query := url.Values{"_pragma": {"query_only(1)", "busy_timeout(4000)", "cache_size(-16384)"}}
	plain, err := sql.Open("sqlite", "file:"+filepath.Join(dir, "kontor.db")+"?"+query.Encode())
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return &filled{s, size, plain}, nil
}

// fill creates the database under another name first, so that an existing one is
// complete.
func fill(ctx context.Context, dir string, size int, w io.Writer) error {
	started := time.Now()
	partial := dir + ".partial"
	if err := os.RemoveAll(partial); err != nil {
		return err
	}
	db, err := store.Open(ctx, database.Options{Dir: partial, Log: slog.Default()})
	if err != nil {
		return err
	}
	_, err = db.Import(ctx, demo.Orders(size, started, seed), prefix)
	if err := errors.Join(err, db.Close()); err != nil {
		return err
	}
	fmt.Fprintf(w, "filled a database with %d orders in %v\n", size, time.Since(started).Round(time.Second))
	return os.Rename(partial, dir)
}

func (f *filled) Close() error { return errors.Join(f.plain.Close(), f.servedShop.Close()) }
