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

func slugs(products []catalogue.Product) []string {
	var all []string
	for _, p := range products {
		all = append(all, p.Slug)
	}
	return all
}

func TestBrowse(t *testing.T) {
	t.Parallel()
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
		"part of a word":           {catalogue.Browse{Language: "de", Query: "WOLLE"}, []string{"merinowolle-petrol", "sockenwolle"}},
		"two words":                {catalogue.Browse{Language: "de", Query: " petrol  merino "}, []string{"merinowolle-petrol"}},
		"without its accents":      {catalogue.Browse{Language: "fr", Query: "merinos"}, []string{"merinowolle-petrol"}},
		"umlaut and sharp s":       {catalogue.Browse{Language: "de", Query: "knopfe weiss"}, []string{"knoepfe"}},
		"decomposed":               {catalogue.Browse{Language: "de", Query: "A\u0308rmel"}, []string{"aermelschoner"}},
		"nothing":                  {catalogue.Browse{Language: "de", Query: "schere"}, nil},
	} {
		products := shelf()
		if got := slugs(test.browse.Of(products)); !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
		if !slices.Equal(slugs(products), slugs(shelf())) {
			t.Errorf("%s: the catalogue was sorted", name)
		}
	}
}

func TestCategoriesOf(t *testing.T) {
	t.Parallel()
	products := shelf()
	products[0].Active, products[2].Active = false, false
	if got := catalogue.CategoriesOf(products); !slices.Equal(got, []string{"wolle"}) {
		t.Errorf("categories %v", got)
	}
}
