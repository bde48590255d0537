package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kontor/internal/database"
	"kontor/internal/mark"
	"kontor/tests/scratch"
)

// shopWithOrders fills a shop and returns its directory and its mark.
func shopWithOrders(t *testing.T, orders int) (dir string, m mark.Mark) {
	t.Helper()
	dir = scratch.Dir(t)
	db, err := Open(t.Context(), database.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	for i := range orders {
		if _, err := db.PlaceOrder(t.Context(), attempt(fmt.Sprint("kunde ", i))); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if m, err = mark.Read(dir); err != nil || m.Before != nil || m.Sequences["orders"].Last != int64(orders) {
		t.Fatalf("the mark is %+v, %v", m, err)
	}
	return dir, m
}

// W5: a process may be killed between the mark and the database, and after both. The
// shop starts in each case, under its own name; a mark that never belonged to the
// database does not count.
func TestW5_KilledWhileStarting(t *testing.T) {
	t.Parallel()
	none := ""
	for name, test := range map[string]struct {
		unnamed bool // the database does not say yet which shop it is
		mark    func(m mark.Mark) mark.Mark
		refused bool
	}{
		"before the database":                {false, func(m mark.Mark) mark.Mark { was := m.Run; m.Run, m.Before = "neu", &was; return m }, false},
		"after the database":                 {false, func(m mark.Mark) mark.Mark { was := "alt"; m.Before = &was; return m }, false},
		"before the database, first start":   {true, func(m mark.Mark) mark.Mark { m.Before = &none; return m }, false},
		"not at all":                         {false, func(m mark.Mark) mark.Mark { m.Run = "neu"; return m }, true},
		"not at all, without a start before": {true, func(m mark.Mark) mark.Mark { return m }, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir, was := shopWithOrders(t, 2)
			if test.unnamed {
				plain := connect(t, filepath.Join(dir, database.FileName))
				_, err := plain.Exec(`DELETE FROM betrieb`)
				if err := errors.Join(err, plain.Close()); err != nil {
					t.Fatal(err)
				}
			}
			m := test.mark(was)
			if err := m.Write(dir); err != nil {
				t.Fatal(err)
			}
			db, err := Open(t.Context(), database.Options{Dir: dir})
			var refusal *database.Refusal
			if test.refused != errors.As(err, &refusal) || !test.refused && err != nil {
				t.Fatalf("the start: %v", err)
			}
			if test.refused {
				return
			}
			defer db.Close()
			now, err := mark.Read(dir)
			if err != nil || now.ShopID != was.ShopID || now.Run == was.Run || now.Run == m.Run || now.Before != nil {
				t.Errorf("after %+v the mark is %+v, %v", m, now, err)
			}
		})
	}
}

// W4: while the mark cannot be written, orders are taken only as far as it reserves
// ids, everything else goes on, and so do orders as soon as it can be written again.
func TestW4_MarkCannotBeWritten(t *testing.T) {
	t.Parallel()
	dir := scratch.Dir(t)
	db := open(t, dir)
	first, err := db.PlaceOrder(t.Context(), attempt("erste"))
	if err != nil {
		t.Fatal(err)
	}
	inTheWay := filepath.Join(dir, mark.FileName+".neu")
	if err := os.MkdirAll(filepath.Join(inTheWay, "voll"), 0o700); err != nil {
		t.Fatal(err)
	}
	last := first.Order.ID
	for err == nil && last < 1000 {
		placed, refused := db.PlaceOrder(t.Context(), attempt(fmt.Sprint("kunde ", last)))
		if err = refused; err == nil {
			last = placed.Order.ID
		}
	}
	if m, err := mark.Read(dir); err != nil || m.Sequences["orders"].Reserved < last || last < 100 {
		t.Errorf("order %d was taken, the mark is %+v, %v", last, m, err)
	}
	if err := db.update(func(t *tx) error { _, err := t.Exec(`UPDATE orders SET notiz = 'x'`); return err }); err != nil {
		t.Errorf("another write: %v", err)
	}
	if n := stored(t, db); n != last {
		t.Errorf("%d orders are stored, %d were taken", n, last)
	}
	if err := os.RemoveAll(inTheWay); err != nil {
		t.Fatal(err)
	}
	if placed, err := db.PlaceOrder(t.Context(), attempt("danach")); err != nil || placed.Order.ID != last+1 {
		t.Errorf("the next order is %+v, %v", placed.Order, err)
	}
}

// W4: all ids that people know continue above the reservation, wherever a mark is left.
func TestW4_RestoreRaisesEveryTable(t *testing.T) {
	t.Parallel()
	dir, m := shopWithOrders(t, 2)
	elsewhere := scratch.Dir(t)
	m.Sequences["customers"] = mark.Sequence{Reserved: 70}
	m.Sequences["widerrufe"] = mark.Sequence{Reserved: 9}
	if err := errors.Join(m.Write(elsewhere), os.Remove(filepath.Join(dir, mark.FileName))); err != nil {
		t.Fatal(err)
	}
	place := database.Options{Dir: dir, MarkDirs: []string{elsewhere}}
	for generation := int64(2); generation < 4; generation++ {
		done, err := RestoreHere(t.Context(), place, 500)
		if err != nil || done.Generation != generation || done.Unmarked != nil {
			t.Fatalf("restored: %+v, %v", done, err)
		}
		for i, want := range []int64{500, 70, 9} {
			if got := done.Sequences[i].Raised; got != want {
				t.Errorf("%s continues after %d, want %d", done.Sequences[i].Table, got, want)
			}
		}
	}
	db, err := Open(t.Context(), place)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if placed, err := db.PlaceOrder(t.Context(), attempt("danach")); err != nil || placed.Order.ID != 501 {
		t.Errorf("the next order is %+v, %v", placed.Order, err)
	}
}

// W5: on PostgreSQL a database that was put back, or another one, is refused, and can
// be taken as the shop above every number that was issued.
func TestW5_PostgresPutBack(t *testing.T) {
	t.Parallel()
	url, place := emptyPostgres(t), database.Options{Dir: scratch.Dir(t), MarkDirs: []string{scratch.Dir(t)}}
	place.URL = url
	customers := 0
	opened := func(place database.Options) (int64, error) {
		customers++
		db, err := Open(t.Context(), place)
		if err != nil {
			return 0, err
		}
		defer db.Close()
		placed, err := db.PlaceOrder(t.Context(), attempt(fmt.Sprint("kunde ", customers)))
		if err != nil {
			return 0, err
		}
		return placed.Order.ID, nil
	}
	for range 2 {
		if _, err := opened(place); err != nil {
			t.Fatal(err)
		}
	}
	refused := func(place database.Options, want string) {
		t.Helper()
		var refusal *database.Refusal
		if _, err := opened(place); !errors.As(err, &refusal) || !strings.Contains(err.Error(), want) {
			t.Errorf("the start: %v, want %q", err, want)
		}
	}
	other := place
	other.URL = emptyPostgres(t)
	executeAt(t, other.URL, `UPDATE betrieb SET shop_id = 'ein anderer'`)
	refused(other, "zu einem anderen Shop")
	for _, table := range []string{"order_items WHERE order_id", "orders_suche WHERE order_id", "orders WHERE id"} {
		executeAt(t, url, `DELETE FROM `+table+` = 2`)
	}
	executeAt(t, url, `ALTER TABLE orders ALTER COLUMN id RESTART WITH 2`)
	refused(place, "in der Tabelle orders endet sie bei 1")
	done, err := RestoreHere(t.Context(), place, 0)
	if err != nil || done.Sequences[0].Raised < 2 || done.Generation != 2 {
		t.Fatalf("restored: %+v, %v", done, err)
	}
	if next, err := opened(place); err != nil || next != done.Sequences[0].Raised+1 {
		t.Errorf("the next order is %d, %v", next, err)
	}
	m, err := mark.Read(place.MarkDirs[0])
	if err != nil || m.Run != "" || m.Database == "" {
		t.Fatalf("the mark is %+v, %v", m, err)
	}
	m.Database = "1"
	if err := m.Write(place.MarkDirs[0]); err != nil {
		t.Fatal(err)
	}
	refused(place, "eingespielte Kopie")
}
