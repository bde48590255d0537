package office

import (
	"slices"

	"kontor/internal/web/door"
	"kontor/internal/web/kit"
)

// Office is the administration: its pages, and the API behind them.
type Office struct {
	*kit.Common
	shop *kit.Shop
	demo bool // the shop is only being tried out

	doctor Doctor
}

// New returns the administration of a shop. Invoices name the seller. In a demo,
// operators can place a test order.
func New(c *kit.Common, shop *kit.Shop, demo bool, doctor Doctor) *Office {
	return &Office{Common: c, shop: shop, demo: demo, doctor: doctor}
}

// Route is a route of the administration. Its handler takes a [door.Operator], so that
// one without the check of both sessions does not compile.
type Route struct {
	Method string
	Path   string
	Handle door.Handler
	Export bool // see [kit.Route]
}

// Routes returns the routes of the administration.
func (s *Office) Routes() []Route {
	return slices.Concat(s.pageRoutes(), s.apiRoutes(),
		shelfRoutes("/api/verwaltung/kategorien", s.categories),
		shelfRoutes("/api/verwaltung/hersteller", s.makers),
		shelfRoutes("/api/verwaltung/produktgruppen", s.groups))
}

// at returns the route for a method and a path.
func at(method, path string, handle door.Handler) Route {
	return Route{Method: method, Path: path, Handle: handle}
}
