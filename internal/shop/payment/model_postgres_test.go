//go:build !race

package payment_test

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"kontor/internal/database"
	"kontor/internal/store"
	"kontor/tests/pgtest"
)

// On PostgreSQL the same holds as in [TestModel_MoneyAndOrders]: T4 to T8, T15, T22, T31,
// I1 to I5. The server's clock is not the bubble's, so the database is opened outside of
// it; otherwise its health checks would have to keep up with years.
func TestModel_MoneyAndOrdersOnPostgres(t *testing.T) {
	t.Parallel()
	cluster, err := pgtest.StartHasty()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := cluster.Stop(); err != nil {
			t.Error(err)
		}
	})
	const empty = "leer"
	if err := cluster.Create(empty, ""); err != nil {
		t.Fatal(err)
	}
	if err := openAt(t, cluster.URL(empty)).Close(); err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(rt *rapid.T) {
		if rapid.IntRange(0, 9).Draw(rt, "turn") > 0 {
			return // a life takes ten times as long as in a file
		}
		const life = "leben"
		if err := cluster.Create(life, empty); err != nil {
			t.Fatal(err)
		}
		defer cluster.Drop(life)
		db := openAt(t, cluster.URL(life))
		inWorld(t, rt, mutant{}, func() *store.DB { return db })
	})
}

func openAt(t *testing.T, url string) *store.DB {
	t.Helper()
	db, err := store.Open(context.Background(), database.Options{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	return db
}
