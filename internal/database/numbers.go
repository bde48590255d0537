package database

import (
	"strings"

	"kontor/internal/mark"
)

// numbers lets no id be committed that the shop's mark has not reserved: an id beyond
// the mark would be issued again after the loss of the database.
type numbers struct {
	query   string // for the highest id of each table; empty: there are none
	highest []int64
	places  []any
	marks   *mark.Keeper
}

func newNumbers(tables []string, marks *mark.Keeper) *numbers {
	n := &numbers{highest: make([]int64, len(tables)), marks: marks}
	for i := range n.highest {
		n.places = append(n.places, &n.highest[i])
	}
	if len(tables) > 0 {
		n.query = highestIDs(tables)
	}
	return n
}

// highestIDs is the query for the highest id that SQLite has issued in each table. It
// reads the few rows of the list once.
func highestIDs(tables []string) string {
	columns := make([]string, len(tables))
	for i, table := range tables {
		columns[i] = `coalesce(max(CASE name WHEN '` + table + `' THEN seq END), 0)`
	}
	return `SELECT ` + strings.Join(columns, ", ") + ` FROM sqlite_sequence`
}

// cover reserves the ids that a transaction is about to commit.
func (n *numbers) cover(t *Tx) error {
	if n.query == "" {
		return nil
	}
	if err := t.Row(n.query, nil, n.places...); err != nil {
		return err
	}
	return n.marks.Cover(n.highest)
}

// stored notes that the transaction was committed.
func (n *numbers) stored() { n.marks.Issued(n.highest) }
