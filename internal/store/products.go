package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"kontor/internal/database"
	"kontor/internal/shop"
	"kontor/internal/shop/audit"
	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/order"
	"kontor/internal/store/base"
	"kontor/internal/store/stocks"
)

// product returns one product with its texts, or catalogue.ErrProductNotFound.
func (t *tx) product(slug string) (p catalogue.Product, err error) {
	var r productRow
	err = t.Row(`SELECT `+productColumns+`, `+textColumns+` FROM products WHERE slug = $1`, []any{slug}, append(r.places(), r.textPlaces()...)...)
	if errors.Is(err, sql.ErrNoRows) {
		return p, catalogue.ErrProductNotFound
	}
	if err != nil {
		return p, err
	}
	if p, err = r.product(); err != nil {
		return p, err
	}
	p.Texts = r.texts()
	if p.Pictures, err = t.pictures(slug); err != nil {
		return p, err
	}
	if p.Reduced {
		history, err := t.priceHistory(slug)
		if err != nil {
			return p, err
		}
		p.PriceBefore, _ = history.LowestBefore(p.ReducedSince)
	}
	return p, nil
}

// Product returns one product with its texts, or catalogue.ErrProductNotFound.
func (db *DB) Product(ctx context.Context, slug string) (p catalogue.Product, err error) {
	err = db.view(ctx, func(t *tx) error {
		p, err = t.product(slug)
		return err
	})
	return p, err
}

// CreateProduct stores a new product. Errors: catalogue.ErrProductExists if its slug is
// taken; catalogue.ErrInvalidProduct if there is no such maker or group.
func (db *DB) CreateProduct(ctx context.Context, p catalogue.Product, at time.Time) (created catalogue.Product, err error) {
	err = db.update(func(t *tx) error {
		created, err = t.createProduct(ctx, &p, at)
		return err
	})
	return created, err
}

func (t *tx) createProduct(ctx context.Context, p *catalogue.Product, at time.Time) (created catalogue.Product, err error) {
	hints, err := t.beginProduct(p)
	if err != nil {
		return created, err
	}
	if p.Texts == nil {
		p.Texts = &catalogue.Texts{}
	}
	values := append(productValues(p), textValues(p.Texts)...)
	n, err := t.Exec(`INSERT INTO products (`+settableColumns+`, `+textColumns+`, slug, created_at, updated_at)
		VALUES `+base.ValueLists(1, len(values)+3)+` ON CONFLICT (slug) DO NOTHING`,
		append(values, p.Slug, shop.FormatTime(at), shop.FormatTime(at))...)
	if err == nil && n == 0 {
		err = catalogue.ErrProductExists
	}
	if err == nil {
		err = t.notePrice(p, at)
	}
	if err != nil {
		return created, err
	}
	if created, err = t.product(p.Slug); err == nil {
		t.recordProduct(ctx, catalogue.Nothing(p.Slug), &created)
	}
	created.Hints = append(slices.Clip(p.Hints), hints...)
	return created, err
}

// ChangeProduct stores a changed product; without texts, those stay. Errors:
// catalogue.ErrProductNotFound; shop.ErrStale if it was changed since it was read;
// catalogue.ErrInvalidProduct if there is no such maker or group.
func (db *DB) ChangeProduct(ctx context.Context, p catalogue.Product, at time.Time) (changed catalogue.Product, err error) {
	err = db.update(func(t *tx) error {
		changed, err = t.changeProduct(ctx, &p, at)
		return err
	})
	return changed, err
}

// errProbe ends a transaction that was only tried.
var errProbe = errors.New("store: only tried")

// ChangeProducts stores changed products, all or none, as [DB.ChangeProduct] stores one.
// A refusal names the product. With probe it finds all refusals, but stores nothing.
func (db *DB) ChangeProducts(ctx context.Context, products []catalogue.Product, at time.Time, probe bool) (changed []catalogue.Product, err error) {
	err = db.update(func(t *tx) error {
		changed = nil
		for i := range products {
			p, err := t.changeProduct(ctx, &products[i], at)
			if refusal := (*shop.Error)(nil); errors.As(err, &refusal) && !errors.Is(err, shop.ErrStale) {
				err = refusal.With("„" + products[i].Slug + "“: " + refusal.Text)
			}
			if err != nil {
				return err
			}
			changed = append(changed, p)
		}
		if probe {
			return errProbe
		}
		return nil
	})
	if errors.Is(err, errProbe) {
		err = nil
	}
	return changed, err
}

func (t *tx) changeProduct(ctx context.Context, p *catalogue.Product, at time.Time) (changed catalogue.Product, err error) {
	hints, err := t.beginProduct(p)
	if err != nil {
		return changed, err
	}
	before, err := t.product(p.Slug)
	if err != nil {
		return changed, err
	}
	columns, values := settableColumns, productValues(p)
	if p.Texts != nil {
		columns, values = columns+", "+textColumns, append(values, textValues(p.Texts)...)
	}
	n := len(values)
	changes, err := t.Exec(fmt.Sprintf(`UPDATE products SET (%s, updated_at, version) = (%s, $%d, version + 1) WHERE slug = $%d AND version = $%d`,
		columns, strings.Trim(base.ValueLists(1, n), "()"), n+1, n+2, n+3), append(values, shop.FormatTime(at), p.Slug, p.Version)...)
	if err == nil && changes == 0 {
		err = shop.ErrStale
	}
	if err == nil {
		err = t.changePictures(&before, p)
	}
	if err == nil && shop.CentsOf(before.Price) != shop.CentsOf(p.Price) {
		err = t.notePrice(p, at)
	}
	if err != nil {
		return changed, err
	}
	if changed, err = t.product(p.Slug); err == nil {
		t.recordProduct(ctx, &before, &changed)
	}
	changed.Hints = append(slices.Clip(p.Hints), hints...)
	return changed, err
}

// beginProduct makes every instance read the catalogue again, and sees to what a product
// refers to: its category is created if need be, which is the hint; its maker and its
// group must exist.
func (t *tx) beginProduct(p *catalogue.Product) (hints []string, err error) {
	if err := t.raiseCatalogue(); err != nil {
		return nil, err
	}
	category := catalogue.NewCategory(p.CategorySlug)
	added, err := categoryShelf.add(t, &category)
	if err != nil {
		return nil, err
	}
	if added {
		hints = append(hints, "Die Kategorie „"+p.CategorySlug+"“ ist neu angelegt; sie heißt noch „"+category.Names["de"]+"“.")
	}
	if p.Maker != "" {
		if _, err := makerShelf.one(t, p.Maker); err != nil {
			return nil, unknown(err, "Den Hersteller", p.Maker)
		}
	}
	if p.Group != "" {
		if _, err := groupShelf.one(t, p.Group); err != nil {
			return nil, unknown(err, "Die Gruppe", p.Group)
		}
	}
	return hints, nil
}

// unknown turns the refusal that something does not exist into one of the product that
// refers to it.
func unknown(err error, what, slug string) error {
	if refusal := (*shop.Error)(nil); errors.As(err, &refusal) {
		return catalogue.ErrInvalidProduct.With(what + " „" + slug + "“ gibt es nicht.")
	}
	return err
}

// DeleteProduct removes a product from the catalogue. Errors:
// catalogue.ErrProductNotFound; shop.ErrStale unless it has this version, 0 for any.
// Orders keep their own copy of what was bought; its stock ends.
func (db *DB) DeleteProduct(ctx context.Context, slug string, version int64, at time.Time) error {
	return db.update(func(t *tx) error {
		if err := errors.Join(t.raiseCatalogue(), t.storePictures(slug, nil)); err != nil {
			return err
		}
		n, err := t.Exec(`DELETE FROM products WHERE slug = $1 AND CAST($2 AS BIGINT) IN (0, version)`, slug, version)
		if err == nil && n > 0 {
			t.Record(ctx, audit.Entry{Action: audit.Product, Subject: audit.Subject(audit.KindProduct, slug), To: "gelöscht"})
			err = stocks.End(ctx, t.Tx.Tx, at, slug)
		}
		if err != nil || n > 0 {
			return err
		}
		_, err = t.product(slug)
		return cmp.Or(err, error(shop.ErrStale))
	})
}

// askPrices requests what is needed to check the order's prices, unless they are not
// checked.
func (t *tx) askPrices(o *order.Order, check checkout.PriceCheck, s *surroundings) error {
	s.catalogue = make(map[string]catalogue.Product, len(o.Items))
	if check == checkout.PriceCheckOff {
		return t.askCatalogue(o.Items, s.catalogue)
	}
	return errors.Join(t.askCatalogue(o.Items, s.catalogue), t.askLoyal(o, s))
}

// askLoyal requests whether the customer has paid an earlier order, if the order claims
// the bonus for it.
func (t *tx) askLoyal(o *order.Order, s *surroundings) error {
	if o.CustomerID == 0 || !o.LoyaltyBonus {
		return nil
	}
	return t.Ask(`SELECT count(*) FROM (SELECT 1 FROM orders WHERE kunde_id = $1 AND status = 'bezahlt' LIMIT 1) AS paid`,
		[]any{o.CustomerID}, func(row database.Scanner) error { return row.Scan(database.Truth(&s.loyal)) })
}

// askCatalogue requests price, state and delivery time of the products of items. Unknown products are
// missing from the result.
func (t *tx) askCatalogue(items []order.Item, into map[string]catalogue.Product) error {
	asked := make(map[string]bool, len(items))
	var slugs []any
	for _, item := range items {
		if !asked[item.Slug] {
			asked[item.Slug], slugs = true, append(slugs, item.Slug)
		}
	}
	for part := range slices.Chunk(slugs, base.RowsAtOnce) {
		query := `SELECT slug, preis, aktiv, steuerklasse, lieferzeit_tage FROM products WHERE slug IN ` + base.ValueLists(1, len(part))
		err := t.Ask(query, part, func(row database.Scanner) error {
			var p catalogue.Product
			err := row.Scan(&p.Slug, &p.Price, database.Truth(&p.Active), (*string)(&p.TaxClass), &p.DeliveryDays)
			into[p.Slug] = p
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
