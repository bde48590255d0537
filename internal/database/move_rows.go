package database

import (
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/jackc/pgx/v5"
)

// errDiffers means that PostgreSQL does not return what it was given.
var errDiffers = errors.New("die Kopie stimmt nicht mit dem Original überein")

// copy copies a table and compares the result in PostgreSQL.
func (m *mover) copy(t table) error {
	query := `SELECT ` + t.quotedColumns() + ` FROM ` + t.quoted()
	rows, err := m.from.run.QueryContext(m.ctx, query)
	if err != nil {
		return err
	}
	defer rows.Close()
	source := &copySource{rows: rows, columns: len(t.columns)}
	if _, err := m.to.CopyFrom(m.ctx, pgx.Identifier{t.name}, t.columns, source); err != nil {
		return err
	}
	copied, err := m.sum(query)
	if err != nil {
		return err
	}
	return m.settle(t.name, source.sum, copied)
}

// settle compares the sums of both sides, and reports the table.
func (m *mover) settle(name string, original, copied checksum) error {
	if original != copied {
		return fmt.Errorf("%w (%d Zeilen, kopiert %d)", errDiffers, original.rows, copied.rows)
	}
	m.report(Moved{Table: name, Rows: copied.rows})
	return nil
}

// sum reads PostgreSQL's rows back.
func (m *mover) sum(query string) (s checksum, err error) {
	rows, err := m.to.Query(m.ctx, query)
	if err != nil {
		return s, err
	}
	defer rows.Close()
	for rows.Next() {
		values, err := rows.Values()
		if err == nil {
			err = s.add(values)
		}
		if err != nil {
			return s, err
		}
	}
	return s, rows.Err()
}

// copySource passes SQLite's rows to PostgreSQL and sums them on the way.
type copySource struct {
	rows    *sql.Rows
	columns int
	sum     checksum
}

func (c *copySource) Next() bool { return c.rows.Next() }
func (c *copySource) Err() error { return c.rows.Err() }

func (c *copySource) Values() ([]any, error) {
	values, places := make([]any, c.columns), make([]any, c.columns)
	for i := range values {
		places[i] = &values[i]
	}
	if err := c.rows.Scan(places...); err != nil {
		return nil, err
	}
	return values, c.sum.add(values)
}

// checksum sums rows in any order: their number, and their SHA-256 digests added as
// four numbers.
type checksum struct {
	rows  int64
	parts [4]uint64
}

// add adds a row. Its values have types that both engines share.
func (s *checksum) add(row []any) error {
	var text []byte
	for _, value := range row {
		switch v := value.(type) {
		case nil:
			text = append(text, 'n')
		case int64:
			text = binary.BigEndian.AppendUint64(append(text, 'i'), uint64(v))
		case float64:
			text = binary.BigEndian.AppendUint64(append(text, 'f'), math.Float64bits(v))
		case string:
			text = append(binary.BigEndian.AppendUint64(append(text, 't'), uint64(len(v))), v...)
		case []byte:
			text = append(binary.BigEndian.AppendUint64(append(text, 'b'), uint64(len(v))), v...)
		default:
			return fmt.Errorf("store: a value of type %T cannot be compared", v)
		}
	}
	digest := sha256.Sum256(text)
	for i := range s.parts {
		s.parts[i] += binary.BigEndian.Uint64(digest[8*i:])
	}
	s.rows++
	return nil
}
