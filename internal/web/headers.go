package web

import "net/http"

// contentPolicy lets pages load only what the shop itself serves, and nothing
// inline.
const contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; " +
	"connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'"

// secured sets the headers that every answer has. What may be kept by caches
// says so itself.
func (s *Server) secured(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Set("Content-Security-Policy", contentPolicy)
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("Referrer-Policy", "same-origin")
		header.Set("Cross-Origin-Opener-Policy", "same-origin")
		header.Set("Cross-Origin-Resource-Policy", "same-origin")
		header.Set("Cache-Control", "no-store")
		if s.https() {
			header.Set("Strict-Transport-Security", "max-age=31536000")
		}
		next.ServeHTTP(w, r)
	})
}

// allowRevalidation lets browsers keep an answer and ask whether it still holds;
// shared caches may keep it only while the site is public.
func (s *Server) allowRevalidation(w http.ResponseWriter) {
	policy := "no-cache"
	if !s.public {
		policy = "private, no-cache"
	}
	w.Header().Set("Cache-Control", policy)
}
