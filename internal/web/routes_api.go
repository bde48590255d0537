package web

// apiRoutes are the routes that describe the API.
func (s *Server) apiRoutes() []route {
	return []route{}
}
