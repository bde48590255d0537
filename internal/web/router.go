package web

import (
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"unicode"
)

// unknownRoute stands for all paths without a route, in logs and metrics.
const unknownRoute = "unbekannt"

// router finds the route of a request. Each request ends at a guard: unknown
// paths, unknown methods and paths in odd spellings too.
func (s *Server) router() http.Handler {
	paths := make(map[string][]route)
	for _, route := range s.routes() {
		paths[route.path] = append(paths[route.path], route)
	}
	mux, unknown := http.NewServeMux(), s.unknown()
	for path, routes := range paths {
		for _, route := range routes {
			mux.Handle(route.method+" "+path, s.endpoint(path, route.guard, s.strictly(route)))
		}
		refuse := s.endpoint(path, routes[0].guard, refuseMethod(routes))
		for _, method := range otherMethods(path, routes) {
			mux.Handle(method+path, refuse)
		}
		// Left alone, the mux redirects to the path with the slash, before any guard.
		if bare := withoutSlash(path); bare != "" && paths[bare] == nil {
			mux.Handle(bare, unknown)
		}
	}
	mux.Handle("/", unknown)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !canonical(r.URL) {
			unknown.ServeHTTP(w, r)
			return
		}
		mux.ServeHTTP(w, r)
	})
}

// otherMethods returns how patterns begin that match a path with the methods
// that it does not have. One for any method would clash with the routes of
// "…/{id}" if the path is a word in the place of the id.
func otherMethods(path string, routes []route) []string {
	if path != balanceRoute {
		return []string{""}
	}
	var others []string
	for _, method := range []string{"GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"} {
		if !slices.ContainsFunc(routes, func(r route) bool { return r.method == method }) {
			others = append(others, method+" ")
		}
	}
	return others
}

// endpoint is a route behind its guard. Name is its pattern, or unknownRoute.
func (s *Server) endpoint(name string, g guard, handle handler) http.Handler {
	name = strings.TrimSuffix(name, "{$}")
	guarded := s.guarded(g, s.serve(handle))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		exchangeOf(r).route = name
		guarded.ServeHTTP(w, r)
	})
}

// serve is a handler whose errors are answered.
func (s *Server) serve(handle handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := handle(w, r); err != nil {
			s.writeError(w, r, err)
		}
	})
}

// unknown answers what has no route, behind the gate of that part of the site.
// Spec: Administration gate.
func (s *Server) unknown() http.Handler {
	outside := s.endpoint(unknownRoute, site, notFound)
	inside := s.endpoint(unknownRoute, admin, notFound)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/verwaltung") || strings.HasPrefix(r.URL.Path, "/api/verwaltung") {
			inside.ServeHTTP(w, r)
			return
		}
		outside.ServeHTTP(w, r)
	})
}

func notFound(http.ResponseWriter, *http.Request) error { return errNotFound }

// refuseMethod answers the methods that a path does not have.
func refuseMethod(routes []route) handler {
	var allowed []string
	for _, route := range routes {
		allowed = append(allowed, route.method)
		if route.method == http.MethodGet {
			allowed = append(allowed, http.MethodHead)
		}
	}
	slices.Sort(allowed)
	allow := strings.Join(allowed, ", ")
	return func(w http.ResponseWriter, _ *http.Request) error {
		w.Header().Set("Allow", allow)
		return errMethod
	}
}

// canonical reports whether the path is in the one spelling that routes have:
// no empty or dotted segments, no encoded slashes, nothing unprintable. The mux
// would redirect or decode the others, and a proxy might read them differently.
func canonical(u *url.URL) bool {
	clean := path.Clean(u.Path)
	return (clean == u.Path || clean+"/" == u.Path) &&
		strings.HasPrefix(u.Path, "/") &&
		strings.Count(u.Path, "/") == strings.Count(u.EscapedPath(), "/") &&
		!strings.ContainsFunc(u.Path, func(r rune) bool { return r == '\\' || unicode.IsControl(r) })
}

// withoutSlash returns a path that ends in a slash without it, otherwise "".
func withoutSlash(path string) string {
	bare, _ := strings.CutSuffix(strings.TrimSuffix(path, "{$}"), "/")
	if bare == path {
		return ""
	}
	return bare
}
