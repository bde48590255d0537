package storefront

import (
	"net/url"
	"strconv"
	"strings"

	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
)

// The parameters in the catalogue's URL.
const (
	fieldQuery      = "q"
	fieldCategory   = "kategorie"
	fieldSort       = "sortierung"
	fieldBestseller = "bestseller"
	fieldInStock    = "lieferbar"
	fieldPage       = "seite"
)

// asked is what a visitor asks of the catalogue, as it stands in the URL.
type asked struct {
	catalogue.Browse
	Query      string
	bestseller bool // only the best sellers, whatever else was asked
	inStock    bool // nothing that is sold out
	own        bool // on the category's own page
}

func readAsked(query url.Values, language shop.Language) asked {
	return asked{
		Browse: catalogue.Browse{
			Category: query.Get(fieldCategory), Sort: catalogue.Sorting(query.Get(fieldSort)), Language: language,
		},
		Query:      strings.TrimSpace(cut(query.Get(fieldQuery), shop.MaxText)),
		bestseller: query.Get(fieldBestseller) == "1",
		inStock:    query.Get(fieldInStock) == "1",
	}
}

// everything reports whether this is the shop's own page.
func (a asked) everything() bool { return a == asked{Browse: catalogue.Browse{Language: a.Language}} }

// path returns the path of the page without its parameters and its language.
func (a asked) path() string {
	if a.own {
		return categoryPath(a.Category)
	}
	return "/"
}

func categoryPath(slug string) string { return "/kategorie/" + slug + "/" }

// values returns the URL parameters that ask for the same.
func (a asked) values() url.Values {
	query := make(url.Values)
	for field, value := range map[string]string{fieldQuery: a.Query, fieldCategory: a.Category, fieldSort: string(a.Sort)} {
		if value != "" && (field != fieldCategory || !a.own) {
			query.Set(field, value)
		}
	}
	for field, wanted := range map[string]bool{fieldBestseller: a.bestseller, fieldInStock: a.inStock} {
		if wanted {
			query.Set(field, "1")
		}
	}
	return query
}

// page returns the URL of one of the pages with what was asked for.
func (a asked) page(p *shopPage, number int) string {
	query := a.values()
	if number > 1 {
		query.Set(fieldPage, strconv.Itoa(number))
	}
	address := p.Path(a.path())
	if encoded := query.Encode(); encoded != "" {
		address += "?" + encoded
	}
	return address
}

// in returns the same question about another category; without a search, on its own
// page.
func (a asked) in(category string) asked {
	a.Category, a.bestseller = category, false
	a.own = category != "" && a.Query == ""
	return a
}

// choice is one of several values of a field.
type choice struct {
	Value, Name string
	URL         string
	Chosen      bool
}

// categories offers all categories, each with the visitor's search and sorting.
func (v *catalogueView) categories(a *catalogue.Assortment) ([]choice, error) {
	all, err := v.Text("shop.category.all")
	choices := []choice{v.category("", all)}
	for _, c := range a.Filled() {
		choices = append(choices, v.category(c.Slug, catalogue.InLanguage(c.Names, v.Language)))
	}
	return choices, err
}

func (v *catalogueView) category(slug, name string) choice {
	return choice{slug, name, v.asked.in(slug).page(v.shopPage, 1), !v.Bestseller && slug == v.asked.Category}
}

func (v *catalogueView) sortings() ([]choice, error) {
	var choices []choice
	for _, sorting := range catalogue.Sortings {
		key := "shop.sort.recommended"
		if sorting != catalogue.SortRecommended {
			key = "shop.sort." + string(sorting)
		}
		name, err := v.Text(key)
		if err != nil {
			return nil, err
		}
		choices = append(choices, choice{Value: string(sorting), Name: name, Chosen: sorting == v.asked.Sort})
	}
	return choices, nil
}
