package database

import (
	"context"
	"database/sql"
	"database/sql/driver"

	"modernc.org/sqlite"
)

// connector opens connections to the file that was opened first, and to no other:
// one that replaced it would get the log of the lost one. It never creates a file.
type connector struct {
	file   *databaseFile
	source string
}

func openPool(file *databaseFile, pragmas ...string) *sql.DB {
	return sql.OpenDB(connector{file, dsn(file.path, pragmas...) + "&mode=rw"})
}

// Connect opens a connection.
func (c connector) Connect(context.Context) (driver.Conn, error) {
	if err := c.file.present(); err != nil {
		return nil, err
	}
	conn, err := c.Driver().Open(c.source)
	if err != nil {
		return nil, err
	}
	if err := c.file.present(); err != nil {
		conn.Close()
		return nil, err
	}
	return conn, nil
}

// Driver returns SQLite's.
func (c connector) Driver() driver.Driver { return new(sqlite.Driver) }
