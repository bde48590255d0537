package web

import "slices"

// route is one line of the list of routes. Its path is a pattern of
// [net/http.ServeMux] without a method; GET includes HEAD.
type route struct {
	method string
	path   string
	guard  guard
	handle handler
}

// routes is every route of the shop. Unknown paths and methods are answered
// behind the site gate as well; see router.go.
func (s *Server) routes() []route {
	return slices.Concat([]route{
		{"GET", "/healthz", open, s.healthz},
		{"GET", "/readyz", open, s.readyz},

		{"GET", "/zugang/{$}", open, s.gatePage(s.site)},
		{"GET", "/zugang", site, addSlash},
		{"GET", "/zugang/assets/{file}", open, s.gateAsset},
		{"POST", "/api/zugang", open, s.enter(s.site)},
		{"POST", "/api/zugang/abmelden", member, s.leaveSite},
		{"GET", "/zugang/verwaltung/{$}", member, s.gatePage(s.administration)},
		{"GET", "/zugang/verwaltung", member, addSlash},
		{"POST", "/api/zugang/verwaltung", member, s.enter(s.administration)},
		{"POST", "/api/zugang/verwaltung/abmelden", member, s.leaveAdministration},

		{"POST", ordersRoute, site, s.placeOrder},
		{"GET", "/api/bestseller", site, s.bestsellers},
	}, s.shopRoutes(), s.accountRoutes(), s.adminPages(), s.adminRoutes(), s.paypalRoutes(), s.apiRoutes())
}
