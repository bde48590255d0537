package backup_test

import (
	"database/sql"
	"path/filepath"

	_ "modernc.org/sqlite" // the driver "sqlite"
)

// execute changes the shop's file behind its back, as no foreign keys allow it.
func (s *shop) execute(statement string) {
	s.t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(s.data, "kontor.db")+"?_pragma=busy_timeout(10000)")
	if err != nil {
		s.t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(statement); err != nil {
		s.t.Fatalf("%s: %v", statement, err)
	}
}
