package catalogue

import (
	"context"
	"errors"
	"math"
	"reflect"
	"slices"

	"kontor/internal/shop"
)

// MaxBulk is how many products can be changed at once.
const MaxBulk = 500

// Changed is a product before and after a change.
type Changed struct{ Before, After Product }

// Repricing changes a price by percent. The zero value leaves it.
type Repricing struct {
	Percent float64    // with two decimals; above -100
	Step    shop.Cents // the new price is a multiple of it, rounded half up; 0: to the cent
}

// maxPercent is the most by which a price rises at once.
const maxPercent = 1000

// Check returns [ErrInvalidProduct] if no price can be changed like that.
func (r Repricing) Check() error {
	hundredths := r.Percent * 100
	switch {
	case r.Percent <= -100 || r.Percent > maxPercent || math.Abs(hundredths-math.Round(hundredths)) > 1e-6:
		return ErrInvalidProduct.With("„preis_prozent“ muss über -100 und höchstens 1000 sein, mit höchstens zwei Nachkommastellen.")
	case r.Step < 0 || r.Step > shop.MaxCents:
		return ErrInvalidProduct.With("„runden“ muss ein Betrag über 0 sein, wie 0.05.")
	}
	return nil
}

// of returns the new price. Error: [ErrInvalidProduct] if a price would round to
// nothing.
func (r Repricing) of(price shop.Cents) (shop.Cents, error) {
	changed := shop.PercentOf(price, 10_000+int64(math.Round(r.Percent*100)))
	if r.Step > 0 {
		changed = (2*changed + r.Step) / (2 * r.Step) * r.Step
	}
	if changed == 0 && price > 0 {
		return 0, ErrInvalidProduct.With("Der Preis würde 0.")
	}
	return changed, nil
}

// ChangeProducts changes several products, all or none: what apply does to each, and
// then its price. With probe nothing is stored, but everything is checked. It returns
// those that differ afterwards.
//
// Errors: [ErrProductNotFound] and those of [Service.ChangeProduct], each with a text
// that names the product.
func (s *Service) ChangeProducts(ctx context.Context, slugs []string, apply func(*Product) error, prices Repricing, probe bool) ([]Changed, error) {
	for attempt := 1; ; attempt++ {
		changed, err := s.changeProducts(ctx, slugs, apply, prices, probe)
		if !errors.Is(err, shop.ErrStale) || attempt == 5 {
			return changed, err
		}
	}
}

func (s *Service) changeProducts(ctx context.Context, slugs []string, apply func(*Product) error, prices Repricing, probe bool) (all []Changed, err error) {
	at := s.now()
	var products []Product
	for _, slug := range slices.Compact(slices.Sorted(slices.Values(slugs))) {
		c, err := s.changedProduct(ctx, slug, apply, prices)
		if err == nil && !reflect.DeepEqual(c.Before, c.After) {
			if err = s.settle(ctx, &c.Before, &c.After, at); err == nil {
				all, products = append(all, c), append(products, c.After)
			}
		}
		if refusal := (*shop.Error)(nil); errors.As(err, &refusal) && !errors.Is(err, shop.ErrDatabaseUnavailable) {
			err = refusal.With("„" + shortly(slug) + "“: " + refusal.Text)
		}
		if err != nil {
			return nil, err
		}
	}
	if len(products) == 0 {
		return nil, nil
	}
	stored, err := s.store.ChangeProducts(ctx, products, at, probe)
	for i := range stored {
		all[i].After = stored[i]
	}
	return all, err
}

func (s *Service) changedProduct(ctx context.Context, slug string, apply func(*Product) error, prices Repricing) (c Changed, err error) {
	if c.Before, err = s.store.Product(ctx, slug); err != nil {
		return c, err
	}
	c.After = c.Before.Clone()
	if err := apply(&c.After); err != nil || prices == (Repricing{}) {
		return c, err
	}
	cents, err := prices.of(shop.CentsOf(c.After.Price))
	c.After.Price = cents.Euro()
	if c.After.Content.Amount > 0 {
		c.After.MeasureAnew()
	}
	return c, err
}
