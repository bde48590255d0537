package demo

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"kontor/internal/shop/catalogue"
)

// reduced is the product whose price is a reduction, and the price.
const (
	reduced      = "holzperlen-natur"
	reducedPrice = 4.90
)

// assortmentAge is for how long the catalogue seems to exist, so that its reduction has
// a price to compare with.
const assortmentAge = 60 * 24 * time.Hour

// Fill puts the whole catalogue into a shop without products, and returns how many there
// are. What it refers to may be there already.
func Fill(ctx context.Context, store catalogue.Store, now time.Time) (int, error) {
	then := catalogue.New(store, func() time.Time { return now.Add(-assortmentAge) })
	if err := fillShelves(ctx, then); err != nil {
		return 0, err
	}
	products := Products()
	for _, product := range products {
		if _, err := then.CreateProduct(ctx, product); err != nil {
			return 0, fmt.Errorf("das Produkt %s anlegen: %w", product.Slug, err)
		}
	}
	p, err := store.Product(ctx, reduced)
	if err != nil {
		return 0, err
	}
	p.Price, p.Reduced = reducedPrice, true
	if _, err := catalogue.New(store, func() time.Time { return now }).ChangeProduct(ctx, p); err != nil {
		return 0, fmt.Errorf("das Produkt %s ermäßigen: %w", reduced, err)
	}
	return len(products), nil
}

func fillShelves(ctx context.Context, shop *catalogue.Service) error {
	return errors.Join(slices.Concat(
		each(ctx, Categories(), shop.CreateCategory), each(ctx, Makers(), shop.CreateMaker), each(ctx, Groups(), shop.CreateGroup),
	)...)
}

// each creates all of a kind and returns what went wrong.
func each[T any](ctx context.Context, all []T, create func(context.Context, T) (T, error)) (failed []error) {
	for _, entry := range all {
		if _, err := create(ctx, entry); err != nil && !errors.Is(err, catalogue.ErrSlugTaken) {
			failed = append(failed, fmt.Errorf("das Sortiment der Demo anlegen: %w", err))
		}
	}
	return failed
}
