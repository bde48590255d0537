package store

import (
	"database/sql"
	"slices"
	"strconv"
	"time"

	"kontor/internal/shop"
)

// rowsAtOnce bounds how many different statements insertRows prepares.
const rowsAtOnce = 8

// insertRows runs an INSERT of several rows like [database.Tx.Later]; they are inserted between
// the two parts of its text.
func (t *tx) insertRows(insert, rest string, rows [][]any) error {
	for part := range slices.Chunk(rows, rowsAtOnce) {
		query := insert + valueLists(len(part), len(part[0])) + rest
		if err := t.Later(query, slices.Concat(part...)...); err != nil {
			return err
		}
	}
	return nil
}

// valueLists returns rows lists of columns parameters each: ($1, $2), ($3, $4).
func valueLists(rows, columns int) string {
	text := []byte("(")
	for i := range rows * columns {
		switch {
		case i%columns > 0:
			text = append(text, ", "...)
		case i > 0:
			text = append(text, "), ("...)
		}
		text = append(text, '$')
		text = strconv.AppendInt(text, int64(i)+1, 10)
	}
	return string(append(text, ')'))
}

func times(created, updated string) (c, u time.Time, err error) {
	if c, err = shop.ParseTime(created); err != nil {
		return c, u, err
	}
	u, err = shop.ParseTime(updated)
	return c, u, err
}

func flag(set bool) int {
	if set {
		return 1
	}
	return 0
}

func nullable(text string) sql.NullString { return sql.NullString{String: text, Valid: text != ""} }

func nullableID(id int64) sql.NullInt64 { return sql.NullInt64{Int64: id, Valid: id != 0} }

func nullableTime(t time.Time) sql.NullString {
	if t.IsZero() {
		return sql.NullString{}
	}
	return nullable(shop.FormatTime(t))
}
