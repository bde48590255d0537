package kit

import "net/http"

// Guard is the sessions that a route requires.
type Guard int

const (
	// Site requires the site session unless the site is public. It is the zero value,
	// so that a route without a guard is closed.
	Site Guard = iota
	// Open requires nothing.
	Open
	// Member requires the site session, even if the site is public.
	Member
	// Admin requires the site session and the administration session, always.
	// Spec: Administration gate.
	Admin
)

// Handler answers a request, or returns why it did not; see WriteError.
type Handler func(w http.ResponseWriter, r *http.Request) error

// Route is one line of the list of routes. Its path is a pattern of [net/http.ServeMux]
// without a method; GET includes HEAD.
type Route struct {
	Method string
	Path   string
	Guard  Guard
	Handle Handler

	// Trouble converts the error of a gate that cannot be checked into the route's
	// answer; nil: the error itself.
	Trouble func(error) error
	// Export marks an answer that is produced while it is sent, and may take as long as
	// its client keeps reading. Few of them run at once.
	Export bool
}

// On returns the route for a method and a path.
func On(method, path string, g Guard, handle Handler) Route {
	return Route{Method: method, Path: path, Guard: g, Handle: handle}
}

// Export marks a route as an export.
func Export(r Route) Route {
	r.Export = true
	return r
}
