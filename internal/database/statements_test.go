package database

import "testing"

// Parameters lose their names only if that does not change the meaning.
func TestAnonymousParameters(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]string{
		"SELECT 1":                         "SELECT 1",
		"VALUES ($1, $2), ($3, $4)":        "VALUES (?, ?), (?, ?)",
		"UPDATE t SET a = $1, b = $1":      "UPDATE t SET a = $1, b = $1",
		"SELECT a WHERE b = $2 AND c = $1": "SELECT a WHERE b = $2 AND c = $1",
		"SELECT $1, $2, $2":                "SELECT $1, $2, $2",
	} {
		if got := anonymous(query); got != want {
			t.Errorf("%q became %q, want %q", query, got, want)
		}
	}
}
