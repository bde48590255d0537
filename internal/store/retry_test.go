package store

import (
	"database/sql"
	"fmt"
	"testing"
)

// obstruct makes the first three orders fail with a SQLSTATE, at once or at their
// COMMIT, and returns a function that returns how many were begun.
func obstruct(t *testing.T, url, state, when string) func() int {
	t.Helper()
	plain, err := sql.Open("pgx", url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { plain.Close() })
	for _, statement := range []string{
		`CREATE SEQUENCE tries`, // not rolled back with the transaction
		fmt.Sprintf(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
			IF nextval('tries') <= 3 THEN RAISE EXCEPTION 'in the way' USING ERRCODE = '%s'; END IF;
			RETURN NULL; END $$`, state),
		`CREATE CONSTRAINT TRIGGER failing AFTER INSERT ON orders ` + when + ` FOR EACH ROW EXECUTE FUNCTION fail()`,
	} {
		if _, err := plain.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	return func() int { return scan[int](t, plain, `SELECT last_value FROM tries`) }
}

// An order that conflicts with another, or loses its connection, is retried and stored
// once. What would fail again is not retried.
func TestPassingFailuresAreTriedAgain(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		state, when string
		passes      bool
	}{
		"serialization failure":           {"40001", "NOT DEFERRABLE", true},
		"serialization failure at COMMIT": {"40001", "DEFERRABLE INITIALLY DEFERRED", true},
		"deadlock":                        {"40P01", "NOT DEFERRABLE", true},
		"lock not available":              {"55P03", "NOT DEFERRABLE", true},
		"violated check":                  {"23514", "NOT DEFERRABLE", false},
		"violated check at COMMIT":        {"23514", "DEFERRABLE INITIALLY DEFERRED", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url := emptyPostgres(t)
			db := openURL(t, url)
			tries := obstruct(t, url, tt.state, tt.when)
			wantTries, wantStored := 1, int64(0)
			if tt.passes {
				wantTries, wantStored = 4, 1
			}
			placed, err := db.PlaceOrder(t.Context(), attempt("kunde"))
			if (err == nil) != tt.passes || tries() != wantTries {
				t.Errorf("answered %v after %d tries", err, tries())
			}
			if n := stored(t, db); n != wantStored || tt.passes && placed.Order.Number == "" {
				t.Errorf("%d orders are stored", n)
			}
			if err := db.Available(); err != nil {
				t.Errorf("the database counts as away: %v", err)
			}
		})
	}
}
