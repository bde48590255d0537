package storetest

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// made is what a migration adds to the schema, in the style of all of them.
var made = regexp.MustCompile(`(?m)^(?:ALTER TABLE (\w+) ADD COLUMN (\w+)|CREATE (TABLE|(?:UNIQUE )?INDEX) (\w+))`)

// Undo returns statements that take a database of either engine back to an earlier
// schema, so that it is like one that an earlier program left. Rows that the newer
// migrations changed stay as they are.
func Undo(t testing.TB, schema int) []string {
	t.Helper()
	_, here, _, _ := runtime.Caller(0)
	files, err := filepath.Glob(filepath.Join(filepath.Dir(here), "../../internal/store/migrations/sqlite/*.sql"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no migrations: %v", err)
	}
	var undo []string
	for _, file := range files { // in the order of their numbers
		if filepath.Base(file)[:4] <= fmt.Sprintf("%04d", schema) {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range made.FindAllStringSubmatch(string(text), -1) {
			if m[1] != "" {
				undo = append(undo, "ALTER TABLE "+m[1]+" DROP COLUMN "+m[2])
			} else {
				undo = append(undo, "DROP "+strings.TrimPrefix(m[3], "UNIQUE ")+" "+m[4])
			}
		}
	}
	undo = append([]string{fmt.Sprintf("DELETE FROM schema_migrations WHERE version_id > %d", schema)}, undo...)
	slices.Reverse(undo)
	return undo
}
