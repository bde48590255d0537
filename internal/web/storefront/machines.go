package storefront

import (
	"encoding/xml"
	"net/http"
	"strings"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
	"kontor/internal/web/kit"
)

// machineRoutes are the files that search engines and markets read.
func (s *Storefront) machineRoutes() []kit.Route {
	all := []kit.Route{
		kit.On("GET", "/robots.txt", kit.Site, s.robots),
		kit.On("GET", "/favicon.ico", kit.Site, s.icon),
		kit.On("GET", "/sitemap.xml", kit.Site, s.sitemaps),
	}
	for _, language := range shop.Languages {
		p := &shopPage{Translator: s.translator(language, ""), Language: language, base: strings.TrimSuffix(s.BaseURL.String(), "/")}
		all = append(all,
			kit.On("GET", sitemapPath(language), kit.Site, func(w http.ResponseWriter, r *http.Request) error { return s.sitemap(w, r, p) }),
			kit.On("GET", "/feeds/google-"+string(language)+".tsv", kit.Site, func(w http.ResponseWriter, r *http.Request) error { return s.feed(w, r, p) }),
		)
	}
	return all
}

func sitemapPath(language shop.Language) string { return "/sitemap-" + string(language) + ".xml" }

// robots keeps search engines away from what is one visitor's own, and shows them the
// rest.
func (s *Storefront) robots(w http.ResponseWriter, r *http.Request) error {
	var b strings.Builder
	b.WriteString("User-agent: *\nDisallow: /api/\n")
	for _, language := range shop.Languages {
		for _, path := range []string{"/warenkorb/", checkoutPath, accountPath, "/danke/", orderPagePath, "/karten/"} {
			b.WriteString("Disallow: " + languagePrefix(language) + path + "\n")
		}
	}
	b.WriteString("\nSitemap: " + strings.TrimSuffix(s.BaseURL.String(), "/") + "/sitemap.xml\n")
	return s.file(w, r, "text/plain; charset=utf-8", []byte(b.String()))
}

// icon is for browsers that do not find the one that pages name.
func (s *Storefront) icon(w http.ResponseWriter, r *http.Request) error {
	content, err := files.ReadFile("favicon.ico")
	if err != nil {
		return err
	}
	return s.file(w, r, "image/x-icon", content)
}

func (s *Storefront) file(w http.ResponseWriter, r *http.Request, contentType string, content []byte) error {
	s.ForEverybody(r)
	s.WriteRevalidated(w, r, contentType, content)
	return nil
}

// The elements of sitemaps, as sitemaps.org and Google define them.
type (
	sitemapIndex struct {
		XMLName  xml.Name `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 sitemapindex"`
		Sitemaps []located
	}
	sitemapFile struct {
		XMLName xml.Name `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
		XHTML   string   `xml:"xmlns:xhtml,attr"`
		Pages   []located
	}
	located struct {
		XMLName    xml.Name
		Location   string      `xml:"loc"`
		Changed    string      `xml:"lastmod,omitempty"` // a day
		Alternates []alternate `xml:"xhtml:link"`
	}
	alternate struct {
		Rel      string        `xml:"rel,attr"`
		Language shop.Language `xml:"hreflang,attr"`
		Address  string        `xml:"href,attr"`
	}
)

func (s *Storefront) sitemaps(w http.ResponseWriter, r *http.Request) error {
	var index sitemapIndex
	for _, language := range shop.Languages {
		index.Sitemaps = append(index.Sitemaps, located{
			XMLName: xml.Name{Local: "sitemap"}, Location: strings.TrimSuffix(s.BaseURL.String(), "/") + sitemapPath(language),
		})
	}
	return s.writeXML(w, r, index)
}

// sitemap lists the pages of a language that sell something.
func (s *Storefront) sitemap(w http.ResponseWriter, r *http.Request, p *shopPage) error {
	a, err := s.shop.Catalogue.Assortment(r.Context())
	if err != nil {
		return err
	}
	changes, err := s.shop.Catalogue.Changes(r.Context())
	if err != nil {
		return err
	}
	list := sitemapFile{XHTML: "http://www.w3.org/1999/xhtml", Pages: []located{p.located("/", time.Time{})}}
	for _, category := range a.Filled() {
		list.Pages = append(list.Pages, p.located(categoryPath(category.Slug), time.Time{}))
	}
	for _, product := range a.Browse(catalogue.Browse{Sort: catalogue.SortName, Language: p.Language}) {
		list.Pages = append(list.Pages, p.located(productPath(product.Slug), changes[product.Slug]))
	}
	return s.writeXML(w, r, list)
}

// located is a page with its other languages, and when it changed last; zero: unknown.
func (p *shopPage) located(path string, changed time.Time) located {
	there := *p
	there.path = path
	page := located{XMLName: xml.Name{Local: "url"}, Location: there.Absolute(p.Language)}
	if !changed.IsZero() {
		page.Changed = string(shop.DayOf(changed))
	}
	for _, language := range shop.Languages {
		page.Alternates = append(page.Alternates, alternate{"alternate", language, there.Absolute(language)})
	}
	return page
}

func (s *Storefront) writeXML(w http.ResponseWriter, r *http.Request, document any) error {
	body, err := xml.Marshal(document)
	if err != nil {
		return err
	}
	return s.file(w, r, "application/xml; charset=utf-8", append([]byte(xml.Header), body...))
}
