package database

// writerCache is how much of the database SQLite's writer keeps in memory, in KiB as a
// negative number.
const writerCache = "cache_size(-65536)"

// KeepFewPages lets SQLite's writer keep little of the database in memory from now on,
// for work that reads and writes all of it once, or as much as usual again. PostgreSQL
// keeps nothing here.
func (t *Tx) KeepFewPages(few bool) error {
	if t.Dialect != SQLite {
		return nil
	}
	cache := writerCache
	if few {
		cache = "cache_size(-4096)"
	}
	_, err := t.Exec("PRAGMA " + cache)
	return err
}
