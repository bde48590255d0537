package storetest

import (
	"database/sql"
	"iter"
	"maps"
	"slices"
	"testing"

	"kontor/internal/shop"
)

// rowCounts are the numbers of rows that orders leave in each place.
type rowCounts struct {
	orders, items, events, redemptions, keys int64
	counted                                  int64 // according to the counters
	limited                                  int64 // orders that use the coupon DREIMAL
}

// rows counts with plain SQL.
func (s *suite) rows() (n rowCounts) {
	s.t.Helper()
	s.scan(`SELECT (SELECT count(*) FROM orders), (SELECT count(*) FROM order_items), (SELECT count(*) FROM order_events),
			(SELECT count(*) FROM gutschein_einloesungen), (SELECT count(*) FROM idempotenz),
			(SELECT coalesce(sum(anzahl), 0) FROM order_counters WHERE tag = ''),
			(SELECT count(*) FROM orders WHERE gutschein_code = 'DREIMAL' AND status <> 'storniert')`, nil,
		&n.orders, &n.items, &n.events, &n.redemptions, &n.keys, &n.counted, &n.limited)
	return n
}

// scan reads the one row of a plain query.
func (s *suite) scan(query string, args []any, dest ...any) {
	s.t.Helper()
	if err := s.SQL.QueryRowContext(s.t.Context(), query, args...).Scan(dest...); err != nil {
		s.t.Fatalf("%s: %v", query, err)
	}
}

// each calls scan for every row of a plain query.
func (s *suite) each(query string, args []any, scan func(*sql.Rows) error) {
	s.t.Helper()
	rows, err := s.SQL.QueryContext(s.t.Context(), query, args...)
	if err != nil {
		s.t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows); err != nil {
			s.t.Fatalf("%s: %v", query, err)
		}
	}
	if err := rows.Err(); err != nil {
		s.t.Fatalf("%s: %v", query, err)
	}
}

// span is a range of instants in the database's format, from inclusive, until
// exclusive.
type span struct{ from, until string }

// always contains every instant.
var always = span{"0000", "9999"}

func (s span) args() []any { return []any{s.from, s.until} }

// berlinDay is a day of the shop with its bounds written out by hand, so that they do
// not come from the code under test.
type berlinDay struct {
	day shop.Day
	span
}

// Days around both clock changes: the middle one of spring has 23 hours, the middle one
// of autumn 25.
var (
	springDays = []berlinDay{
		{"2026-03-28", span{"2026-03-27T23:00:00.000Z", "2026-03-28T23:00:00.000Z"}},
		{"2026-03-29", span{"2026-03-28T23:00:00.000Z", "2026-03-29T22:00:00.000Z"}},
		{"2026-03-30", span{"2026-03-29T22:00:00.000Z", "2026-03-30T22:00:00.000Z"}},
	}
	autumnDays = []berlinDay{
		{"2026-10-24", span{"2026-10-23T22:00:00.000Z", "2026-10-24T22:00:00.000Z"}},
		{"2026-10-25", span{"2026-10-24T22:00:00.000Z", "2026-10-25T23:00:00.000Z"}},
		{"2026-10-26", span{"2026-10-25T23:00:00.000Z", "2026-10-26T23:00:00.000Z"}},
	}
)

// sorted iterates over a map by key.
func sorted[V any](m map[string]V) iter.Seq2[string, V] {
	return func(yield func(string, V) bool) {
		for _, key := range slices.Sorted(maps.Keys(m)) {
			if !yield(key, m[key]) {
				return
			}
		}
	}
}

// Agree compares what the store derives from its orders (counters and uses of coupons)
// with plain queries.
func Agree(t testing.TB, e *Engine) {
	t.Helper()
	s := newShop(t, e)
	s.countersAgree()
	s.usesAgree()
}
