package web

import (
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"unicode"

	"kontor/internal/web/kit"
)

// unknownRoute stands for all paths without a route, in logs and metrics.
const unknownRoute = "unbekannt"

// router finds the route of a request. Each request reaches a guard, including those
// with unknown paths, unknown methods or oddly spelled paths.
func (s *Server) router() http.Handler {
	paths := make(map[string][]kit.Route)
	for _, route := range s.routes() {
		paths[route.Path] = append(paths[route.Path], route)
	}
	mux, unknown := http.NewServeMux(), s.unknown()
	for path, routes := range paths {
		for _, route := range routes {
			mux.Handle(route.Method+" "+path, s.endpoint(s.careful(route)))
		}
		refuse := routes[0]
		refuse.Handle = refuseMethod(routes)
		for _, method := range otherMethods(path, paths) {
			mux.Handle(method+path, s.endpoint(refuse))
		}
		// Otherwise the mux would redirect to the path with the slash before any guard.
		if bare := kit.WithoutSlash(path); bare != "" && paths[bare] == nil {
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

// otherMethods returns the prefixes of patterns for a path with the methods that it
// does not have. A pattern for all methods would conflict with the routes of "…/{id}"
// if the path has a word in place of the id.
func otherMethods(path string, paths map[string][]kit.Route) []string {
	if !overlapped(path, paths) {
		return []string{""}
	}
	var others []string
	for _, method := range []string{"GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"} {
		if !slices.ContainsFunc(paths[path], func(r kit.Route) bool { return r.Method == method }) {
			others = append(others, method+" ")
		}
	}
	return others
}

// overlapped reports whether a path has words where another one has wildcards, and is
// the same elsewhere.
func overlapped(path string, paths map[string][]kit.Route) bool {
	words := strings.Split(path, "/")
	for other := range paths {
		pattern := strings.Split(other, "/")
		if other != path && slices.EqualFunc(words, pattern, func(word, of string) bool {
			return word == of || strings.HasPrefix(of, "{") && of != "{$}" && word != "" && !strings.HasPrefix(word, "{")
		}) {
			return true
		}
	}
	return false
}

// careful wraps a route so that it refuses unknown input and, if it is an export,
// limits how many run.
func (s *Server) careful(route kit.Route) kit.Route {
	if route.Export {
		route.Handle = s.exporting(route.Handle)
	}
	route.Handle = strictly(route)
	return route
}

// endpoint is a route behind its guard.
func (s *Server) endpoint(route kit.Route) http.Handler {
	name := strings.TrimSuffix(route.Path, "{$}")
	guarded := s.door.Guarded(route, s.Serve(route.Handle))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		kit.ExchangeOf(r).Route = name
		guarded.ServeHTTP(w, r)
	})
}

// unknown answers paths without a route, behind the gate of that part of the site.
// Spec: Administration gate.
func (s *Server) unknown() http.Handler {
	outside := s.endpoint(kit.On("", unknownRoute, kit.Site, notFound))
	inside := s.endpoint(kit.On("", unknownRoute, kit.Admin, notFound))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/verwaltung") || strings.HasPrefix(r.URL.Path, "/api/verwaltung") {
			inside.ServeHTTP(w, r)
			return
		}
		outside.ServeHTTP(w, r)
	})
}

func notFound(http.ResponseWriter, *http.Request) error { return kit.ErrNotFound }

// refuseMethod answers the methods that a path does not have.
func refuseMethod(routes []kit.Route) kit.Handler {
	var allowed []string
	for _, route := range routes {
		allowed = append(allowed, route.Method)
		if route.Method == http.MethodGet {
			allowed = append(allowed, http.MethodHead)
		}
	}
	slices.Sort(allowed)
	allow := strings.Join(allowed, ", ")
	return func(w http.ResponseWriter, _ *http.Request) error {
		w.Header().Set("Allow", allow)
		return kit.ErrMethod
	}
}

// canonical reports whether the path has the only spelling that routes have: no empty
// or dotted segments, no encoded slashes, nothing unprintable. The mux would redirect
// or decode the others, and a proxy might read them differently.
func canonical(u *url.URL) bool {
	clean := path.Clean(u.Path)
	return (clean == u.Path || clean+"/" == u.Path) &&
		strings.HasPrefix(u.Path, "/") &&
		strings.Count(u.Path, "/") == strings.Count(u.EscapedPath(), "/") &&
		!strings.ContainsFunc(u.Path, func(r rune) bool { return r == '\\' || unicode.IsControl(r) })
}
