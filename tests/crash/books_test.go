package crash

import (
	"database/sql"
	"fmt"
	"testing"

	_ "modernc.org/sqlite" // the driver "sqlite"

	consistent "kontor/internal/books"
	"kontor/tests/books"
	"kontor/tests/crowd"
)

// ledger is the content of a database that no process is using.
type ledger struct {
	*books.Books
	t  testing.TB
	db *sql.DB
}

func openBooks(t testing.TB, path string) *ledger {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=query_only(1)")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	b, err := books.Open(t.Context(), db, consistent.SQLite)
	if err != nil {
		t.Fatal(err)
	}
	return &ledger{b, t, db}
}

func (b *ledger) close() { b.db.Close() }

// audit reports every violation as a test error and returns their number.
func (b *ledger) audit(l crowd.Ledger) int {
	b.t.Helper()
	violations, err := b.Audit(l)
	if err != nil {
		b.t.Fatal(err)
	}
	for _, v := range violations[:min(20, len(violations))] {
		b.t.Error(v)
	}
	return len(violations)
}

// awaitAcknowledged returns once n orders were answered with 201.
func awaitAcknowledged(t testing.TB, l *crowd.Load, n int64) {
	t.Helper()
	eventually(t, fmt.Sprintf("%d orders are taken", n), func() bool { return l.Acknowledged() >= n })
}
