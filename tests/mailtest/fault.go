package mailtest

import "sync"

// Fault is what a server does wrong from now on.
type Fault string

// The faults.
const (
	None             Fault = ""
	Reset            Fault = "reset"              // ends each connection at once
	Hang             Fault = "hang"               // takes connections and never says a word
	Garbage          Fault = "garbage"            // answers with bytes that mean nothing
	Slow             Fault = "slow"               // answers with one byte a second
	CloseMidBody     Fault = "close mid-body"     // ends the connection in the middle of an answer
	TooMany          Fault = "too many"           // HTTP 429 with Retry-After: 1; SMTP 451
	Failure          Fault = "failure"            // HTTP 500; SMTP 421
	Unauthorized     Fault = "unauthorized"       // HTTP 401; SMTP 535 or, without a login, 530
	Reject           Fault = "reject"             // refuses the message: HTTP 422; SMTP 550 to the recipient
	RejectSender     Fault = "reject sender"      // HTTP 422 invalid_from_address; SMTP 553 to the sender
	Redirect         Fault = "redirect"           // HTTP 307 to another server, see [Resend.Strayed]; SMTP 451
	Endless          Fault = "endless"            // answers without end
	CrashAfterAccept Fault = "crash after accept" // takes the message, then ends the connection without an answer
	HangAfterAccept  Fault = "hang after accept"  // takes the message, then never answers
)

// switches are a server's fault, and the end of what hangs.
type switches struct {
	mu     sync.Mutex
	fault  Fault
	closed chan struct{}
}

func newSwitches() *switches { return &switches{closed: make(chan struct{})} }

// SetFault makes the server do something wrong, or with [None] right again. It
// counts for answers that begin from now on, on open connections too.
func (s *switches) SetFault(f Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fault = f
}

func (s *switches) current() Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.fault
}

// end ends what hangs.
func (s *switches) end() { close(s.closed) }
