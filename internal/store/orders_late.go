package store

import (
	"math"
	"slices"
	"strings"

	"kontor/internal/shop/order"
)

// indexed returns the highest id in the search's index. Where orders and their words
// share a transaction, no id is above it.
func (t *tx) indexed() (id int64, err error) {
	if t.dialect.indexedQuery == "" {
		return math.MaxInt64, nil
	}
	err = t.Row(t.dialect.indexedQuery, nil, &id)
	return id, err
}

// listed returns the orders of a filter, newest first: of a search, before all others
// those that the index does not have yet.
func (t *tx) listed(f order.Filter, ids idRange, limit int) ([]order.Order, error) {
	if len(f.Words) == 0 {
		return t.selected(f, ids, limit)
	}
	indexed, err := t.indexed()
	if err != nil || ids.last <= indexed {
		return t.selected(f, ids, limit)
	}
	found, err := t.late(f, idRange{first: max(ids.first, indexed+1), last: ids.last, late: true})
	if err != nil || len(found) >= limit {
		return found[:min(limit, len(found))], err
	}
	ids.last = indexed
	rest, err := t.selected(f, ids, limit-len(found))
	return append(found, rest...), err
}

// late returns the orders of a search among those that are not in the index: it compares
// their words itself. It reads the rows, not the tail in memory, which another process may
// have, and which may be ahead of this snapshot.
func (t *tx) late(f order.Filter, ids idRange) (found []order.Order, err error) {
	orders, err := t.selected(f, ids, math.MaxInt32)
	if err != nil {
		return nil, err
	}
	whole := slices.Clone(orders) // with items, which the caller adds to those found
	if err := t.addItems(whole); err != nil {
		return nil, err
	}
	asked := searchedWords(f)
	for i := range whole {
		if matches(whole[i].SearchWords(), asked) {
			found = append(found, orders[i])
		}
	}
	return found, nil
}

// searchedWords returns the words of a filter. They are split again, so that nothing but
// words ever reaches the search's syntax.
func searchedWords(f order.Filter) []string { return order.SplitWords(strings.Join(f.Words, " ")) }

// matches reports, as the index does, whether each word that is searched begins one of
// the order's.
func matches(words, asked []string) bool {
	return !slices.ContainsFunc(asked, func(prefix string) bool {
		return !slices.ContainsFunc(words, func(word string) bool { return strings.HasPrefix(word, prefix) })
	})
}
