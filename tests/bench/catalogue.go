package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"kontor/internal/demo"
	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
)

// products is the size of the catalogue; pageLimit and searchLimit are the most that its
// pages and searches may take.
const (
	products    = 5000
	pageLimit   = 10 * time.Millisecond
	searchLimit = 15 * time.Millisecond
)

// framePage is a storefront page without products, with which the pages with products
// are compared.
const framePage = "page without products (/versand/)"

// measureCatalogue measures how long the storefront's pages take on the server with a
// large catalogue. All pages take turns.
func measureCatalogue(ctx context.Context, dir string, o *options, w io.Writer) (err error) {
	place := filepath.Join(dir, "catalogue")
	if err := os.Mkdir(place, 0o700); err != nil {
		return err
	}
	s, err := openShop(ctx, place, "")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if err := s.widenCatalogue(ctx); err != nil {
		return err
	}
	visitor, err := signIn(ctx, s.base)
	if err != nil {
		return err
	}
	pages, results := cataloguePages(visitor), make(readResults)
	for range o.Rounds {
		for i := range pages {
			if err := results.measure(ctx, &pages[i], products, o); err != nil {
				return err
			}
		}
	}
	return results.writePages(w, pages, o)
}

// widenCatalogue adds variants of the demo's products until there are enough.
func (s *servedShop) widenCatalogue(ctx context.Context) error {
	originals, state, err := s.db.WholeProducts(ctx)
	if err != nil {
		return err
	}
	more := make([]catalogue.Replacement, products-len(originals))
	for i := range more {
		more[i].After = variant(&originals[i%len(originals)], i)
	}
	return s.db.ImportProducts(ctx, more, nil, time.Now(), state)
}

// variant returns a new product that resembles another one.
func variant(p *catalogue.Product, number int) catalogue.Product {
	other := *p
	other.Slug = fmt.Sprintf("%s-%d", p.Slug, number)
	other.BestsellerLabel = false
	other.Names = make(map[shop.Language]string)
	for language, name := range p.Names {
		other.Names[language] = fmt.Sprintf("%s, Nr. %d", name, number)
	}
	return other
}

// cataloguePages are the measured pages, each with every way in which shoppers request
// it.
func cataloguePages(visitor *operator) []reading {
	originals := demo.Products()
	random := rand.New(rand.NewPCG(seed, 1))
	page := func(name string, path func(p *catalogue.Product) string, t target) reading {
		return reading{name, func(ctx context.Context) error {
			body, err := visitor.get(ctx, path(&originals[random.IntN(len(originals))]))
			if err == nil && !strings.Contains(string(body), "</html>") {
				err = fmt.Errorf("%s: no whole page", name)
			}
			return err
		}, t}
	}
	limit := target{99, pageLimit}
	word := func(p *catalogue.Product) string { return strings.Fields(p.Names["fr"])[0] }
	return append([]reading{
		{emptyReading, func(ctx context.Context) error { _, err := visitor.get(ctx, "/healthz"); return err }, target{}},
		page(framePage, func(*catalogue.Product) string { return "/versand/" }, target{}),
		page("first page", func(*catalogue.Product) string { return "/" }, limit),
		page("page of a search", func(p *catalogue.Product) string { return "/fr/?q=" + url.QueryEscape(word(p)) }, target{99, searchLimit}),
		page("category, by unit price", func(p *catalogue.Product) string {
			return "/?kategorie=" + p.CategorySlug + "&sortierung=" + string(catalogue.SortUnitPrice)
		}, limit),
		page("last page, in English", func(*catalogue.Product) string { return "/en/?seite=99" }, limit),
		page("product", func(p *catalogue.Product) string { return "/produkt/" + p.Slug }, limit),
	}, suggestions(visitor)...)
}

// suggestions are searches while somebody types, from the one that finds most to those that
// have to try everything.
func suggestions(visitor *operator) (all []reading) {
	for _, s := range [][2]string{
		{"one letter", "s"}, {"a beginning", "woll"}, {"three words", "merinowolle petrol 50"}, {"a slip in a long word", "strikcnadeln"},
		{"a compound's tail", "anfangshäkelgarn"}, {"what nothing resembles", "quwertzuiopquwertzuiop xylophonstimmgabel"},
	} {
		path := "/api/suche?q=" + url.QueryEscape(s[1])
		all = append(all, reading{"suggestions: " + s[0], func(ctx context.Context) error { _, err := visitor.get(ctx, path); return err }, target{99, searchLimit}})
	}
	return all
}

func (results readResults) writePages(w io.Writer, pages []reading, o *options) error {
	t := table{
		title: fmt.Sprintf("Pages of the storefront with %d products by one client, %d rounds of %v", products, o.Rounds, o.duration()),
		head:  []string{"", "p50", "p99", "p50 ÷ empty", "p50 ÷ without products", "p99 ÷ without products", "target"},
	}
	empty, frame := results[emptyReading][products], results[framePage][products]
	for _, r := range pages {
		f := results[r.name][products]
		reached := ""
		if r.target != (target{}) {
			reached = verdict(r.target.String(), f.of(r.target.percentile).median() < inMillis(r.target.limit))
		}
		t.add(r.name, millis(f.p50.median()), f.p99.spread(millis, ""), digits(f.p50.over(empty.p50).median())+" ×",
			f.p50.over(frame.p50).spread(digits, " ×"), f.p99.over(frame.p99).spread(digits, " ×"), reached)
	}
	return t.write(w)
}
