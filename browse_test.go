package kontor_test

import (
	"slices"
	"testing"

	"kontor"
)

func shelf() []kontor.Product {
	product := func(slug, category, de, fr string, price, unitPrice float64, label bool) kontor.Product {
		return kontor.Product{
			Slug: slug, CategorySlug: category, Price: price, UnitPrice: unitPrice, Active: true, BestsellerLabel: label,
			Names: map[kontor.Language]string{"de": de, "en": de, "fr": fr, "it": de},
		}
	}
	gone := product("alte-wolle", "wolle", "Alte Wolle", "Vieille laine", 1, 1, true)
	gone.Active = false
	return []kontor.Product{
		product("knoepfe", "kurzwaren", "Knöpfe weiß", "Boutons en nacre", 4.8, 0, false),
		product("merinowolle-petrol", "wolle", "Merinowolle Petrol", "Laine mérinos", 5.95, 119, true),
		product("aermelschoner", "kurzwaren", "Ärmelschoner", "Manchettes", 4.8, 0, false),
		product("sockenwolle", "wolle", "Sockenwolle", "Laine à chaussettes", 8.9, 89, false),
		gone,
	}
}

func slugs(products []kontor.Product) []string {
	var all []string
	for _, p := range products {
		all = append(all, p.Slug)
	}
	return all
}

func TestBrowse(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		browse kontor.Browse
		want   []string
	}{
		"everything, labels first": {kontor.Browse{Language: "de"}, []string{"merinowolle-petrol", "aermelschoner", "knoepfe", "sockenwolle"}},
		"a category":               {kontor.Browse{Language: "de", Category: "wolle"}, []string{"merinowolle-petrol", "sockenwolle"}},
		"no such category":         {kontor.Browse{Language: "de", Category: "holz"}, nil},
		"by name":                  {kontor.Browse{Language: "de", Sort: kontor.SortName}, []string{"aermelschoner", "knoepfe", "merinowolle-petrol", "sockenwolle"}},
		"by a French name":         {kontor.Browse{Language: "fr", Sort: kontor.SortName}, []string{"knoepfe", "sockenwolle", "merinowolle-petrol", "aermelschoner"}},
		"cheapest":                 {kontor.Browse{Language: "de", Sort: kontor.SortCheapest}, []string{"aermelschoner", "knoepfe", "merinowolle-petrol", "sockenwolle"}},
		"dearest":                  {kontor.Browse{Language: "de", Sort: kontor.SortDearest}, []string{"sockenwolle", "merinowolle-petrol", "aermelschoner", "knoepfe"}},
		"by measure":               {kontor.Browse{Language: "de", Sort: kontor.SortUnitPrice}, []string{"sockenwolle", "merinowolle-petrol", "aermelschoner", "knoepfe"}},
		"an unknown order":         {kontor.Browse{Language: "de", Sort: "zufall"}, []string{"merinowolle-petrol", "aermelschoner", "knoepfe", "sockenwolle"}},
		"part of a word":           {kontor.Browse{Language: "de", Query: "WOLLE"}, []string{"merinowolle-petrol", "sockenwolle"}},
		"two words":                {kontor.Browse{Language: "de", Query: " petrol  merino "}, []string{"merinowolle-petrol"}},
		"without its accents":      {kontor.Browse{Language: "fr", Query: "merinos"}, []string{"merinowolle-petrol"}},
		"umlaut and sharp s":       {kontor.Browse{Language: "de", Query: "knopfe weiss"}, []string{"knoepfe"}},
		"decomposed":               {kontor.Browse{Language: "de", Query: "A\u0308rmel"}, []string{"aermelschoner"}},
		"nothing":                  {kontor.Browse{Language: "de", Query: "schere"}, nil},
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
	if got := kontor.CategoriesOf(products); !slices.Equal(got, []string{"wolle"}) {
		t.Errorf("categories %v", got)
	}
}
