package storetest

import (
	"database/sql"
	"strings"
	"testing"
)

// Plan returns SQLite's plan for a query, step by step. Surplus parameters are
// dropped.
func Plan(t testing.TB, db *sql.DB, query string, args ...any) string {
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

// Texts returns the rows of a query of one column.
func Texts(t testing.TB, db *sql.DB, query string) (found []string) {
	t.Helper()
	rows, err := db.Query(query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			t.Fatalf("%s: %v", query, err)
		}
		found = append(found, text)
	}
	if err := rows.Err(); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return found
}
