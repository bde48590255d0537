package store

import "testing"

// open opens the store in dir and closes it with the test.
func open(t testing.TB, dir string) *DB {
	t.Helper()
	db, err := Open(t.Context(), Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}
