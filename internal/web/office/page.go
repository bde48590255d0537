package office

import (
	"cmp"
	"html/template"
	"net/http"
	"strconv"
	"strings"

	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/order"
	"kontor/internal/shop/stock"
	"kontor/internal/web/door"
	"kontor/internal/web/kit"
)

// assets are the scripts and style sheets of the administration.
var assets = kit.LoadFolder("/verwaltung/dateien/", kit.Dir{Files: files, Name: "static"}, kit.SharedModules)

// pages are the pages of the administration.
var pages = kit.ParsePages(base(), files, "layout")

func base() *template.Template {
	base := kit.LayoutTemplate(template.FuncMap{"office": assets.URL, "modules": assets.Modules, "day": shop.DayOf, "texts": newTexts, "few": func() int { return stock.Few }})
	return template.Must(base.ParseFS(files, "templates/office.html"))
}

// sections are the pages of the administration, in the order of its navigation. The first
// is the page of orders.
var sections = []section{
	{path: "/verwaltung/", title: "Bestellungen", template: "orders.html"},
	{path: "/verwaltung/versand/", title: "Versand", template: "packing.html"},
	{path: figuresPath, title: "Auswertung", template: "figures.html"},
	{path: "/verwaltung/steuer/", title: "Umsatzsteuer", template: "tax.html", of: figuresPath},
	{path: "/verwaltung/zahlungseingaenge/", title: "Zahlungseingänge", template: "receipts.html"},
	{path: "/verwaltung/gutscheine/", title: "Gutscheine", template: "coupons.html"},
	{path: productsPath, title: "Produkte", template: "products.html"},
	{path: "/verwaltung/bestand/", title: "Bestand", template: "stock.html", of: productsPath},
	{path: "/verwaltung/kategorien/", title: "Kategorien", template: "categories.html", of: productsPath},
	{path: "/verwaltung/hersteller/", title: "Hersteller", template: "makers.html", of: productsPath},
	{path: "/verwaltung/produktgruppen/", title: "Varianten", template: "groups.html", of: productsPath},
	{path: "/verwaltung/produkte/import/", title: "Import", template: "import.html", of: productsPath},
	{path: "/verwaltung/zahlungen/", title: "Zahlungen", template: "payments.html"},
	{path: "/verwaltung/widerrufe/", title: "Widerrufe", template: "withdrawals.html"},
	{path: "/verwaltung/mails/", title: "E-Mails", template: "mails.html", framing: true},
	{path: conditionPath, title: "Zustand", template: "condition.html"},
	{path: "/verwaltung/protokoll/", title: "Protokoll", template: "audit.html", of: conditionPath},
	{path: "/verwaltung/sitzungen/", title: "Sitzungen", template: "sessions.html", of: conditionPath},
}

// The pages that lead to others.
const (
	figuresPath   = "/verwaltung/auswertung/"
	productsPath  = "/verwaltung/produkte/"
	conditionPath = "/verwaltung/zustand/"
)

// texts are the fields of a form for a text in each language.
type texts struct {
	Legend, Field string // Field is the part of their names before the language
	Most, Rows    int    // characters, and lines; 0 lines: a field of one
	Needed        int    // how many of the languages, German first
}

func newTexts(legend, field string, most, rows, needed int) texts {
	return texts{legend, field, most, rows, needed}
}

// spoken is a language under its German name.
type spoken struct{ Code, Name string }

// Languages returns the shop's languages, German first.
func (texts) Languages() []spoken {
	return []spoken{{"de", "Deutsch"}, {"en", "Englisch"}, {"fr", "Französisch"}, {"it", "Italienisch"}}
}

// section is one of these pages.
type section struct {
	path, title, template string
	framing               bool   // it shows documents of the shop in frames
	of                    string // path of the page that leads to this one; empty: the navigation does
}

// office is the common data of every page of the administration.
type office struct {
	kit.Layout
	Links  []link // its navigation
	Near   []link // pages that one of these leads to, and itself, if the page is one of them
	PayPal string // whether payments through PayPal move real money; empty: it is not set up
}

type link struct {
	Path, Title string
	Current     string // value of aria-current; empty: the page is another one
	Alarm       bool   // something there is wrong
}

func (s *Office) office(current section) office {
	view := office{Layout: s.NewLayout(current.title), PayPal: s.payPalMode()}
	leader := cmp.Or(current.of, current.path)
	for _, section := range sections {
		l := link{Path: section.path, Title: section.title, Alarm: section.path == conditionPath && s.doctor.Alarming()}
		switch section.path {
		case current.path:
			l.Current = "page"
		case leader:
			l.Current = "true"
		}
		if section.of == "" {
			view.Links = append(view.Links, l)
		}
		if cmp.Or(section.of, section.path) == leader {
			l.Alarm = false // the navigation has it
			view.Near = append(view.Near, l)
		}
	}
	return view
}

// officePage is a page that has nothing of its own but its scripts.
func (s *Office) officePage(section section) door.Handler {
	return func(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
		if section.framing {
			w.Header().Set("Content-Security-Policy", framingPolicy)
		}
		return pages.Show(w, http.StatusOK, section.template, s.office(section))
	}
}

// pageRoutes are the pages of the administration and their files.
func (s *Office) pageRoutes() []Route {
	all := []Route{
		at("GET", "/verwaltung/mails/{id}/ansicht", s.previewMail),
		at("GET", "/verwaltung/dateien/{version}/{file}", s.officeFile),
	}
	page := func(path string, show door.Handler) {
		all = append(all, at("GET", path+"{$}", show), at("GET", kit.WithoutSlash(path), s.addOfficeSlash))
	}
	page("/verwaltung/", s.ordersPage)
	page("/verwaltung/lieferscheine/", s.packingSlips)
	for _, section := range sections[1:] {
		page(section.path, s.officePage(section))
	}
	return all
}

// officeFile answers with a script or style sheet of the administration.
func (s *Office) officeFile(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	return assets.Serve(w, r, false)
}

// addOfficeSlash redirects operators who forgot the slash at the end.
func (s *Office) addOfficeSlash(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	return kit.AddSlash(w, r)
}

// ordersView is the page of the order list. Its scripts load the orders.
// Spec: Administration routes.
type ordersView struct {
	office
	Hints     []hintChoice
	TestOrder bool // the shop is only being tried out or rehearsed
}

// hintChoice is one kind of hint in the filter.
type hintChoice struct {
	Kind  order.HintKind
	Label string
}

func (s *Office) ordersPage(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	view := ordersView{office: s.office(sections[0]), TestOrder: s.demo || s.Rehearsal}
	for _, kind := range order.HintKinds {
		view.Hints = append(view.Hints, hintChoice{kind, kind.Label()})
	}
	return pages.Show(w, http.StatusOK, "orders.html", view)
}

// maxChosen is how many orders can be selected at once, for packing slips or an export.
const maxChosen = 200

// parseIDs parses comma-separated ids.
func parseIDs(text string) (ids []int64, ok bool) {
	for part := range strings.SplitSeq(text, ",") {
		id, err := strconv.ParseInt(part, 10, 64)
		if err != nil || id < 1 || len(ids) == maxChosen {
			return nil, false
		}
		ids = append(ids, id)
	}
	return ids, true
}

// slipsView has the packing slips of several orders, each on a sheet of its own.
type slipsView struct {
	kit.Layout
	Orders []order.Order
	Names  catalogue.GermanNames
}

// packingSlips answers GET /verwaltung/lieferscheine/?ids=1,2.
func (s *Office) packingSlips(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	names, err := s.shop.Catalogue.GermanNames(r.Context())
	if err != nil {
		return err
	}
	view := slipsView{Layout: s.NewLayout("Lieferscheine"), Names: names}
	ids, ok := parseIDs(r.URL.Query().Get("ids"))
	if !ok {
		return order.ErrNotFound
	}
	for _, id := range ids {
		details, err := s.shop.Orders.Order(r.Context(), id)
		if err != nil {
			return err
		}
		view.Orders = append(view.Orders, details.Order)
	}
	return pages.Show(w, http.StatusOK, "slips.html", view)
}
