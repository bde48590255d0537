package web

// apiRoutes are the routes that describe the API.
func (s *Server) apiRoutes() []route {
	return []route{
		{"GET", "/api/openapi.json", site, s.serveDocument()},
		{"GET", "/api/docs", site, s.docsPage()},
	}
}
