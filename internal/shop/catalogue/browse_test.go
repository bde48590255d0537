package catalogue_test

import (
	"slices"
	"testing"

	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
)

func shelf() []catalogue.Product {
	product := func(slug, category, de, fr string, price, unitPrice float64, label bool) catalogue.Product {
		return catalogue.Product{
			Slug: slug, CategorySlug: category, Price: price, UnitPrice: unitPrice, Active: true, BestsellerLabel: label,
			Names: map[shop.Language]string{"de": de, "en": de, "fr": fr, "it": de},
		}
	}
	gone := product("alte-wolle", "wolle", "Alte Wolle", "Vieille laine", 1, 1, true)
	gone.Active = false
	return []catalogue.Product{
		product("knoepfe", "kurzwaren", "Knöpfe weiß", "Boutons en nacre", 4.8, 0, false),
		product("merinowolle-petrol", "wolle", "Merinowolle Petrol", "Laine mérinos", 5.95, 119, true),
		product("aermelschoner", "kurzwaren", "Ärmelschoner", "Manchettes", 4.8, 0, false),
		product("sockenwolle", "wolle", "Sockenwolle", "Laine à chaussettes", 8.9, 89, false),
		gone,
	}
}

func assortment(products []catalogue.Product) *catalogue.Assortment {
	a := &catalogue.Assortment{Products: products}
	a.Arrange()
	return a
}

func slugs(products []*catalogue.Product) []string {
	var all []string
	for _, p := range products {
		all = append(all, p.Slug)
	}
	return all
}

func TestBrowse(t *testing.T) {
	t.Parallel()
	a := assortment(shelf())
	for name, test := range map[string]struct {
		browse catalogue.Browse
		want   []string
	}{
		"everything, labels first": {catalogue.Browse{Language: "de"}, []string{"merinowolle-petrol", "aermelschoner", "knoepfe", "sockenwolle"}},
		"a category":               {catalogue.Browse{Language: "de", Category: "wolle"}, []string{"merinowolle-petrol", "sockenwolle"}},
		"no such category":         {catalogue.Browse{Language: "de", Category: "holz"}, nil},
		"by name":                  {catalogue.Browse{Language: "de", Sort: catalogue.SortName}, []string{"aermelschoner", "knoepfe", "merinowolle-petrol", "sockenwolle"}},
		"by a French name":         {catalogue.Browse{Language: "fr", Sort: catalogue.SortName}, []string{"knoepfe", "sockenwolle", "merinowolle-petrol", "aermelschoner"}},
		"cheapest":                 {catalogue.Browse{Language: "de", Sort: catalogue.SortCheapest}, []string{"aermelschoner", "knoepfe", "merinowolle-petrol", "sockenwolle"}},
		"dearest":                  {catalogue.Browse{Language: "de", Sort: catalogue.SortDearest}, []string{"sockenwolle", "merinowolle-petrol", "aermelschoner", "knoepfe"}},
		"by measure":               {catalogue.Browse{Language: "de", Sort: catalogue.SortUnitPrice}, []string{"sockenwolle", "merinowolle-petrol", "aermelschoner", "knoepfe"}},
		"an unknown order":         {catalogue.Browse{Language: "de", Sort: "zufall"}, []string{"merinowolle-petrol", "aermelschoner", "knoepfe", "sockenwolle"}},
	} {
		if got := slugs(a.Browse(test.browse)); !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
}

// What a search found stays in its order, unless another one is wanted.
func TestAmong(t *testing.T) {
	t.Parallel()
	a := assortment(shelf())
	found := a.OfferedBy([]string{"sockenwolle", "knoepfe", "merinowolle-petrol", "alte-wolle"})
	for browse, want := range map[catalogue.Browse][]string{
		{Language: "de"}:                    {"sockenwolle", "knoepfe", "merinowolle-petrol"},
		{Language: "de", Category: "wolle"}: {"sockenwolle", "merinowolle-petrol"},
		{Language: "de", Category: "wolle", Sort: catalogue.SortCheapest}: {"merinowolle-petrol", "sockenwolle"},
		{Language: "de", Sort: "zufall"}:                                  {"sockenwolle", "knoepfe", "merinowolle-petrol"},
	} {
		if got := slugs(a.Among(found, browse)); !slices.Equal(got, want) {
			t.Errorf("%+v: %v, want %v", browse, got, want)
		}
	}
	if got := slugs(a.Browse(catalogue.Browse{Language: "de", Sort: catalogue.SortDearest})); len(got) != 4 {
		t.Errorf("afterwards the catalogue has %v", got)
	}
}

func TestFilledCategories(t *testing.T) {
	t.Parallel()
	a := &catalogue.Assortment{Products: shelf(), Categories: []catalogue.Category{{Slug: "wolle"}, {Slug: "holz"}, {Slug: "kurzwaren"}}}
	for _, i := range []int{0, 2} {
		a.Products[i].Active = false
	}
	a.Arrange()
	if got := a.Filled(); len(got) != 1 || got[0].Slug != "wolle" {
		t.Errorf("categories %v", got)
	}
}

// The variants of a group stand in one place, with how many they are and what the
// cheapest costs.
func TestOffers(t *testing.T) {
	t.Parallel()
	products := shelf()
	for i, at := range []int{1, 3, 4} { // the third is not sold
		products[at].Group, products[at].Place = "garne", int64(9-i)
		products[at].Feature1 = map[shop.Language]string{"de": string(rune('a' + i))}
	}
	a := &catalogue.Assortment{Products: products, Groups: []catalogue.Group{{Slug: "garne", Names: map[shop.Language]string{"de": "Garne"}, Feature1: "farbe"}}}
	a.Arrange()
	offers := a.Offers(a.Browse(catalogue.Browse{Language: "de", Sort: catalogue.SortDearest}), "fr")
	var shown []string
	for _, o := range offers {
		shown = append(shown, o.Slug)
	}
	if !slices.Equal(shown, []string{"sockenwolle", "aermelschoner", "knoepfe"}) {
		t.Errorf("offers %v", shown)
	}
	if o := offers[0]; o.Variants != 2 || o.Group == nil || o.Lowest.Slug != "merinowolle-petrol" || o.Same {
		t.Errorf("the group: %+v", o)
	}
	if o := offers[1]; o.Variants != 0 || o.Group != nil || o.Lowest != o.Product {
		t.Errorf("a product alone: %+v", o)
	}
	if got := slugs(a.Variants(offers[0].Product)); !slices.Equal(got, []string{"sockenwolle", "merinowolle-petrol"}) {
		t.Errorf("variants %v", got)
	}
	for _, o := range a.Related(offers[0].Product, "de", 4) {
		t.Errorf("related to itself: %s", o.Slug)
	}
}
