package kit

import "net/http"

// Guard says which sessions a route demands.
type Guard int

const (
	// Site demands the site session until the site is public. It is what a
	// route has that says nothing else.
	Site Guard = iota
	// Open demands nothing.
	Open
	// Member demands the site session, also when the site is public.
	Member
	// Admin demands the site session and the administration session, always.
	// Spec: Administration gate.
	Admin
)

// Handler answers a request, or returns why it did not; see WriteError.
type Handler func(w http.ResponseWriter, r *http.Request) error

// Route is one line of the list of routes. Its path is a pattern of
// [net/http.ServeMux] without a method; GET includes HEAD.
type Route struct {
	Method string
	Path   string
	Guard  Guard
	Handle Handler

	// Trouble turns the error of a gate that cannot be checked into what the route
	// answers then; nil: the error itself.
	Trouble func(error) error
	// Export marks an answer that is made while it is sent, and may take as long as its
	// client goes on reading. Few of them run at once.
	Export bool
}

// On returns the route of a method and a path.
func On(method, path string, g Guard, handle Handler) Route {
	return Route{Method: method, Path: path, Guard: g, Handle: handle}
}

// Export marks a route as an export.
func Export(r Route) Route {
	r.Export = true
	return r
}
