package storefront

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
)

// productsAtOnce is how many products one page of the catalogue shows.
const productsAtOnce = 48

// bestsellersAtMost is how many best sellers there are.
// Spec: GET /api/bestseller, rule 5.
const bestsellersAtMost = 6

// The parameters in the catalogue's URL.
const (
	fieldQuery      = "q"
	fieldCategory   = "kategorie"
	fieldSort       = "sortierung"
	fieldBestseller = "bestseller"
	fieldPage       = "seite"
)

// catalogueView is a page of the catalogue.
type catalogueView struct {
	*shopPage
	Heading    string
	Query      string
	Category   string // slug of the selected one; empty: all
	Categories []choice
	Sortings   []choice
	Bestseller bool // only the best sellers, in rank order
	Found      int64
	Products   []productView
	Previous   string // URL of the page before; empty: this is the first
	Next       string
}

// choice is one of several values of a field.
type choice struct {
	Value, Name string
	URL         string
	Chosen      bool
}

// cataloguePage shows the products that the visitor selected.
func (s *Storefront) cataloguePage(w http.ResponseWriter, r *http.Request, p *shopPage) error {
	query := r.URL.Query()
	browse := catalogue.Browse{
		Query: cut(query.Get(fieldQuery), shop.MaxText), Category: query.Get(fieldCategory),
		Sort: catalogue.Sorting(query.Get(fieldSort)), Language: p.Language,
	}
	products, err := s.shop.Catalogue.Products(r.Context())
	if err != nil {
		return err
	}
	found, bestseller := browse.Of(products), query.Get(fieldBestseller) == "1"
	if bestseller {
		if found, err = s.bestsellersAmong(r, products); err != nil {
			return err
		}
	}
	p.keep(kept(browse, bestseller))
	p.Search, p.Script = browse.Query, "catalogue.js"
	view := catalogueView{
		shopPage: p, Query: browse.Query, Category: browse.Category, Bestseller: bestseller, Found: int64(len(found)),
	}
	return s.showCatalogue(w, &view, browse, products, found, query.Get(fieldPage))
}

func (s *Storefront) showCatalogue(w http.ResponseWriter, view *catalogueView, browse catalogue.Browse, products, found []catalogue.Product, page string) (err error) {
	if view.Categories, err = view.categories(browse, products); err != nil {
		return err
	}
	if view.Sortings, err = view.sortings(browse.Sort); err != nil {
		return err
	}
	if view.Heading, err = view.heading(); err != nil {
		return err
	}
	view.Title = view.Heading
	if browse == (catalogue.Browse{Language: browse.Language}) && !view.Bestseller {
		view.Title = "" // the shop's own page
	}
	shown := view.turn(browse, found, page)
	if view.Products, err = view.products(shown); err != nil {
		return err
	}
	return pages.Show(w, http.StatusOK, "catalogue.html", view)
}

// Counts returns the texts with the number of products shown, from none to all of the
// best sellers, for scripts.
func (v *catalogueView) Counts() ([]string, error) {
	texts := make([]string, bestsellersAtMost+1)
	for n := range texts {
		var err error
		if texts[n], err = v.Count("shop.found", int64(n)); err != nil {
			return nil, err
		}
	}
	return texts, nil
}

// turn sets the links to the previous and next pages, and returns the products of this
// one.
func (v *catalogueView) turn(browse catalogue.Browse, found []catalogue.Product, page string) []catalogue.Product {
	last := max(0, len(found)-1) / productsAtOnce
	number, _ := strconv.Atoi(page) // anything but a number is the first page
	number = min(max(number, 1), last+1)
	at := func(number int) string {
		query := kept(browse, v.Bestseller)
		if number > 1 {
			query.Set(fieldPage, strconv.Itoa(number))
		}
		return v.catalogueURL(query)
	}
	if number > 1 {
		v.Previous = at(number - 1)
	}
	if number <= last {
		v.Next = at(number + 1)
	}
	from := (number - 1) * productsAtOnce
	return found[from:min(from+productsAtOnce, len(found))]
}

// kept returns the URL parameters that select the same products.
func kept(browse catalogue.Browse, bestseller bool) url.Values {
	query := make(url.Values)
	for field, value := range map[string]string{
		fieldQuery: browse.Query, fieldCategory: browse.Category, fieldSort: string(browse.Sort),
	} {
		if value != "" {
			query.Set(field, value)
		}
	}
	if bestseller {
		query.Set(fieldBestseller, "1")
	}
	return query
}

func (v *catalogueView) catalogueURL(query url.Values) string {
	address := v.Path("/")
	if encoded := query.Encode(); encoded != "" {
		address += "?" + encoded
	}
	return address
}

// categories offers all categories, each with the visitor's search and sorting.
func (v *catalogueView) categories(browse catalogue.Browse, products []catalogue.Product) ([]choice, error) {
	all, err := v.Text("shop.category.all")
	if err != nil {
		return nil, err
	}
	offer := func(slug, name string) choice {
		there := browse
		there.Category = slug
		return choice{slug, name, v.catalogueURL(kept(there, false)), !v.Bestseller && slug == browse.Category}
	}
	choices := []choice{offer("", all)}
	for _, slug := range catalogue.CategoriesOf(products) {
		name, err := v.category(slug)
		if err != nil {
			return nil, err
		}
		choices = append(choices, offer(slug, name))
	}
	return choices, nil
}

func (v *catalogueView) sortings(chosen catalogue.Sorting) ([]choice, error) {
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
		choices = append(choices, choice{Value: string(sorting), Name: name, Chosen: sorting == chosen})
	}
	return choices, nil
}

func (v *catalogueView) heading() (string, error) {
	switch {
	case v.Bestseller:
		return v.Text("shop.bestseller.heading")
	case v.Query != "":
		return v.Text("shop.search.heading", "Query", v.Query)
	case v.Category != "":
		return v.category(v.Category)
	}
	return v.Text("shop.welcome")
}

// bestsellersAmong returns the best-selling products that the catalogue still offers,
// best first.
func (s *Storefront) bestsellersAmong(r *http.Request, products []catalogue.Product) ([]catalogue.Product, error) {
	slugs, err := s.shop.Catalogue.Bestsellers(r.Context())
	return bySlugs(products, slugs), err
}

// bySlugs returns the active products with these slugs, in their order.
func bySlugs(products []catalogue.Product, slugs []string) []catalogue.Product {
	var found []catalogue.Product
	for _, slug := range slugs {
		i := slices.IndexFunc(products, func(p catalogue.Product) bool { return p.Slug == slug && p.Active })
		if i >= 0 {
			found = append(found, products[i])
		}
	}
	return found
}

// cards returns the products named in the URL, in its order, as the part of a page that
// scripts insert into the catalogue.
func (s *Storefront) cards(w http.ResponseWriter, r *http.Request, p *shopPage) error {
	slugs := r.URL.Query()["slug"]
	if len(slugs) > productsAtOnce {
		return shop.ErrBadRequest
	}
	products, err := s.shop.Catalogue.Products(r.Context())
	if err != nil {
		return err
	}
	views, err := p.products(bySlugs(products, slugs))
	if err != nil {
		return err
	}
	return pages.ShowPart(w, http.StatusOK, "catalogue.html", "cards", views)
}

// cut returns the beginning of a text, at most most characters.
func cut(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most])
	}
	return text
}
