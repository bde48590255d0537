package web

import (
	"context"
	"strings"

	"kontor/internal/web/kit"
)

// RouteLine is a line of the list of routes, for tests that walk all of them.
type RouteLine struct {
	Method, Path string // with every wildcard filled in
	Pattern      string // the path with its wildcards
	Open, Admin  bool
}

// RouteLines returns the list of routes.
func (s *Server) RouteLines() []RouteLine {
	fill := strings.NewReplacer("{$}", "", "{id}", "1", "{code}", "A", "{slug}", "a", "{file}", "a.css", "{provider}", "google")
	var lines []RouteLine
	for _, r := range s.routes() {
		lines = append(lines, RouteLine{r.Method, fill.Replace(r.Path), r.Path, r.Guard == kit.Open, r.Guard == kit.Admin})
	}
	return lines
}

// StoreUses stores when the administration's sessions were last used, as happens once a
// minute.
func (s *Server) StoreUses(ctx context.Context) { s.door.StoreUses(ctx) }
