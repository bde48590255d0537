package store

import (
	"context"
	"database/sql"
	"strings"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
)

// catalogueState is the number that each change of the catalogue raises.
const catalogueState = `SELECT coalesce(max(stand), 0) FROM katalog_stand`

// raiseCatalogue makes every instance read the catalogue again. It comes first in a
// transaction that changes the catalogue, so that these follow one another.
func (t *tx) raiseCatalogue() error {
	_, err := t.Exec(`INSERT INTO katalog_stand (id, stand) VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET stand = katalog_stand.stand + 1`)
	return err
}

// Products returns the whole catalogue by slug, without long texts. The result is
// shared: callers must not change it.
func (db *DB) Products(ctx context.Context) ([]catalogue.Product, error) {
	a, err := db.Assortment(ctx)
	if err != nil {
		return nil, err
	}
	return a.Products, nil
}

// Assortment returns the whole catalogue as it is now. It is read anew only when the
// catalogue's number has been raised.
func (db *DB) Assortment(ctx context.Context) (*catalogue.Assortment, error) {
	var state int64
	err := db.read(ctx, func(t *tx) error { return t.Row(catalogueState, nil, &state) })
	if err != nil {
		return nil, err
	}
	kept := db.catalogue.Load()
	if kept != nil && kept.State == state {
		return kept, nil
	}
	db.reading.Lock() // one reads for all who wait
	defer db.reading.Unlock()
	if fresh := db.catalogue.Load(); fresh != kept && fresh.State >= state {
		return fresh, nil
	}
	read, err := db.readCatalogue(ctx)
	if err != nil {
		return nil, err
	}
	db.catalogue.Store(read)
	return read, nil
}

func (db *DB) readCatalogue(ctx context.Context) (a *catalogue.Assortment, err error) {
	err = db.view(ctx, func(t *tx) (err error) {
		a = &catalogue.Assortment{}
		if err := t.Row(catalogueState, nil, &a.State); err != nil {
			return err
		}
		if a.Products, err = t.allProducts(false); err != nil {
			return err
		}
		if a.Categories, err = categoryShelf.all(t); err != nil {
			return err
		}
		if a.Makers, err = makerShelf.all(t); err != nil {
			return err
		}
		a.Groups, err = groupShelf.all(t)
		return err
	})
	if err != nil {
		return nil, err
	}
	a.Arrange()
	return a, nil
}

// allProducts returns all products by slug, with long texts if they are wanted.
func (t *tx) allProducts(texts bool) (products []catalogue.Product, err error) {
	columns := productColumns
	if texts {
		columns += `, ` + textColumns
	}
	var reduced []int
	err = t.Rows(`SELECT `+columns+` FROM products ORDER BY slug`, nil, func(rows *sql.Rows) error {
		var r productRow
		places := r.places()
		if texts {
			places = append(places, r.textPlaces()...)
		}
		if err := rows.Scan(places...); err != nil {
			return err
		}
		p, err := r.product()
		if texts {
			p.Texts = r.texts()
		}
		products = append(products, p)
		if p.Reduced {
			reduced = append(reduced, len(products)-1)
		}
		return err
	})
	if err == nil {
		err = t.addPictures(products)
	}
	if err == nil && len(reduced) > 0 {
		err = t.addPricesBefore(products, reduced)
	}
	return products, err
}

// addPricesBefore sets the crossed-out prices of the reduced products, given by their
// indexes.
func (t *tx) addPricesBefore(products []catalogue.Product, reduced []int) error {
	histories := make(map[string]catalogue.PriceHistory, len(reduced))
	err := t.Rows(`SELECT slug, ab, preis_cent FROM preisverlauf WHERE slug IN (SELECT slug FROM products WHERE ermaessigt_seit IS NOT NULL)
		ORDER BY slug, ab`, nil, func(rows *sql.Rows) error {
		var slug string
		price, err := scanPrice(rows.Scan, &slug)
		histories[slug] = append(histories[slug], price)
		return err
	})
	for _, i := range reduced {
		p := &products[i]
		p.PriceBefore, _ = histories[p.Slug].LowestBefore(p.ReducedSince)
	}
	return err
}

// SearchTexts returns what else products can be found by in a language, by slug: those of
// the active ones and of all variants, which others inherit from. Who has no description in it reads the German one, and may search for that.
func (db *DB) SearchTexts(ctx context.Context, language shop.Language) (texts map[string]catalogue.SearchTexts, err error) {
	own, foreign := "", []string(nil)
	for _, l := range shop.Languages {
		if column := "suchwoerter_" + string(l); l == language {
			own = column
		} else {
			foreign = append(foreign, column)
		}
	}
	description := "beschreibung_" + string(language)
	query := `SELECT slug, ` + own + `, ` + strings.Join(foreign, ` || ' ' || `) + `,
		CASE WHEN ` + description + ` = '' THEN beschreibung_de ELSE ` + description + ` END FROM products WHERE aktiv = 1 OR gruppe <> ''`
	err = db.view(ctx, func(t *tx) error {
		texts = make(map[string]catalogue.SearchTexts)
		return t.Rows(query, nil, func(rows *sql.Rows) error {
			var slug string
			var s catalogue.SearchTexts
			err := rows.Scan(&slug, &s.Keywords, &s.Foreign, &s.Description)
			texts[slug] = s
			return err
		})
	})
	return texts, err
}

// Changes returns when each active product was changed last, by slug.
func (db *DB) Changes(ctx context.Context) (changes map[string]time.Time, err error) {
	err = db.view(ctx, func(t *tx) error {
		changes = make(map[string]time.Time)
		return t.Rows(`SELECT slug, updated_at FROM products WHERE aktiv = 1`, nil, func(rows *sql.Rows) error {
			var slug, at string
			err := rows.Scan(&slug, &at)
			if err == nil {
				changes[slug], err = shop.ParseTime(at)
			}
			return err
		})
	})
	return changes, err
}
