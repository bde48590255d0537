package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"kontor/internal/database"
	"kontor/internal/shop"
	"kontor/internal/shop/audit"
	"kontor/internal/shop/catalogue"
	"kontor/internal/store/base"
)

// shelf is a table of what products refer to by a slug: categories, makers, groups.
type shelf[T any] struct {
	table, columns string // all columns but slug and version
	order          string // of the list
	kind           string // of the subject in the audit log
	used           string // the column of products that refers to it
	// places returns where the values of the columns go, and what to call then.
	places  func(*T) (places []any, settle func())
	values  func(*T) []any
	key     func(*T) (slug *string, version *int64)
	missing error
	inUse   string // where products still are, in German
}

var categoryShelf = shelf[catalogue.Category]{
	table: "kategorien", order: "position, slug", kind: audit.KindCategory, used: "kategorie_slug",
	columns: `name_de, name_en, name_fr, name_it, suchwoerter_de, suchwoerter_en, suchwoerter_fr, suchwoerter_it, ` +
		`position, textil, grundpreis_art, google_kategorie`,
	places: func(c *catalogue.Category) ([]any, func()) {
		var names, words four
		places := append(append(names.places(), words.places()...),
			&c.Position, database.Truth(&c.Textile), (*string)(&c.Measure), &c.Google)
		return places, func() { c.Names, c.SearchWords = names.all(), words.some() }
	},
	values: func(c *catalogue.Category) []any {
		return append(append(fourValues(c.Names), fourValues(c.SearchWords)...), c.Position, base.Flag(c.Textile), string(c.Measure), c.Google)
	},
	key:     func(c *catalogue.Category) (*string, *int64) { return &c.Slug, &c.Version },
	missing: catalogue.ErrCategoryNotFound, inUse: "In der Kategorie",
}

var makerShelf = shelf[catalogue.Maker]{
	table: "hersteller", order: "slug", kind: audit.KindMaker, used: "hersteller",
	columns: `name, marke, anschrift, kontakt, land, eu_name, eu_anschrift, eu_kontakt`,
	places: func(m *catalogue.Maker) ([]any, func()) {
		return []any{&m.Name, &m.Brand, &m.Address, &m.Contact, &m.Country, &m.EUName, &m.EUAddress, &m.EUContact}, func() {}
	},
	values: func(m *catalogue.Maker) []any {
		return []any{m.Name, m.Brand, m.Address, m.Contact, m.Country, m.EUName, m.EUAddress, m.EUContact}
	},
	key:     func(m *catalogue.Maker) (*string, *int64) { return &m.Slug, &m.Version },
	missing: catalogue.ErrMakerNotFound, inUse: "Von dem Hersteller",
}

var groupShelf = shelf[catalogue.Group]{
	table: "produktgruppen", order: "slug", kind: audit.KindGroup, used: "gruppe",
	columns: `name_de, name_en, name_fr, name_it, merkmal1, merkmal2`,
	places: func(g *catalogue.Group) ([]any, func()) {
		var names four
		return append(names.places(), &g.Feature1, &g.Feature2), func() { g.Names = names.all() }
	},
	values:  func(g *catalogue.Group) []any { return append(fourValues(g.Names), g.Feature1, g.Feature2) },
	key:     func(g *catalogue.Group) (*string, *int64) { return &g.Slug, &g.Version },
	missing: catalogue.ErrGroupNotFound, inUse: "In der Gruppe",
}

func still(where string, products int64) string {
	if products == 1 {
		return where + " ist noch 1 Produkt."
	}
	return fmt.Sprintf("%s sind noch %d Produkte.", where, products)
}

func (s *shelf[T]) scan(scan func(...any) error) (entry T, err error) {
	slug, version := s.key(&entry)
	places, settle := s.places(&entry)
	err = scan(append(places, slug, version)...)
	settle()
	return entry, err
}

func (s *shelf[T]) all(t *tx) (entries []T, err error) {
	err = t.Rows(`SELECT `+s.columns+`, slug, version FROM `+s.table+` ORDER BY `+s.order, nil, func(rows *sql.Rows) error {
		entry, err := s.scan(rows.Scan)
		entries = append(entries, entry)
		return err
	})
	return entries, err
}

// list returns all entries in a transaction of their own.
func (s *shelf[T]) list(ctx context.Context, db *DB) (entries []T, err error) {
	err = db.view(ctx, func(t *tx) error {
		entries, err = s.all(t)
		return err
	})
	return entries, err
}

func (s *shelf[T]) one(t *tx, slug string) (T, error) {
	entry, err := s.scan(func(dest ...any) error {
		return t.Row(`SELECT `+s.columns+`, slug, version FROM `+s.table+` WHERE slug = $1`, []any{slug}, dest...)
	})
	if errors.Is(err, sql.ErrNoRows) {
		err = s.missing
	}
	return entry, err
}

func (s *shelf[T]) get(ctx context.Context, db *DB, slug string) (entry T, err error) {
	err = db.view(ctx, func(t *tx) error {
		entry, err = s.one(t, slug)
		return err
	})
	return entry, err
}

// add stores an entry, and reports whether it is new.
func (s *shelf[T]) add(t *tx, entry *T) (bool, error) {
	slug, _ := s.key(entry)
	values := append(s.values(entry), *slug)
	n, err := t.Exec(`INSERT INTO `+s.table+` (`+s.columns+`, slug) VALUES `+base.ValueLists(1, len(values))+` ON CONFLICT (slug) DO NOTHING`, values...)
	return n > 0, err
}

func (s *shelf[T]) create(ctx context.Context, db *DB, entry T) (created T, err error) {
	slug, _ := s.key(&entry)
	err = db.update(func(t *tx) error {
		if err := t.raiseCatalogue(); err != nil {
			return err
		}
		added, err := s.add(t, &entry)
		if err != nil {
			return err
		}
		if !added {
			return catalogue.ErrSlugTaken
		}
		t.Record(ctx, audit.Entry{Action: audit.Product, Subject: audit.Subject(s.kind, *slug), To: "angelegt"})
		created, err = s.one(t, *slug)
		return err
	})
	return created, err
}

// change stores an entry over the version that was read, else [shop.ErrStale].
func (s *shelf[T]) change(ctx context.Context, db *DB, entry T) (changed T, err error) {
	slug, version := s.key(&entry)
	err = db.update(func(t *tx) error {
		if err := t.raiseCatalogue(); err != nil {
			return err
		}
		before, err := s.one(t, *slug)
		if err != nil {
			return err
		}
		values := s.values(&entry)
		n, err := t.Exec(fmt.Sprintf(`UPDATE %s SET (%s, version) = (%s, version + 1) WHERE slug = $%d AND version = $%d`,
			s.table, s.columns, strings.Trim(base.ValueLists(1, len(values)), "()"), len(values)+1, len(values)+2), append(values, *slug, *version)...)
		if err == nil && n == 0 {
			err = shop.ErrStale
		}
		if err != nil {
			return err
		}
		s.record(ctx, t, &before, &entry)
		changed, err = s.one(t, *slug)
		return err
	})
	return changed, err
}

// record adds the names of what changed to the audit log.
func (s *shelf[T]) record(ctx context.Context, t *tx, before, after *T) {
	var d audit.Diff
	now := s.values(after)
	for i, value := range s.values(before) {
		d.Text(strings.TrimSpace(strings.Split(s.columns, ",")[i]), fmt.Sprint(value), fmt.Sprint(now[i]))
	}
	slug, _ := s.key(after)
	t.Record(ctx, d.Entry(audit.Product, audit.Subject(s.kind, *slug)))
}

// remove deletes an entry that no product refers to, unless it has another version than
// that; 0: any.
func (s *shelf[T]) remove(ctx context.Context, db *DB, slug string, version int64) error {
	return db.update(func(t *tx) error {
		if err := t.raiseCatalogue(); err != nil {
			return err
		}
		var products int64
		if err := t.Row(`SELECT count(*) FROM products WHERE `+s.used+` = $1`, []any{slug}, &products); err != nil {
			return err
		}
		if products > 0 {
			return catalogue.ErrInUse.With(still(s.inUse, products))
		}
		n, err := t.Exec(`DELETE FROM `+s.table+` WHERE slug = $1 AND CAST($2 AS BIGINT) IN (0, version)`, slug, version)
		if err == nil && n > 0 {
			t.Record(ctx, audit.Entry{Action: audit.Product, Subject: audit.Subject(s.kind, slug), To: "gelöscht"})
		}
		if err != nil || n > 0 {
			return err
		}
		_, err = s.one(t, slug)
		return cmp.Or(err, error(shop.ErrStale))
	})
}
