package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kontor/internal/database"
	"kontor/internal/demo"
	"kontor/internal/shop/order"
	"kontor/tests/scratch"
	"kontor/tests/storetest"
)

// stopIndexing leaves all further orders in the tail, as far as its bound permits.
func (db *DB) stopIndexing() {
	db.tail.stop()
	db.tail.stopped.Wait()
}

// indexed is a store whose searches find their orders in the index alone.
type indexed struct{ *DB }

func (db indexed) Orders(ctx context.Context, f order.Filter) (order.Page, error) {
	if err := db.indexAll(); err != nil {
		return order.Page{}, err
	}
	return db.DB.Orders(ctx, f)
}

// H52: a search finds the same orders, whether the index has them or not.
func TestH52_TailAndIndexFindTheSame(t *testing.T) {
	t.Parallel()
	t.Run("tail", func(t *testing.T) {
		t.Parallel()
		storetest.RunSearch(t, func(t testing.TB) *storetest.Engine {
			e := openEngine(t)
			e.Store.(*DB).stopIndexing()
			return e
		})
	})
	t.Run("index", func(t *testing.T) {
		t.Parallel()
		storetest.RunSearch(t, func(t testing.TB) *storetest.Engine {
			e := openEngine(t)
			e.Store = indexed{e.Store.(*DB)}
			return e
		})
	})
}

// tailed opens a shop in which nothing is indexed, with orders of these customers.
func tailed(t *testing.T, names ...string) (db *DB, dir string) {
	t.Helper()
	dir = scratch.Dir(t)
	db = open(t, dir)
	db.stopIndexing()
	for _, name := range names {
		if _, err := db.PlaceOrder(t.Context(), attempt(name)); err != nil {
			t.Fatal(err)
		}
	}
	return db, dir
}

// lags expects that the index lacks so many orders.
func (db *DB) lags(t *testing.T, want int64) {
	t.Helper()
	var behind int64
	err := db.view(t.Context(), func(t *tx) error {
		indexed, err := t.indexed()
		if err != nil {
			return err
		}
		return t.Row(`SELECT count(*) FROM orders WHERE id > $1`, []any{indexed}, &behind)
	})
	if err != nil || behind != want {
		t.Errorf("the index lacks %d orders, want %d; %v", behind, want, err)
	}
}

// finds expects that a word finds exactly the orders with these ids.
func (db *DB) finds(t *testing.T, word string, ids ...int64) {
	t.Helper()
	page, err := db.Orders(t.Context(), order.Filter{Words: []string{word}, Limit: order.MaxLimit})
	var found []int64
	for _, o := range page.Orders {
		found = append(found, o.ID)
	}
	if err != nil || !slices.Equal(found, ids) {
		t.Errorf("%q finds %v, want %v; %v", word, found, ids, err)
	}
}

// asKilled returns a directory with the database as a process leaves it that is killed
// now.
func asKilled(t *testing.T, dir string) string {
	t.Helper()
	left := scratch.Dir(t)
	if err := os.CopyFS(left, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	return left
}

// H52: who kills the shop between commit and indexing loses no word: other programs find
// the order, a copy does, and the next start, which indexes it.
func TestH52_KilledBeforeIndexing(t *testing.T) {
	t.Parallel()
	db, dir := tailed(t, "anna", "berta")
	if err := db.indexAll(); err != nil {
		t.Fatal(err)
	}
	if _, err := db.PlaceOrder(t.Context(), attempt("annabella")); err != nil {
		t.Fatal(err)
	}
	left := asKilled(t, dir)

	reader, err := OpenReader(t.Context(), database.Options{Dir: left})
	if err != nil {
		t.Fatal(err)
	}
	reader.lags(t, 1)
	reader.finds(t, "anna", 3, 1)
	reader.Close()
	copied := copyOf(t, left)
	copied.lags(t, 1)
	copied.finds(t, "anna", 3, 1)
	copied.finds(t, "berta", 2)

	next := open(t, left)
	next.finds(t, "anna", 3, 1)
	if err := next.indexAll(); err != nil {
		t.Fatal(err)
	}
	next.lags(t, 0)
	next.finds(t, "anna", 3, 1)
	next.finds(t, "annabella", 3)
}

// A tail that an earlier process left is indexed even if nobody writes.
func TestH52_IndexedAfterAStart(t *testing.T) {
	t.Parallel()
	db, dir := tailed(t, "anna", "berta")
	if err := db.indexAll(); err != nil {
		t.Fatal(err)
	}
	if _, err := db.PlaceOrder(t.Context(), attempt("clara")); err != nil {
		t.Fatal(err)
	}
	next := open(t, asKilled(t, dir))
	for deadline := time.Now().Add(10 * time.Second); next.tail.length.Load() > 0; {
		if time.Now().After(deadline) {
			t.Fatalf("%d orders are not in the index yet", next.tail.length.Load())
		}
		time.Sleep(tailPause)
	}
	next.lags(t, 0)
	next.finds(t, "clara", 3)
}

// copyOf opens a copy of the shop in a directory, which nobody serves.
func copyOf(t *testing.T, dir string) *DB {
	t.Helper()
	original, err := OpenOriginal(t.Context(), database.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer original.Close()
	to := scratch.Dir(t)
	path := filepath.Join(to, database.FileName)
	if err := Copy(t.Context(), original, path); err != nil {
		t.Fatal(err)
	}
	if _, faults, err := Examine(t.Context(), path); err != nil || len(faults) > 0 {
		t.Fatalf("the copy: %q, %v", faults, err)
	}
	db, err := OpenReader(t.Context(), database.Options{Dir: to})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// A step that is repeated, as after an older version that wrote the index with each order and
// left the watermark alone, finds nothing twice.
func TestH52_IndexedTwice(t *testing.T) {
	t.Parallel()
	db, dir := tailed(t, "anna", "berta", "clara")
	if err := errors.Join(db.indexAll(), db.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := connect(t, filepath.Join(dir, database.FileName)).Exec(`UPDATE sqlite_sequence SET seq = 1 WHERE name = 'orders_suche'`); err != nil {
		t.Fatal(err)
	}
	db = open(t, dir)
	db.lags(t, 2)
	if err := db.indexAll(); err != nil {
		t.Fatal(err)
	}
	db.finds(t, "wolle", 3, 2, 1)
	db.finds(t, "clara", 3)
}

// H52: the tail stays bounded even if nothing but the orders' own commits indexes it.
func TestH52_TheTailIsBounded(t *testing.T) {
	t.Parallel()
	db, _ := tailed(t)
	const many = tailBound + 5*200
	if _, err := db.Import(t.Context(), demo.Orders(many, time.Now(), 1), "BK"); err != nil {
		t.Fatal(err)
	}
	if n := db.tail.length.Load(); n == 0 || n > tailBound {
		t.Errorf("%d of %d orders are in the tail", n, many)
	}
	db.lags(t, db.tail.length.Load())
	for _, id := range []int64{1, many / 2, many} {
		db.finds(t, fmt.Sprintf("%04d", id), id)
	}
}

// H52: whose data is deleted is not found any more by words that waited to be indexed,
// and nothing of them is left in the files.
func TestH52_RetentionOfTheTail(t *testing.T) {
	t.Parallel()
	db, dir := tailed(t)
	old := testOrder("ursulapetra")
	old.CreatedAt = time.Date(2010, 1, 1, 0, 0, 0, 0, time.UTC)
	if _, err := db.Import(t.Context(), slices.Values([]*order.Order{old, testOrder("anna")}), "BK"); err != nil {
		t.Fatal(err)
	}
	db.lags(t, 2)
	db.finds(t, "ursulapetra", 1)
	err := errors.Join(db.Anonymize(t.Context(), order.RetentionTerms{}, time.Now(), func([]string) {}), db.indexAll(), db.ForgetWords(), db.Scrub(t.Context()))
	if err != nil {
		t.Fatal(err)
	}
	db.finds(t, "ursulapetra")
	db.finds(t, "anonymisiert", 1)
	db.finds(t, "anna", 2)
	for _, part := range []string{"ursula", "ulapetra"} { // the index leaves out what words have in common
		if inFiles(t, dir, part) {
			t.Errorf("%q is left in the files", part)
		}
	}
	next := open(t, asKilled(t, dir))
	next.finds(t, "ursulapetra")
	next.finds(t, "anonymisiert", 1)
}

// H52: an order is found as soon as it is answered, and once, by this program and by
// others, while its words move from the tail to the index.
func TestH52_FoundWhileWordsMove(t *testing.T) {
	t.Parallel()
	db, dir := tailed(t)
	reader, err := OpenReader(t.Context(), database.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { reader.Close() })
	var customers sync.WaitGroup
	done := make(chan struct{})
	for customer := range 4 {
		customers.Go(func() {
			for i := range 25 {
				name := strings.Repeat(string(rune('a'+customer)), 8) + string(rune('a'+i))
				placed, err := db.PlaceOrder(t.Context(), attempt(name))
				if err != nil {
					t.Error(err)
					return
				}
				db.finds(t, name, placed.Order.ID)
				reader.finds(t, name, placed.Order.ID)
			}
		})
	}
	var indexing sync.WaitGroup
	indexing.Go(func() {
		for {
			select {
			case <-done:
				return
			default:
				if err := db.indexPart(); err != nil {
					t.Error(err)
				}
			}
		}
	})
	customers.Wait()
	close(done)
	indexing.Wait()
	all, err := reader.Orders(t.Context(), order.Filter{Words: []string{"wolle"}, Limit: order.MaxLimit})
	if err != nil || len(all.Orders) != 100 {
		t.Errorf("%d orders are found; %v", len(all.Orders), err)
	}
}

// H52: a shop that was killed before indexing moves with all its words.
func TestH52_MoveOfAKilledShop(t *testing.T) {
	t.Parallel()
	_, dir := tailed(t, "anna", "berta")
	url := target(t)
	moved := mustMove(t, asKilled(t, dir), url)
	if moved["orders_suche"] != 2 {
		t.Errorf("moved %v", moved)
	}
	server := openURL(t, url)
	server.finds(t, "anna", 1)
	server.finds(t, "wolle", 2, 1)
}
