package paypalsim

import (
	"fmt"
	"io"
	"maps"
	"net/http"
	"strings"
)

// request is a call that was admitted.
type request struct {
	*http.Request
	body []byte
}

// Moment is a point within an operation.
type Moment string

const (
	Before Moment = "before" // before it takes effect
	After  Moment = "after"  // after it took effect, before the answer
)

// Watch calls f at every moment of every operation, in the middle of it; the operation
// continues when f returns.
func (s *Server) Watch(f func(Operation, Moment)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.watch = f
}

func (s *Server) reach(o Operation, m Moment) {
	s.mu.Lock()
	watch := s.watch
	s.mu.Unlock()
	if watch != nil {
		watch(o, m)
	}
}

// operation wraps an operation with what all operations have in common.
func (s *Server) operation(o Operation, do func(*request) reply) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(io.LimitReader(r.Body, 1<<20))
		if err != nil {
			return
		}
		s.count(o, r)
		if s.options.Check != nil {
			if err := s.options.Check(r, body); err != nil {
				s.violate("%s: %v", o, err)
			}
		}
		if refused := s.admit(o, r); refused != nil {
			refused.write(w)
			return
		}
		key := remembered(o, r)
		if !s.begin(key) {
			problem(http.StatusConflict, "RESOURCE_CONFLICT", "PREVIOUS_REQUEST_IN_PROGRESS").write(w)
			return
		}
		asked := &request{r, body}
		kind, answer := s.carryOut(asked, o, do)
		s.finish(key)
		if kind != None {
			s.fail(w, asked, kind, answer)
			return
		}
		s.checkAnswer(o, r, answer)
		answer.write(w)
	}
}

func (s *Server) checkAnswer(o Operation, r *http.Request, answer reply) {
	if s.options.CheckAnswer == nil || answer.status/100 != 2 {
		return
	}
	if err := s.options.CheckAnswer(r, answer.status, encode(answer.body)); err != nil {
		s.violate("%s: answered wrongly: %v", o, err)
	}
}

// carryOut does what was requested, unless a fault prevents it, and returns the right
// answer and the fault that replaces it.
func (s *Server) carryOut(r *request, o Operation, do func(*request) reply) (Kind, reply) {
	fault := s.takeFault(o)
	s.reach(o, Before)
	if fault.Kind != None && !fault.Done {
		return fault.Kind, reply{}
	}
	answer := do(r)
	s.reach(o, After)
	return fault.Kind, answer
}

// admit refuses calls without a valid token or in a form that PayPal does not take.
func (s *Server) admit(o Operation, r *http.Request) *reply {
	if o == Token {
		return nil
	}
	bearer, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !s.knows(bearer) {
		denied := invalidToken()
		return &denied
	}
	if r.Method == http.MethodPost && r.Header.Get("Content-Type") != "application/json" {
		s.violate("%s: Content-Type is %q", o, r.Header.Get("Content-Type"))
		unsupported := problem(http.StatusUnsupportedMediaType, "UNSUPPORTED_MEDIA_TYPE", "")
		return &unsupported
	}
	return nil
}

func (s *Server) count(o Operation, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls[o]++
	s.parents[o] = strings.Join(r.Header.Values("Traceparent"), ",")
}

// Parents returns the traceparent of the latest call of each operation; empty: it had
// none.
func (s *Server) Parents() map[Operation]string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.parents)
}

// Calls returns how often an operation was requested, whatever the outcome.
func (s *Server) Calls(o Operation) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls[o]
}

// violate records a violation of the API's rules.
func (s *Server) violate(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.violateLocked(format, args...)
}

func (s *Server) violateLocked(format string, args ...any) {
	s.violations = append(s.violations, fmt.Sprintf(format, args...))
}

// Violations returns the client's violations of the API's rules.
func (s *Server) Violations() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.violations...)
}
