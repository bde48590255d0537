package web

import (
	"slices"

	"kontor/internal/web/kit"
)

// routes returns every route of the shop. Unknown paths and methods are answered behind
// the site gate as well; see router.go.
func (s *Server) routes() []kit.Route {
	return slices.Concat([]kit.Route{
		kit.On("GET", "/healthz", kit.Open, s.healthz),
		kit.On("GET", "/readyz", kit.Open, s.readyz),
	}, s.door.Routes(), s.storefront.Routes(), s.officeRoutes(), s.description.Routes())
}

// officeRoutes are the routes of the administration, each behind both gates and with
// the check of both sessions inside.
func (s *Server) officeRoutes() []kit.Route {
	var all []kit.Route
	for _, r := range s.office.Routes() {
		all = append(all, kit.Route{Method: r.Method, Path: r.Path, Guard: kit.Admin, Handle: s.door.ForOperators(r.Handle), Export: r.Export})
	}
	return all
}
