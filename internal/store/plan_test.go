package store

import (
	"path/filepath"
	"strings"
	"testing"

	"kontor/internal/database"
	"kontor/internal/shop"
	"kontor/internal/shop/order"
	"kontor/tests/storetest"
)

// No query that runs for every order or every view of the list may scan or sort all
// orders. SQLite reveals its plan beforehand.
func TestQueriesUseTheirIndexes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	open(t, dir)
	plain := connect(t, filepath.Join(dir, database.FileName))
	ids := idRange{first: 1, last: 1_000_000}
	for _, f := range []order.Filter{
		{}, {Status: order.StatusPaid}, {Country: "lu"}, {PaymentMethod: "bar"}, {AnyHint: true}, {Hint: order.HintAlias},
		{From: "2026-01-01", Until: "2026-01-02"}, {AtLeast: 1, AtMost: new(shop.Cents)},
		{Coupon: "HERBST"}, {Coupon: "HERBST", Status: order.StatusPaid, From: "2026-01-01"}, {Status: order.StatusPaid, Country: "lu", From: "2026-01-01"},
	} {
		query, args := listQuery(sqliteDialect, f, ids, 51)
		if plan := storetest.Plan(t, plain, query, args...); !strings.HasPrefix(plan, "SEARCH o USING") || strings.Contains(plan, "TEMP B-TREE") {
			t.Errorf("filter %+v: %s", f, plan)
		}
		// With words, the words come first: searching for each paid order takes
		// minutes.
		for _, words := range [][]string{{"wolle"}, {"bk", "2026", "42"}} {
			f.Words = words
			query, args = listQuery(sqliteDialect, f, ids, 51)
			if plan := storetest.Plan(t, plain, query, args...); !strings.HasPrefix(plan, "SCAN s VIRTUAL TABLE") || strings.Contains(plan, "TEMP B-TREE") || strings.Contains(plan, "SCAN i") {
				t.Errorf("filter %+v: %s", f, plan)
			}
		}
	}
	for query, want := range map[string]string{
		keysAmong + "(VALUES ($1, $2), ($3, $4))":    "SEARCH idempotenz USING PRIMARY KEY (weg=? AND schluessel=?)",
		contentsAmong + "(VALUES ($1))" + whichExist: "USING COVERING INDEX orders_inhalt (inhalt=?)",
	} {
		if plan := storetest.Plan(t, plain, query, []any{"a", "b", "c", "d"}[:strings.Count(query, "$")]...); !strings.Contains(plan, want) {
			t.Errorf("%s: %s", query, plan)
		}
	}
	if plan := storetest.Plan(t, plain, couponFiguresQuery, "a", "b"); !strings.Contains(plan, "orders USING COVERING INDEX orders_gutschein") || strings.Contains(plan, "TEMP B-TREE") {
		t.Errorf("coupons: %s", plan)
	}
	if plan := storetest.Plan(t, plain, returnedFiguresQuery, "a", "b"); !strings.Contains(plan, "USING INDEX zahlungsvorgaenge_extern") || strings.Contains(plan, "SEARCH o USING INDEX") || strings.Contains(plan, "SCAN o") {
		t.Errorf("returned: %s", plan)
	}
	for query, index := range map[string]string{
		lastOrderQuery:  "SCAN orders", // from its end, which is one row
		oldestMailQuery: "INDEX mails_", underwayQuery: "COVERING INDEX zahlungsvorgaenge_status (status=?)",
	} {
		if plan := storetest.Plan(t, plain, query); !strings.Contains(plan, index) || strings.Contains(plan, "TEMP B-TREE") {
			t.Errorf("%s: %s", query, plan)
		}
	}
	for _, query := range []string{
		bestsellersQuery, likesQuery, accountLikesQuery, twinsQuery, otherUseQuery, heldQuery, aliasQuery, usesQuery, replayQuery, oldestOpenQuery, itemsQuery + "($1)",
	} {
		plan := storetest.Plan(t, plain, query, "a", "b", "c", "d", "e", "f")
		for _, table := range []string{"o", "e", "i", "r", "z", "coupon_counters"} { // and all tables whose names begin with these
			if strings.Contains(plan, "SCAN "+table) {
				t.Errorf("%s: %s", query, plan)
			}
		}
	}
}
