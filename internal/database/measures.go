package database

import (
	"context"
	"database/sql"
	"os"
	"time"
)

// Measures are figures about a database. Negative ones are unknown, or do not exist for
// its engine.
type Measures struct {
	There       bool  // see [engine.Available]
	Size        int64 // bytes
	Log         int64 // bytes of SQLite's write-ahead log
	NumbersLeft int64 // that may be issued before the mark has to be extended: of the table with the fewest
	Busy, Idle  int   // connections
}

// noteCommit passes on a commit that began at the given time.
func noteCommit(onCommit func(writes int, took time.Duration), writes int, began time.Time) {
	if onCommit != nil {
		onCommit(writes, time.Since(began))
	}
}

func (e *sqliteEngine) Measure(context.Context) Measures {
	m := Measures{There: e.Available() == nil, Size: sizeOf(e.path), Log: sizeOf(e.path + "-wal"), NumbersLeft: e.marks.Left()}
	m.add(e.read)
	m.add(e.write)
	return m
}

func (e *postgresEngine) Measure(ctx context.Context) Measures {
	m := Measures{There: e.Available() == nil, Size: -1, Log: -1, NumbersLeft: -1}
	m.add(e.pool)
	m.add(e.probe)
	if m.There {
		var size int64
		if e.probe.QueryRowContext(ctx, `SELECT pg_database_size(current_database())`).Scan(&size) == nil {
			m.Size = size
		}
	}
	return m
}

func (e *sqliteReader) Measure(context.Context) Measures {
	m := Measures{There: true, Size: -1, Log: -1, NumbersLeft: -1}
	m.add(e.read)
	return m
}

func (m *Measures) add(pool *sql.DB) {
	now := pool.Stats()
	m.Busy += now.InUse
	m.Idle += now.Idle
}

func sizeOf(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return -1
	}
	return info.Size()
}
