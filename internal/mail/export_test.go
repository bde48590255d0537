package mail

import (
	"context"
	"net"
)

// Internals that tests need.
var (
	Plain     = plain
	Recipient = recipient
)

// Limits that tests wait for.
const (
	Tolerated = tolerated
	Pause     = pause
	SendLimit = sendLimit
	Parallel  = parallel
)

// Redirect makes an SMTP mailer connect to this address instead of its server's.
func (m *Mailer) Redirect(address string) {
	m.sender.(*smtpSender).dial = func(ctx context.Context, network, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, address)
	}
}

// SendWith makes the mailer send by calling a function.
func (m *Mailer) SendWith(send func(ctx context.Context, to string) error) {
	m.sender = senderFunc(send)
}

type senderFunc func(ctx context.Context, to string) error

func (f senderFunc) send(ctx context.Context, e *envelope) error { return f(ctx, e.to) }
func (f senderFunc) reach(context.Context) error                 { return nil }
func (f senderFunc) close()                                      {}
