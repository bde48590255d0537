package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/audit"
	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/stock"
	"kontor/internal/store/base"
)

// WholeProducts returns all products by slug with their texts, and the number of the
// catalogue that they are.
func (db *DB) WholeProducts(ctx context.Context) (products []catalogue.Product, state int64, err error) {
	err = db.view(ctx, func(t *tx) (err error) {
		if err = t.Row(catalogueState, nil, &state); err == nil {
			products, err = t.allProducts(true)
		}
		return err
	})
	return products, state, err
}

// ImportProducts stores new and changed products, and changes the stock; all or none.
// Errors: shop.ErrStale if the catalogue has not the number any longer with which they were
// compared; catalogue.ErrInvalidProduct if there is no such maker or group; stock.ErrChanged,
// stock.ErrShort if the stock has changed.
//
// Orders wait for it, so it reads no product: as long as the catalogue has its number, each
// is what it was compared with.
func (db *DB) ImportProducts(ctx context.Context, products []catalogue.Replacement, counts []stock.Change, at time.Time, state int64) error {
	entries := make([]audit.Entry, len(products))
	for i := range products {
		entries[i] = productEntry(products[i].Whole(), &products[i].After)
	}
	return db.update(func(t *tx) error {
		if err := t.raiseCatalogue(); err != nil {
			return err
		}
		var now int64
		if err := t.Row(catalogueState, nil, &now); err != nil {
			return err
		}
		if now != state+1 {
			return shop.ErrStale
		}
		if err := t.importProducts(products, at); err != nil {
			return err
		}
		t.Record(ctx, entries...)
		if len(counts) == 0 {
			return nil
		}
		return db.ChangeAll(ctx, t.Tx.Tx, counts, at)
	})
}

// importProducts stores products in few statements and round trips.
func (t *tx) importProducts(products []catalogue.Replacement, at time.Time) error {
	seen := make(map[string]bool)
	for i := range products {
		if err := t.seeTo(&products[i].After, seen); err != nil {
			return err
		}
	}
	for part := range slices.Chunk(products, base.RowsAtOnce) {
		if err := t.importPart(part, shop.FormatTime(at)); err != nil {
			return err
		}
	}
	return nil
}

func (t *tx) importPart(products []catalogue.Replacement, now string) error {
	var created, prices [][]any
	for i := range products {
		before, p := products[i].Before, &products[i].After
		if before == nil || shop.CentsOf(before.Price) != shop.CentsOf(p.Price) {
			prices = append(prices, []any{p.Slug, now, int64(shop.CentsOf(p.Price))})
		}
		values := append(productValues(p), textValues(p.Texts)...)
		if before == nil {
			created = append(created, append(values, p.Slug, now, now))
		} else if err := t.replaceProduct(before, p, append(values, now, p.Slug)); err != nil {
			return err
		}
	}
	return errors.Join(t.InsertRows(insertProductsSQL, "", created), t.InsertRows(insertPricesSQL, replacePriceSQL, prices), t.Send())
}

const insertProductsSQL = `INSERT INTO products (` + settableColumns + `, ` + textColumns + `, slug, created_at, updated_at) VALUES `

// replaceProduct stores a product with the values of all columns that operators set, the
// time and the slug.
func (t *tx) replaceProduct(before, p *catalogue.Product, values []any) error {
	n := len(values) - 1
	err := t.Later(fmt.Sprintf(`UPDATE products SET (%s, %s, updated_at, version) = (%s, version + 1) WHERE slug = $%d`,
		settableColumns, textColumns, strings.Trim(base.ValueLists(1, n), "()"), n+1), values...)
	if err != nil {
		return err
	}
	return t.changePictures(before, p)
}

// seeTo sees to what a product refers to as [tx.beginProduct] does, unless it was seen to.
func (t *tx) seeTo(p *catalogue.Product, seen map[string]bool) error {
	refers := "/" + p.CategorySlug + "/" + p.Maker + "/" + p.Group
	if seen[refers] {
		return nil
	}
	seen[refers] = true
	_, err := t.beginProduct(p)
	return err
}
