package store

import (
	"database/sql"
	"path/filepath"
	"strings"
	"testing"

	"kontor/internal/database"
	"kontor/internal/shop"
	"kontor/internal/shop/order"
)

// No query that runs for every order or every view of the list may scan or sort all
// orders. SQLite reveals its plan beforehand.
func TestQueriesUseTheirIndexes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	open(t, dir)
	plain := connect(t, filepath.Join(dir, database.FileName))
	ids := idRange{1, 1_000_000}
	for _, f := range []order.Filter{
		{}, {Status: order.StatusPaid}, {Country: "lu"}, {PaymentMethod: "bar"}, {AnyHint: true}, {Hint: order.HintAlias},
		{From: "2026-01-01", Until: "2026-01-02"}, {AtLeast: 1, AtMost: new(shop.Cents)},
		{Coupon: "HERBST"}, {Coupon: "HERBST", Status: order.StatusPaid, From: "2026-01-01"}, {Status: order.StatusPaid, Country: "lu", From: "2026-01-01"},
	} {
		query, args := listQuery(sqliteDialect, f, ids, 51)
		if plan := planOf(t, plain, query, args...); !strings.HasPrefix(plan, "SEARCH o USING") || strings.Contains(plan, "TEMP B-TREE") {
			t.Errorf("filter %+v: %s", f, plan)
		}
		// With words, the words come first: searching for each paid order takes
		// minutes.
		for _, words := range [][]string{{"wolle"}, {"bk", "2026", "42"}} {
			f.Words = words
			query, args = listQuery(sqliteDialect, f, ids, 51)
			if plan := planOf(t, plain, query, args...); !strings.HasPrefix(plan, "SCAN s VIRTUAL TABLE") || strings.Contains(plan, "TEMP B-TREE") || strings.Contains(plan, "SCAN i") {
				t.Errorf("filter %+v: %s", f, plan)
			}
		}
	}
	if plan := planOf(t, plain, couponFiguresQuery, "a", "b"); !strings.Contains(plan, "orders USING COVERING INDEX orders_gutschein") || strings.Contains(plan, "TEMP B-TREE") {
		t.Errorf("coupons: %s", plan)
	}
	for name, query := range map[string]string{"returned": returnedFiguresQuery, "uncancelled": uncancelledQuery} {
		plan := planOf(t, plain, query, "a", "b")
		if !strings.Contains(plan, "USING INDEX zahlungsvorgaenge_extern") || strings.Contains(plan, "SEARCH o USING INDEX") || strings.Contains(plan, "SCAN o") {
			t.Errorf("%s: %s", name, plan)
		}
	}
	for _, query := range []string{
		bestsellersQuery, likesQuery, accountLikesQuery, twinsQuery, otherUseQuery, heldQuery, aliasQuery, usesQuery, replayQuery, oldestOpenQuery, itemsQuery + "($1)",
	} {
		plan := planOf(t, plain, query, "a", "b", "c", "d", "e", "f")
		for _, table := range []string{"o", "e", "i", "r", "z", "coupon_counters"} { // and all tables whose names begin with these
			if strings.Contains(plan, "SCAN "+table) {
				t.Errorf("%s: %s", query, plan)
			}
		}
	}
}

// planOf returns SQLite's plan for a query, step by step. Surplus parameters are
// dropped.
func planOf(t *testing.T, db *sql.DB, query string, args ...any) string {
	t.Helper()
	for strings.Count(query, "$") < len(args) {
		args = args[:len(args)-1]
	}
	rows, err := db.Query("EXPLAIN QUERY PLAN "+query, args...)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	var steps []string
	for rows.Next() {
		var id, parent, unused int
		var step string
		if err := rows.Scan(&id, &parent, &unused, &step); err != nil {
			t.Fatal(err)
		}
		steps = append(steps, step)
	}
	if err := rows.Err(); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return strings.Join(steps, "; ")
}
