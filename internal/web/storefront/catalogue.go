package storefront

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
	"kontor/internal/web/kit"
)

// productsAtOnce is how many products one page of the catalogue shows.
const productsAtOnce = 48

// bestsellersAtMost is how many best sellers there are.
// Spec: GET /api/bestseller, rule 5.
const bestsellersAtMost = 6

// catalogueView is a page of the catalogue.
type catalogueView struct {
	*shopPage
	asked      asked
	Heading    string
	Query      string
	Partly     bool   // no product has all the words of the query
	Category   string // slug of the selected one, outside of its own page; empty: all
	Action     string // URL of the page without what was asked
	Categories []choice
	Sortings   []choice
	Bestseller bool // only the best sellers, in rank order
	InStock    bool // nothing that is sold out
	AnySoldOut bool // so that it makes a difference
	Found      int64
	Products   []cardView
	Previous   string // URL of the page before; empty: this is the first
	Next       string
	number     int // of the page, from 1
}

// cataloguePage shows the products that the visitor selected.
func (s *Storefront) cataloguePage(w http.ResponseWriter, r *http.Request, p *shopPage) error {
	a, err := s.shop.Catalogue.Assortment(r.Context())
	if err != nil {
		return err
	}
	return s.showCatalogue(w, r, p, a, readAsked(r.URL.Query(), p.Language))
}

// categoryPage shows the products of one category, on a page of its own.
func (s *Storefront) categoryPage(w http.ResponseWriter, r *http.Request, p *shopPage) error {
	a, err := s.shop.Catalogue.Assortment(r.Context())
	if err != nil {
		return err
	}
	ask := readAsked(r.URL.Query(), p.Language)
	ask.Category, ask.own = r.PathValue("slug"), true
	if a.Category(ask.Category) == nil {
		return kit.ErrNotFound
	}
	return s.showCatalogue(w, r, p, a, ask)
}

func (s *Storefront) showCatalogue(w http.ResponseWriter, r *http.Request, p *shopPage, a *catalogue.Assortment, ask asked) error {
	view := catalogueView{shopPage: p, asked: ask, Query: ask.Query, Bestseller: ask.bestseller, InStock: ask.inStock, Action: p.Path(ask.path())}
	if !ask.own {
		view.Category = ask.Category
	}
	offers, err := s.selected(r, a, &view)
	if err != nil {
		return err
	}
	view.Found = int64(len(offers))
	p.keep(ask.values())
	p.Search, p.Script = ask.Query, "catalogue.js"
	view.Categories, err = view.categories(a)
	if err == nil {
		view.Sortings, err = view.sortings()
	}
	if err == nil {
		view.Heading, err = view.heading(a)
	}
	if err != nil {
		return err
	}
	if view.Title = view.Heading; ask.everything() {
		view.Title = "" // the shop's own page
	}
	if view.Products, err = p.cards(view.turn(offers, r.URL.Query().Get(fieldPage))); err != nil {
		return err
	}
	view.summarize()
	return pages.Show(w, http.StatusOK, "catalogue.html", &view)
}

// selected returns what the visitor asked for. Best sellers are shown one by one, as
// they are counted.
func (s *Storefront) selected(r *http.Request, a *catalogue.Assortment, view *catalogueView) ([]catalogue.Offer, error) {
	ask := &view.asked
	switch {
	case ask.bestseller:
		slugs, err := s.shop.Catalogue.Bestsellers(r.Context())
		return catalogue.Singles(a.OfferedBy(slugs)), err
	case ask.Query != "":
		found, err := s.shop.Catalogue.Find(r.Context(), ask.Query, view.Language, view.left)
		view.Partly = !found.Whole
		return view.withoutSoldOut(a.Offers(a.Among(found.Products, ask.Browse), view.Language)), err
	}
	return view.withoutSoldOut(catalogue.SoldOutLast(a.Offers(a.Browse(ask.Browse), view.Language), view.left)), nil
}

// withoutSoldOut leaves out what is sold out, if that is wanted.
func (v *catalogueView) withoutSoldOut(offers []catalogue.Offer) []catalogue.Offer {
	soldOut := func(o catalogue.Offer) bool { return o.SoldOut(v.left) }
	v.AnySoldOut = slices.ContainsFunc(offers, soldOut)
	if !v.InStock {
		return offers
	}
	return slices.DeleteFunc(offers, soldOut)
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

// summarize sets what search engines are shown of the page: not what somebody searched or
// sorted, but all of the shop or a category, page by page.
func (v *catalogueView) summarize() {
	v.Unlisted = v.Query != "" || v.Bestseller || v.InStock || v.asked.Sort != catalogue.SortRecommended
	var names []string
	if v.asked.Category == "" {
		for _, c := range v.Categories[1:] {
			names = append(names, c.Name)
		}
	} else {
		v.main = categoryPath(v.asked.Category)
	}
	if v.number > 1 {
		v.main = cmp.Or(v.main, "/") + "?" + fieldPage + "=" + strconv.Itoa(v.number)
	}
	for _, product := range v.Products[:min(len(v.Products), 4)] {
		names = append(names, product.Name)
	}
	v.describe(v.Heading+v.Colon()+" "+strings.Join(names, ", "), "")
}

// turn sets the links to the previous and next pages, and returns what is on this one.
func (v *catalogueView) turn(offers []catalogue.Offer, page string) []catalogue.Offer {
	last := max(0, len(offers)-1) / productsAtOnce
	number, _ := strconv.Atoi(page) // anything but a number is the first page
	number = min(max(number, 1), last+1)
	if v.number = number; number > 1 {
		v.Previous = v.asked.page(v.shopPage, number-1)
	}
	if number <= last {
		v.Next = v.asked.page(v.shopPage, number+1)
	}
	from := (number - 1) * productsAtOnce
	return offers[from:min(from+productsAtOnce, len(offers))]
}

func (v *catalogueView) heading(a *catalogue.Assortment) (string, error) {
	switch name := a.CategoryName(v.asked.Category, v.Language); {
	case v.Bestseller:
		return v.Text("shop.bestseller.heading")
	case v.Query != "":
		return v.Text("shop.search.heading", "Query", v.Query)
	case name != "":
		return name, nil
	}
	return v.Text("shop.welcome")
}

// cardsPart returns the products named in the URL, in its order, as the part of a page
// that scripts insert into the catalogue.
func (s *Storefront) cardsPart(w http.ResponseWriter, r *http.Request, p *shopPage) error {
	slugs := r.URL.Query()["slug"]
	if len(slugs) > productsAtOnce {
		return shop.ErrBadRequest
	}
	a, err := s.shop.Catalogue.Assortment(r.Context())
	if err != nil {
		return err
	}
	views, err := p.cards(catalogue.Singles(a.OfferedBy(slugs)))
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
