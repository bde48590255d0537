package base

import (
	"database/sql"
	"slices"
	"strconv"
	"time"

	"kontor/internal/shop"
)

// RowsAtOnce bounds how many different statements InsertRows prepares.
const RowsAtOnce = 16

// InsertRows runs an INSERT of several rows like [database.Tx.Later]; they are inserted between
// the two parts of its text.
func (t *Tx) InsertRows(insert, rest string, rows [][]any) error {
	for part := range slices.Chunk(rows, RowsAtOnce) {
		query := insert + ValueLists(len(part), len(part[0])) + rest
		if err := t.Later(query, slices.Concat(part...)...); err != nil {
			return err
		}
	}
	return nil
}

// ValueLists returns rows lists of columns parameters each: ($1, $2), ($3, $4).
func ValueLists(rows, columns int) string {
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

// Times parses when a row was created and last updated.
func Times(created, updated string) (c, u time.Time, err error) {
	if c, err = shop.ParseTime(created); err != nil {
		return c, u, err
	}
	u, err = shop.ParseTime(updated)
	return c, u, err
}

// ReadTime parses an instant that may be missing.
func ReadTime(to *time.Time, text sql.NullString) (err error) {
	if text.Valid {
		*to, err = shop.ParseTime(text.String)
	}
	return err
}

// Flag returns 1 if something is set, else 0; [database.Truth] reads it.
func Flag(set bool) int {
	if set {
		return 1
	}
	return 0
}

// NullText returns a text, NULL if it is empty.
func NullText(text string) sql.NullString { return sql.NullString{String: text, Valid: text != ""} }

// NullID returns an id, NULL if it is 0.
func NullID(id int64) sql.NullInt64 { return sql.NullInt64{Int64: id, Valid: id != 0} }

// NullTime returns an instant as it is stored, NULL if it is zero.
func NullTime(t time.Time) sql.NullString {
	if t.IsZero() {
		return sql.NullString{}
	}
	return NullText(shop.FormatTime(t))
}
