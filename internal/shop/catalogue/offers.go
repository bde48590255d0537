package catalogue

import (
	"slices"

	"kontor/internal/shop"
	"kontor/internal/shop/stock"
)

// Offer is what the catalogue shows in one place: a product, or all variants of a group.
type Offer struct {
	*Product          // of several variants the first that was found
	Variants int      // how many differ in the group's first feature; 0: it is one product
	Group    *Group   // of the variants; nil: it is one product
	Lowest   *Product // the cheapest variant, or the product itself
	Same     bool     // all variants cost the same
	variants []*Product
}

// SoldOut reports whether nothing of it is left: of a product, or of any of its variants.
func (o *Offer) SoldOut(left stock.Stock) bool {
	if o.Group == nil {
		return left.SoldOut(o.Slug)
	}
	return !slices.ContainsFunc(o.variants, func(v *Product) bool { return !left.SoldOut(v.Slug) })
}

// SoldOutLast puts offers of which nothing is left behind the others.
func SoldOutLast(offers []Offer, left stock.Stock) []Offer {
	sorted := make([]Offer, 0, len(offers))
	var gone []Offer
	for i := range offers {
		if offers[i].SoldOut(left) {
			gone = append(gone, offers[i])
		} else {
			sorted = append(sorted, offers[i])
		}
	}
	return append(sorted, gone...)
}

// Offers puts the variants of each group into one place, that of the first.
func (a *Assortment) Offers(products []*Product, language shop.Language) []Offer {
	offers, shown := make([]Offer, 0, len(products)), make(map[string]bool)
	for _, p := range products {
		if p.Group != "" {
			if shown[p.Group] {
				continue
			}
			shown[p.Group] = true
		}
		offers = append(offers, a.offer(p, language))
	}
	return offers
}

func (a *Assortment) offer(p *Product, language shop.Language) Offer {
	o := Offer{Product: p, Lowest: p, Same: true}
	variants := a.Variants(p)
	if o.Group = a.Group(p); o.Group == nil || len(variants) < 2 {
		o.Group = nil
		return o
	}
	o.variants = variants
	values := make(map[string]bool)
	for _, v := range variants {
		values[InLanguage(v.Feature1, language)] = true
		o.Same = o.Same && v.Price == p.Price
		if v.Price < o.Lowest.Price {
			o.Lowest = v
		}
	}
	if o.Variants = len(values); o.Variants < 2 {
		o.Variants = len(variants) // they differ in something else
	}
	return o
}

// Single returns a product as one of its own, whatever group it is in.
func Single(p *Product) Offer { return Offer{Product: p, Lowest: p, Same: true} }

// Singles are products each of its own.
func Singles(products []*Product) []Offer {
	offers := make([]Offer, len(products))
	for i, p := range products {
		offers[i] = Single(p)
	}
	return offers
}

// Related returns some other products of the same category, at most as many: those that
// follow by name, so that each page leads to others.
func (a *Assortment) Related(to *Product, language shop.Language, most int) []Offer {
	all := a.Browse(Browse{Category: to.CategorySlug, Sort: SortName, Language: language})
	at := slices.Index(all, to)
	others := slices.Concat(all[at+1:], all[:max(0, at)])
	others = slices.DeleteFunc(others, func(p *Product) bool { return to.Group != "" && p.Group == to.Group })
	offers := a.Offers(others[:min(len(others), 64)], language)
	return offers[:min(len(offers), most)]
}
