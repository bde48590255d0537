package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"slices"

	consistent "kontor/internal/books"
	"kontor/tests/books"
	"kontor/tests/crowd"
)

// verdict is how the books compare with the answers that customers got.
type verdict struct {
	acknowledged, lost, doubled, numbersTwice int
	gaps                                      int64    // unused order numbers
	faults                                    []string // all findings of the audit, in sentences
}

func (v *verdict) sound() bool {
	return v.lost == 0 && v.doubled == 0 && v.numbersTwice == 0 && len(v.faults) == 0
}

// judge audits the books, which must not change meanwhile.
func (h *shop) judge(ctx context.Context, l crowd.Ledger) (v verdict, err error) {
	db, err := sql.Open("pgx", h.cluster.url("postgres", "kontor"))
	if err != nil {
		return v, err
	}
	defer db.Close()
	books, err := books.Open(ctx, db, consistent.PostgreSQL)
	if err != nil {
		return v, err
	}
	v.count(books, l)
	if v.faults, err = books.Audit(l); err != nil {
		return v, err
	}
	want := books.Bestsellers()
	return v, errors.Join(books.Err(), h.compare(want, &v))
}

// count counts what must never happen.
func (v *verdict) count(b *books.Books, l crowd.Ledger) {
	holders := make(map[string]map[string]bool) // marks by number, as answered and as stored
	claim := func(number, mark string) {
		if holders[number] == nil {
			holders[number] = make(map[string]bool)
		}
		holders[number][mark] = true
	}
	for mark, o := range l {
		if !o.Acknowledged() {
			continue
		}
		v.acknowledged++
		claim(o.Number, mark)
		if len(b.Marks[mark]) == 0 {
			v.lost++
		}
	}
	var last int64
	for id, o := range b.Orders {
		last = max(last, id)
		claim(o.Number, o.Kunde.Name)
	}
	for _, marks := range holders {
		if len(marks) > 1 {
			v.numbersTwice++
		}
	}
	for _, copies := range b.Marks {
		v.doubled += len(copies) - 1
	}
	v.gaps = last - int64(len(b.Orders))
}

// compare checks each instance's best sellers against those of the plain query, and
// requires that each accepts the first one's sessions, and no one without a session.
// Rule R49.
func (h *shop) compare(want []string, v *verdict) error {
	for _, i := range h.instances {
		got, err := h.bestsellers(i)
		if err != nil {
			return fmt.Errorf("%s: %w", i.name, err)
		}
		if status := crowd.Send(h.operator, "GET", i.url+"/api/verwaltung/orders?limit=1", nil).Status; status != http.StatusOK {
			v.faults = append(v.faults, fmt.Sprintf("%s answers %d to the first instance's session", i.name, status))
		}
		if status := crowd.Send(probe, "GET", i.url+"/api/bestseller", nil).Status; status != http.StatusUnauthorized {
			v.faults = append(v.faults, fmt.Sprintf("%s answers %d without a session", i.name, status))
		}
		if !slices.Equal(got, want) {
			v.faults = append(v.faults, fmt.Sprintf("best sellers of %s are %q, by the plain query %q", i.name, got, want))
		}
	}
	return nil
}

func (h *shop) bestsellers(i *instance) ([]string, error) {
	var list struct{ Bestseller []string }
	err := into(crowd.Send(h.operator, "GET", i.url+"/api/bestseller", nil), http.StatusOK, &list)
	return list.Bestseller, err
}

// doubt counts the orders that some answer left in doubt, by what was found out.
type doubt struct{ stored, storedThen, refused, open int }

func (d doubt) all() int { return d.stored + d.storedThen + d.refused + d.open }

func (c *buyers) settled() (d doubt) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for o := range c.doubts {
		switch {
		case o.Refused():
			d.refused++
		case !o.Acknowledged():
			d.open++
		case o.Answer.Replayed:
			d.stored++
		default:
			d.storedThen++
		}
	}
	return d
}
