package web

import (
	"net/http"
	"strconv"
	"strings"

	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/order"
)

// officeFiles are the scripts and style sheets of the administration.
var officeFiles = loadFolder("/verwaltung/dateien/", "static/verwaltung", sharedModules)

// officeSections are the pages of the administration that its navigation leads to.
// The first is the page of orders.
var officeSections = []officeSection{
	{path: "/verwaltung/", title: "Bestellungen", template: "orders.html"},
	{path: "/verwaltung/auswertung/", title: "Auswertung", template: "figures.html"},
	{path: "/verwaltung/zahlungseingaenge/", title: "Zahlungseingänge", template: "receipts.html"},
	{path: "/verwaltung/gutscheine/", title: "Gutscheine", template: "coupons.html"},
	{path: "/verwaltung/produkte/", title: "Produkte", template: "products.html"},
	{path: "/verwaltung/zahlungen/", title: "Zahlungen", template: "payments.html"},
	{path: "/verwaltung/widerrufe/", title: "Widerrufe", template: "withdrawals.html"},
	{path: "/verwaltung/mails/", title: "E-Mails", template: "mails.html", framing: true},
}

// officeSection is one of these pages.
type officeSection struct {
	path, title, template string
	framing               bool // it shows documents of the shop in frames
}

// office is what every page of the administration needs.
type office struct {
	layout
	Links []officeLink // its navigation
}

type officeLink struct {
	Path, Title string
	Current     bool
}

func (s *Server) office(current officeSection) office {
	view := office{layout: s.layout(current.title)}
	for _, section := range officeSections {
		view.Links = append(view.Links, officeLink{section.path, section.title, section == current})
	}
	return view
}

// officePage is a page that has nothing of its own but its scripts.
func (s *Server) officePage(section officeSection) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		if _, err := s.requireAdmin(r); err != nil {
			return err
		}
		if section.framing {
			w.Header().Set("Content-Security-Policy", framingPolicy)
		}
		return s.render(w, http.StatusOK, section.template, s.office(section))
	}
}

// adminPages are the pages of the administration and what they load.
func (s *Server) adminPages() []route {
	all := []route{
		{"GET", "/verwaltung/mails/{id}/ansicht", admin, s.previewMail},
		{"GET", "/verwaltung/dateien/{version}/{file}", admin, s.officeFile},
	}
	page := func(path string, show handler) {
		all = append(all, route{"GET", path + "{$}", admin, show}, route{"GET", withoutSlash(path), admin, s.addOfficeSlash})
	}
	page("/verwaltung/", s.ordersPage)
	page("/verwaltung/lieferscheine/", s.packingSlips)
	for _, section := range officeSections[1:] {
		page(section.path, s.officePage(section))
	}
	return all
}

// officeFile answers with a script or style sheet of the administration.
func (s *Server) officeFile(w http.ResponseWriter, r *http.Request) error {
	if _, err := s.requireAdmin(r); err != nil {
		return err
	}
	return officeFiles.serve(w, r, false)
}

// addOfficeSlash sends operators on who forgot the slash at the end.
func (s *Server) addOfficeSlash(w http.ResponseWriter, r *http.Request) error {
	if _, err := s.requireAdmin(r); err != nil {
		return err
	}
	return addSlash(w, r)
}

// ordersView is the page of the order list. Its scripts load the orders.
// Spec: Administration routes.
type ordersView struct {
	office
	Hints     []hintChoice
	TestOrder bool // the shop is only tried out or rehearsed
}

// hintChoice is one kind of hint in the filter.
type hintChoice struct {
	Kind  order.HintKind
	Label string
}

func (s *Server) ordersPage(w http.ResponseWriter, r *http.Request) error {
	if _, err := s.requireAdmin(r); err != nil {
		return err
	}
	view := ordersView{office: s.office(officeSections[0]), TestOrder: s.demo || s.rehearsal}
	for _, kind := range order.HintKinds {
		view.Hints = append(view.Hints, hintChoice{kind, kind.Label()})
	}
	return s.render(w, http.StatusOK, "orders.html", view)
}

// maxChosen is how many orders can be chosen at once, for packing slips or an
// export.
const maxChosen = 200

// parseIDs reads ids with commas between them.
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

// slipsView is the packing slips of some orders, each on a sheet of its own.
type slipsView struct {
	layout
	Orders []order.Order
	Names  catalogue.GermanNames
}

// packingSlips answers GET /verwaltung/lieferscheine/?ids=1,2.
func (s *Server) packingSlips(w http.ResponseWriter, r *http.Request) error {
	if _, err := s.requireAdmin(r); err != nil {
		return err
	}
	names, err := s.shop.Catalogue.GermanNames(r.Context())
	if err != nil {
		return err
	}
	view := slipsView{layout: s.layout("Lieferscheine"), Names: names}
	ids, ok := parseIDs(r.URL.Query().Get("ids"))
	if !ok {
		return order.ErrOrderNotFound
	}
	for _, id := range ids {
		details, err := s.shop.Orders.Order(r.Context(), id)
		if err != nil {
			return err
		}
		view.Orders = append(view.Orders, details.Order)
	}
	return s.render(w, http.StatusOK, "slips.html", view)
}
