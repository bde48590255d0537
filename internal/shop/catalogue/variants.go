package catalogue

import (
	"cmp"
	"context"

	"kontor/internal/shop"
)

// FirstVariant returns the first product of a product's group: by position, then by
// slug; nil if it is that itself, or has no group.
func (a *Assortment) FirstVariant(of *Product) *Product {
	if first := a.firsts[of.Group]; first != nil && first.precedes(of) {
		return first
	}
	return nil
}

// Inherited returns a product with what it inherits as a variant. Texts are not.
func (a *Assortment) Inherited(p Product) Product {
	if first := a.FirstVariant(&p); first != nil {
		p.Inherit(first)
	}
	return p
}

// Feature is one of the things in which the variants of a group differ.
type Feature struct {
	Name  string                   // "farbe"; empty: in something without a name
	Value map[shop.Language]string // of one of the variants
}

// Features returns what a variant is in each of its group's features, in their order;
// none if it is no variant.
func (a *Assortment) Features(of *Product) []Feature {
	group := a.Group(of)
	switch {
	case group == nil:
		return nil
	case group.Feature2 == "":
		return []Feature{{group.Feature1, of.Feature1}}
	}
	return []Feature{{group.Feature1, of.Feature1}, {group.Feature2, of.Feature2}}
}

// precedes reports whether a product comes before another one of its group.
func (p *Product) precedes(other *Product) bool {
	return cmp.Or(cmp.Compare(p.Place, other.Place), cmp.Compare(p.Slug, other.Slug)) < 0
}

// Inherit fills in what a variant leaves empty from the first of its group: description,
// material, maker, fibres, and safety with its warnings. Names are never inherited. Texts
// are, as far as both have been read.
func (p *Product) Inherit(first *Product) {
	if p.Maker == "" {
		p.Maker = first.Maker
	}
	if len(p.Fibres) == 0 {
		p.Fibres, p.Animal = first.Fibres, p.Animal || first.Animal
	}
	unsaid := p.Safety == SafetyOpen
	if unsaid {
		p.Safety, p.Hazards, p.Signal, p.Warned = first.Safety, first.Hazards, first.Signal, first.Warned
	}
	if !p.Described {
		p.Described, p.Translated = first.Described, first.Translated
	}
	if p.Texts == nil || first.Texts == nil {
		return
	}
	texts := *p.Texts
	texts.Description = orElse(texts.Description, first.Texts.Description)
	texts.Material = orElse(texts.Material, first.Texts.Material)
	if unsaid {
		texts.Warnings = first.Texts.Warnings
	}
	p.Texts = &texts
}

func orElse(texts, other map[shop.Language]string) map[shop.Language]string {
	for _, text := range texts {
		if text != "" {
			return texts
		}
	}
	return other
}

// Complete returns a product with its texts, and with what it inherits as a variant: as
// shoppers see it. Errors: [ErrProductNotFound].
func (s *Service) Complete(ctx context.Context, slug string) (Product, error) {
	p, err := s.store.Product(ctx, slug)
	if err != nil || p.Group == "" {
		return p, err
	}
	a, err := s.store.Assortment(ctx)
	if err != nil {
		return p, err
	}
	listed := a.FirstVariant(&p)
	if listed == nil {
		return p, nil
	}
	first, err := s.store.Product(ctx, listed.Slug)
	if err == nil {
		p.Inherit(&first)
	}
	return p, err
}
