package mailtest

import "sync"

// Fault is something that a server does wrong.
type Fault string

const (
	None             Fault = ""
	Reset            Fault = "reset"              // closes each connection at once
	Hang             Fault = "hang"               // accepts connections and never says a word
	Garbage          Fault = "garbage"            // answers with meaningless bytes
	Slow             Fault = "slow"               // answers with one byte a second
	CloseMidBody     Fault = "close mid-body"     // closes the connection in the middle of an answer
	TooMany          Fault = "too many"           // HTTP 429 with Retry-After: 1; SMTP 451
	Failure          Fault = "failure"            // HTTP 500; SMTP 421
	Unauthorized     Fault = "unauthorized"       // HTTP 401; SMTP 535 or, without a login, 530
	Reject           Fault = "reject"             // refuses the message: HTTP 422; SMTP 550 to the recipient
	RejectSender     Fault = "reject sender"      // HTTP 422 invalid_from_address; SMTP 553 to the sender
	Redirect         Fault = "redirect"           // HTTP 307 to another server, see [Resend.Strayed]; SMTP 451
	Endless          Fault = "endless"            // an endless answer
	CrashAfterAccept Fault = "crash after accept" // accepts the message, then closes the connection without an answer
	HangAfterAccept  Fault = "hang after accept"  // accepts the message, then never answers
)

// switches hold a server's fault, and the signal that ends hanging connections.
type switches struct {
	mu     sync.Mutex
	fault  Fault
	closed chan struct{}
}

func newSwitches() *switches { return &switches{closed: make(chan struct{})} }

// SetFault sets what the server does wrong; [None] makes it work again. It applies to
// answers that begin from now on, even on open connections.
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
