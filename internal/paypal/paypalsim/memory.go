package paypalsim

import (
	"crypto/sha256"
	"net/http"
	"time"
)

// How long request ids are remembered.
const (
	orderMemory   = 6 * time.Hour
	paymentMemory = 45 * 24 * time.Hour
)

// memory is the result of a request id.
type memory struct {
	until       time.Time
	fingerprint [sha256.Size]byte
	again       func() reply // renders its latest state; called with the lock held
}

// remembered returns a call's key in the memory; empty: it has none.
func remembered(o Operation, r *http.Request) string {
	id := r.Header.Get("PayPal-Request-Id")
	if id == "" {
		return ""
	}
	return string(o) + " " + r.URL.Path + " " + id
}

// begin reports whether no other call with the same request id is in progress.
func (s *Server) begin(key string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if key == "" {
		return true
	}
	if s.busy[key] {
		return false
	}
	s.busy[key] = true
	return true
}

func (s *Server) finish(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.busy, key)
}

// once carries out a call unless its request id is known, with the lock held. The
// function that do returns renders the answer for a repeated request; nil: nothing to
// remember.
func (s *Server) once(o Operation, r *request, life time.Duration, do func() (reply, func() reply)) reply {
	key, id := remembered(o, r.Request), r.Header.Get("PayPal-Request-Id")
	if id == "" || len(id) > 108 {
		s.violateLocked("%s: the request id is %q", o, id)
		return invalid("PAYPAL_REQUEST_ID_REQUIRED")
	}
	fingerprint := sha256.Sum256(r.body)
	now := s.options.Now()
	if earlier, known := s.memory[key]; known && now.Before(earlier.until) {
		if earlier.fingerprint != fingerprint {
			s.violateLocked("%s: the request id %q came with another body", o, id)
			return refuse("DUPLICATE_REQUEST_ID")
		}
		return earlier.again()
	}
	answer, again := do()
	if again != nil {
		s.memory[key] = memory{now.Add(life), fingerprint, again}
	}
	return answer
}

// ForgetRequestIDs forgets all request ids, as PayPal does in time.
func (s *Server) ForgetRequestIDs() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.memory)
}
