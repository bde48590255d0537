package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kontor/internal/database"
	"kontor/internal/demo"
	"kontor/internal/gate"
	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/order"
)

// shopToMove fills a SQLite shop with rows in every table, and returns its directory
// and its last order number.
func shopToMove(t *testing.T, orders int) (dir string, last order.Order) {
	t.Helper()
	dir = t.TempDir()
	db := open(t, dir)
	now := time.Date(2026, 11, 21, 9, 15, 0, 0, time.UTC)
	if _, err := db.Import(t.Context(), demo.Orders(orders, now, 1), "BK"); err != nil {
		t.Fatal(err)
	}
	if _, err := db.CreateProduct(t.Context(), catalogue.Product{Slug: "wolle", CategorySlug: "garn", Price: 7.9}, now); err != nil {
		t.Fatal(err)
	}
	placed, err := db.PlaceOrder(t.Context(), attempt("Änne Größe"))
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{
		db.EndGateSession(t.Context(), gate.Site, "f00d", now),
		db.TryCode(t.Context(), gate.Guess{Gate: gate.Site, Client: "x", At: now, Keep: 9}, func(gate.History) bool { return true }),
		db.Close(),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir, *placed.Order
}

// target returns an empty database that was never migrated.
func target(t *testing.T) string {
	t.Helper()
	c, err := cluster()
	if err != nil {
		t.Fatal(err)
	}
	return c.Database(t, "")
}

func mustMove(t *testing.T, dir, url string) map[string]int64 {
	t.Helper()
	moved := make(map[string]int64)
	err := Move(t.Context(), database.Options{Dir: dir}, database.Options{URL: url}, func(m database.Moved) { moved[m.Table] = m.Rows })
	if err != nil {
		t.Fatal(err)
	}
	return moved
}

// O12: after a move every row is there, the lists and counters are the same, and the
// next order gets the next number although its predecessor was deleted.
func TestO12_MoveToPostgres(t *testing.T) {
	t.Parallel()
	orders := 600
	if os.Getenv("KONTOR_TEST_ALL") != "" {
		orders = 20_000
	}
	dir, last := shopToMove(t, orders)
	sqlite := connect(t, filepath.Join(dir, database.FileName), "foreign_keys(0)")
	for _, table := range []string{"orders WHERE id =", "order_items WHERE order_id ="} {
		if _, err := sqlite.Exec(`DELETE FROM `+table+` $1`, last.ID); err != nil {
			t.Fatal(err)
		}
	}
	url := target(t)
	moved := mustMove(t, dir, url)
	if moved["orders"] != int64(orders) || moved["zugang_beendet"] != 1 || moved["products"] != 1 {
		t.Errorf("moved %v", moved)
	}
	here, err := OpenReader(t.Context(), database.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer here.Close()
	there := openURL(t, url)
	for _, filter := range []order.Filter{{Limit: 200}, {Limit: 200, Words: []string{"wolle"}}, {Limit: 50, Status: order.StatusCancelled}} {
		want, err := here.Orders(t.Context(), filter)
		if err != nil {
			t.Fatal(err)
		}
		got, err := there.Orders(t.Context(), filter)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%+v (-SQLite +PostgreSQL): %v\n%s", filter, err, diff)
		}
	}
	want, _ := here.Bestsellers(t.Context())
	if got, err := there.Bestsellers(t.Context()); !slices.Equal(got, want) || len(got) != 6 || err != nil {
		t.Errorf("best sellers %v, want %v; %v", got, want, err)
	}
	if ended, err := there.GateSession(t.Context(), gate.Site, gate.Session{ID: "f00d"}); !ended.Over || err != nil {
		t.Errorf("the ended session is alive: %v", err)
	}
	placed, err := there.PlaceOrder(t.Context(), attempt("danach"))
	if err != nil || placed.Order.ID != last.ID+1 || placed.Order.Number != fmt.Sprintf("BK-2026-%04d", last.ID+1) {
		t.Errorf("the next order is %d, %s; want %d; %v", placed.Order.ID, placed.Order.Number, last.ID+1, err)
	}
}

// An interrupted move leaves the target as empty as it was, for the next one.
func TestO12_InterruptedMove(t *testing.T) {
	t.Parallel()
	dir, last := shopToMove(t, 50)
	url := target(t)
	for _, until := range []string{"coupons", "orders", "mails", searchTable} {
		ctx, interrupt := context.WithCancel(t.Context())
		err := Move(ctx, database.Options{Dir: dir}, database.Options{URL: url}, func(m database.Moved) {
			if m.Table == until {
				interrupt()
			}
		})
		if !errors.Is(err, context.Canceled) {
			t.Fatalf("interrupted at %s: %v", until, err)
		}
	}
	mustMove(t, dir, url)
	db := openURL(t, url)
	if placed, err := db.PlaceOrder(t.Context(), attempt("danach")); err != nil || placed.Order.ID != last.ID+1 {
		t.Errorf("the next order is %+v, %v", placed.Order, err)
	}
}

func TestO12_WhatAMoveRefuses(t *testing.T) {
	t.Parallel()
	dir, _ := shopToMove(t, 5)
	full, moved := target(t), t.TempDir()
	if err := os.CopyFS(moved, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	mustMove(t, moved, full)
	foreign := target(t)
	executeAt(t, foreign, `CREATE TABLE fremd (id BIGINT)`)
	odd := target(t)
	openURL(t, odd).Close()
	executeAt(t, odd, `ALTER TABLE orders ADD COLUMN vergessen TEXT`)
	older := databaseIn(t, SchemaVersion-1)
	for name, test := range map[string]struct{ dir, url, want string }{
		"a target with rows":        {dir, full, "nicht leer (item_counters, "},
		"another program's target":  {dir, foreign, "gehört einem anderen Programm (fremd)"},
		"a column on one side only": {dir, odd, "nicht in beiden Datenbanken: orders.vergessen"},
		"an older schema":           {older, target(t), "zuerst mit »kontor migrate up« erneuern"},
		"a shop that has moved":     {moved, target(t), "ist nach PostgreSQL "},
		"no shop":                   {t.TempDir(), target(t), "gibt es nicht"},
		"no address":                {dir, "postgres://kontor:hunter2@db:port/x", "keine gültige PostgreSQL-Adresse"},
		"nobody there":              {dir, "postgres://kontor:hunter2@127.0.0.1:1/x", "127.0.0.1:1/x"},
	} {
		err := Move(t.Context(), database.Options{Dir: test.dir}, database.Options{URL: test.url}, func(database.Moved) {})
		if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v, want %q", name, err, test.want)
		}
	}
	db := open(t, dir)
	if err := Move(t.Context(), database.Options{Dir: dir}, database.Options{URL: target(t)}, func(database.Moved) {}); !errors.Is(err, database.ErrLocked) {
		t.Errorf("a shop that runs: %v", err)
	}
	if n := stored(t, db); n != 6 { // the shop continues as before
		t.Errorf("%d orders are left", n)
	}
}

// A move copies values verbatim: each column has the same type on both sides.
func TestO12_ColumnsAgree(t *testing.T) {
	t.Parallel()
	kinds := map[string]string{"bigint": "INTEGER", "text": "TEXT", "double precision": "REAL", "bytea": "BLOB"}
	postgres := make(map[string]string)
	err := openURL(t, emptyPostgres(t)).view(t.Context(), func(t *tx) error {
		return t.Rows(`SELECT table_name || '.' || column_name, data_type FROM information_schema.columns
			WHERE table_schema = current_schema() AND table_name NOT IN ('schema_migrations', $1)`, []any{searchTable}, intoMap(postgres))
	})
	if err != nil {
		t.Fatal(err)
	}
	for column, kind := range postgres {
		postgres[column] = kinds[kind]
	}
	sqlite := make(map[string]string)
	err = open(t, t.TempDir()).view(t.Context(), func(t *tx) error {
		return t.Rows(`SELECT l.name || '.' || c.name, c.type FROM pragma_table_list l, pragma_table_xinfo(l.name) c
			WHERE l.schema = 'main' AND l.type = 'table' AND l.name NOT LIKE 'sqlite%' AND l.name <> 'schema_migrations'`,
			nil, intoMap(sqlite))
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(sqlite, postgres); diff != "" || len(sqlite) < 100 {
		t.Errorf("%d columns (-SQLite +PostgreSQL):\n%s", len(sqlite), diff)
	}
}

func intoMap(m map[string]string) func(*sql.Rows) error {
	return func(rows *sql.Rows) error {
		var key, value string
		err := rows.Scan(&key, &value)
		m[key] = value
		return err
	}
}

func executeAt(t *testing.T, url, statement string) {
	t.Helper()
	db, err := sql.Open("pgx", url)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(statement); err != nil {
		t.Fatal(err)
	}
}

func databaseIn(t *testing.T, version int64) (dir string) {
	t.Helper()
	dir = t.TempDir()
	databaseAt(t, dir, version)
	return dir
}
