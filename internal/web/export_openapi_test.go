package web

// RoutePatterns returns the list of routes as methods and patterns.
func (s *Server) RoutePatterns() [][2]string {
	var patterns [][2]string
	for _, r := range s.routes() {
		patterns = append(patterns, [2]string{r.Method, r.Path})
	}
	return patterns
}
