package storefront

import (
	"cmp"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"kontor/internal/i18n"
	"kontor/internal/shop"
	"kontor/internal/shop/stock"
	"kontor/internal/shop/tax"
	"kontor/internal/web/kit"
)

// assets are the storefront's scripts and style sheets.
var assets = kit.LoadFolder("/assets/", kit.Dir{Files: files, Name: "static"}, kit.SharedModules)

// pages are the pages of the storefront, each within the frame.
var pages = kit.ParsePages(base(), files, "frame")

func base() *template.Template {
	base := template.New("").Funcs(template.FuncMap{"asset": kit.Assets.URL, "file": assets.URL})
	return template.Must(base.ParseFS(files, "templates/frame.html", "templates/parts.html"))
}

// shopPage is the common data of every page of the storefront. Its embedded translator
// renders texts in the page's language.
type shopPage struct {
	*i18n.Translator
	Language    shop.Language
	Shop        string
	Slug        string // prefix of the names under which the shop stores data in the browser
	Title       string // of the page, without the shop's name
	Search      string // content of the search field
	Private     bool   // the page is one visitor's own: not to be listed by search engines
	Unlisted    bool   // the page shows in another way what other pages show: likewise
	Description string // what the page is about, for search engines; empty: unknown
	Image       string // full URL of a photograph of that; empty: none
	Script      string // the page's own script; empty: none
	Nonce       string // authorises the page's own script in the content policy; empty: not needed
	Inside      bool   // the visitor has a site session that can be ended
	Public      bool   // no site session is needed
	TakesPayPal bool   // payments through PayPal are set up
	PayPalTest  bool   // and move no real money
	NamesBank   bool   // the account for transfers is known
	SendsMail   bool   // there is a sender of e-mails
	Tax         *tax.Seller

	Destination shop.Country // of the goods that the page is about; empty: known to the browser

	left  stock.Stock // of the products that the page shows
	today shop.Day
	path  string // of the page without the language
	main  string // of the page that shows the same to search engines; empty: itself
	query string // kept when the language is switched, with its question mark
	base  string // of absolute URLs
}

// Path returns the URL of a page in the page's language.
func (p *shopPage) Path(path string) string { return languagePrefix(p.Language) + path }

// Here returns the URL of the page in another language, for the language switch.
func (p *shopPage) Here(language shop.Language) string {
	return languagePrefix(language) + p.path + p.query
}

// Absolute returns the full URL of the page in a language, without its query, or of the
// page that shows the same.
func (p *shopPage) Absolute(language shop.Language) string {
	return p.base + languagePrefix(language) + cmp.Or(p.main, p.path)
}

// Template returns a text with the names of its values left in braces, for scripts to
// fill in: "Menge von {Name}".
func (p *shopPage) Template(key string, names ...string) (string, error) {
	var pairs []any
	for _, name := range names {
		pairs = append(pairs, name, "{"+name+"}")
	}
	return p.Text(key, pairs...)
}

// Modules returns the URLs of all scripts that the page needs, so that browsers fetch
// them at once instead of discovering one in another.
func (p *shopPage) Modules() ([]string, error) {
	all, err := assets.Modules("shop.js")
	if err != nil || p.Script == "" {
		return all, err
	}
	own, err := assets.Modules(p.Script)
	for _, address := range own {
		if !slices.Contains(all, address) {
			all = append(all, address)
		}
	}
	return all, err
}

// languagePrefix returns the prefix of the URLs of a language's pages.
func languagePrefix(l shop.Language) string {
	if l == shop.Languages[0] {
		return ""
	}
	return "/" + string(l)
}

// shopHandler shows a page of the storefront.
type shopHandler func(w http.ResponseWriter, r *http.Request, p *shopPage) error

// inLanguage prepares a page of the storefront in a language.
func (s *Storefront) inLanguage(language shop.Language, show shopHandler) kit.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		return show(w, r, s.shopPage(r, language))
	}
}

// impersonal marks a page as the same for every visitor without a session.
func (s *Storefront) impersonal(show shopHandler) shopHandler {
	return func(w http.ResponseWriter, r *http.Request, p *shopPage) error {
		s.ForEverybody(r)
		return show(w, r, p)
	}
}

// lasting marks such a page on which nobody types anything personal. In a public shop,
// browsers may keep it as it was, for visitors who go back to it.
func (s *Storefront) lasting(show shopHandler) shopHandler {
	return s.impersonal(func(w http.ResponseWriter, r *http.Request, p *shopPage) error {
		if s.Public {
			w.Header().Set("Cache-Control", "private, no-cache")
		}
		return show(w, r, p)
	})
}

func (s *Storefront) shopPage(r *http.Request, language shop.Language) *shopPage {
	return &shopPage{
		Translator: s.translator(language, ""), Language: language,
		Shop: s.Seller.Name, Slug: s.Slug, Inside: s.door.Inside(r), Public: s.Public, TakesPayPal: s.shop.Payments != nil,
		PayPalTest: s.shop.Payments != nil && s.shop.Payments.Sandbox,
		NamesBank:  s.Seller.Bank.IBAN != "", SendsMail: s.shop.Messages.SendsMail(), Tax: &s.Tax, today: shop.DayOf(s.Now()),
		path: strings.TrimPrefix(r.URL.Path, languagePrefix(language)),
		base: strings.TrimSuffix(s.BaseURL.String(), "/"),
	}
}

// translator returns the translator for customers in a language, about goods that go to
// a country; empty: unknown.
func (s *Storefront) translator(language shop.Language, to shop.Country) *i18n.Translator {
	return i18n.For(string(language)).Taxed(s.Tax.Words(to, shop.DayOf(s.Now())))
}

// ImportTax returns what buyers in a country have to know about the tax on imports;
// empty: they pay none.
func (p *shopPage) ImportTax(to shop.Country) (string, error) {
	key := p.Tax.ImportText(to)
	if key == "" {
		return "", nil
	}
	return p.Text(key)
}

// keep makes the language switch keep these parameters of the page's URL.
func (p *shopPage) keep(query url.Values) {
	if encoded := query.Encode(); encoded != "" {
		p.query = "?" + encoded
	}
}

// languageOfPath returns the language of the storefront's page at a path.
func languageOfPath(path string) shop.Language {
	for _, language := range shop.Languages[1:] {
		if strings.HasPrefix(path, "/"+string(language)+"/") {
			return language
		}
	}
	return shop.Languages[0]
}
