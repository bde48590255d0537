package paypalsim

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

// Kind is a way to fail.
type Kind string

// The kinds of faults. Those with a status answer as PayPal does, unless noted
// otherwise.
const (
	None            Kind = ""
	InternalError   Kind = "500"
	BadGateway      Kind = "502 page" // a proxy's HTML page
	Unavailable     Kind = "503"
	CreatedPage     Kind = "201 page"   // an HTML page with a success status
	BlockedPage     Kind = "403 page"   // a firewall's HTML page
	MissingPage     Kind = "404 page"   // a proxy's HTML page
	TooManyRequests Kind = "429"        // with Retry-After: 7
	Conflict        Kind = "409"        // PREVIOUS_REQUEST_IN_PROGRESS
	Unauthorized    Kind = "401"        // the token is refused
	Forbidden       Kind = "403"        // PERMISSION_DENIED
	NotFound        Kind = "404"        // although the requested object exists
	Cut             Kind = "cut"        // closes the connection without an answer
	CutInAnswer     Kind = "cut within" // closes the connection within the answer
	Hang            Kind = "hang"       // never answers
	Drip            Kind = "drip"       // an endless answer, one byte at a time
	Endless         Kind = "endless"    // an endless answer, at full speed
	NoUnits         Kind = "no units"   // a success without purchase_units
	LocalAmounts    Kind = "12,50 eur"  // a success whose amounts are written as people write them
	Redirect        Kind = "redirect"   // to another server, see [Server.Strayed]
)

// Fault is a planned failure.
type Fault struct {
	Kind  Kind
	Done  bool // the request takes effect before the failure; otherwise it never does
	Times int  // 0: once; negative: until [Server.Heal]
}

// Fail makes an operation fail, after the faults already planned for it.
func (s *Server) Fail(o Operation, f Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f.Times = max(f.Times, -1)
	if f.Times == 0 {
		f.Times = 1
	}
	s.faults[o] = append(s.faults[o], f)
}

// FailAll makes all operations fail until [Server.Heal].
func (s *Server) FailAll(kind Kind) {
	for _, o := range Operations {
		s.Fail(o, Fault{Kind: kind, Times: -1})
	}
}

// Heal cancels all planned faults.
func (s *Server) Heal() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.faults)
}

func (s *Server) takeFault(o Operation) Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	queue := s.faults[o]
	if len(queue) == 0 {
		return Fault{}
	}
	next := queue[0]
	switch queue[0].Times {
	case -1:
	case 1:
		s.faults[o] = queue[1:]
	default:
		queue[0].Times--
	}
	return next
}

const page = "<!DOCTYPE html><html><head><title>Unavailable</title></head><body>Please try again.</body></html>"

// fail answers wrongly; right is the answer that would have been correct.
func (s *Server) fail(w http.ResponseWriter, r *request, kind Kind, right reply) {
	switch kind {
	case Cut:
		panic(http.ErrAbortHandler)
	case CutInAnswer:
		w.Header().Set("Content-Length", "4096")
		w.WriteHeader(http.StatusCreated)
		io.WriteString(w, `{"id":"`)
		http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	case Hang:
		s.await(r, 0)
		panic(http.ErrAbortHandler)
	case Drip, Endless:
		s.flood(w, r, kind)
	case Redirect:
		http.Redirect(w, r.Request, s.strayed.url, http.StatusTemporaryRedirect)
	case NoUnits:
		right.without("purchase_units").write(w)
	case LocalAmounts:
		right.withLocalAmounts().write(w)
	default:
		faulty(kind).write(w)
	}
}

// await waits until the client or the server is gone, or the time is over.
func (s *Server) await(r *request, d time.Duration) (gone bool) {
	var over <-chan time.Time
	if d > 0 {
		over = time.After(d)
	}
	select {
	case <-r.Context().Done():
	case <-s.closed:
	case <-over:
		return false
	}
	return true
}

func (s *Server) flood(w http.ResponseWriter, r *request, kind Kind) {
	piece, pause := strings.Repeat(" ", 64<<10), time.Microsecond
	if kind == Drip {
		piece, pause = " ", 100*time.Millisecond
	}
	w.Header().Set("Content-Type", "application/json")
	for !s.await(r, pause) {
		if _, err := io.WriteString(w, piece); err != nil {
			return
		}
		http.NewResponseController(w).Flush()
	}
}

// faulty returns the answer of a fault that has one.
func faulty(kind Kind) reply {
	switch kind {
	case InternalError:
		return problem(http.StatusInternalServerError, "INTERNAL_SERVER_ERROR", "")
	case Unavailable:
		return problem(http.StatusServiceUnavailable, "SERVICE_UNAVAILABLE", "")
	case TooManyRequests:
		limited := problem(http.StatusTooManyRequests, "RATE_LIMIT_REACHED", "RATE_LIMIT_REACHED")
		limited.retryAfter = 7
		return limited
	case Conflict:
		return problem(http.StatusConflict, "RESOURCE_CONFLICT", "PREVIOUS_REQUEST_IN_PROGRESS")
	case Unauthorized:
		return invalidToken()
	case Forbidden:
		return problem(http.StatusForbidden, "NOT_AUTHORIZED", "PERMISSION_DENIED")
	case NotFound:
		return notFound()
	case BadGateway:
		return reply{status: http.StatusBadGateway, page: page}
	case CreatedPage:
		return reply{status: http.StatusCreated, page: page}
	case BlockedPage:
		return reply{status: http.StatusForbidden, page: page}
	case MissingPage:
		return reply{status: http.StatusNotFound, page: page}
	}
	panic(fmt.Sprintf("paypalsim: no such fault: %q", kind))
}
