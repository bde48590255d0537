package mailtest

import (
	"sync"
	"time"
)

// Received is a message that a server accepted.
type Received struct {
	Key        string // the idempotency key; for SMTP the part of Message-ID before the @
	Parent     string // the provider's traceparent header
	At         time.Time
	Sender     string   // SMTP's MAIL FROM, or the provider's "from"
	Recipients []string // SMTP's RCPT TO, or the provider's "to"
	Subject    string
	Text, HTML string
	Attached   map[string]string // attached files by name; those shown in the HTML are not among them
	TLS        bool              // received encrypted; for SMTP only
	Raw        []byte            // the message as sent by SMTP, or the provider's request body
}

// records are the messages that a server accepted, and the number of attempts.
type records struct {
	mu       sync.Mutex
	messages []Received
	attempts int
}

func (r *records) add(m Received) {
	r.mu.Lock()
	defer r.mu.Unlock()
	m.At = time.Now()
	r.messages = append(r.messages, m)
}

func (r *records) attempt() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.attempts++
}

// Messages returns what the server accepted, oldest first; a message accepted twice is
// listed twice.
func (r *records) Messages() []Received {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]Received(nil), r.messages...)
}

// ByKey returns what the server accepted, by idempotency key.
func (r *records) ByKey() map[string][]Received {
	all := make(map[string][]Received)
	for _, m := range r.Messages() {
		all[m.Key] = append(all[m.Key], m)
	}
	return all
}

// Attempts returns how often a message was handed to the server, whether or not it was
// accepted. Faults that keep the server from reading hide attempts.
func (r *records) Attempts() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.attempts
}
