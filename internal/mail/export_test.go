package mail

import (
	"context"
	"net"
)

// For tests of what the package keeps to itself.
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

// Redirect makes an SMTP mailer connect to another address than its server's
// name resolves to.
func (m *Mailer) Redirect(address string) {
	m.sender.(*smtpSender).dial = func(ctx context.Context, network, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, address)
	}
}

// SendWith makes a mailer whose sender is a function.
func (m *Mailer) SendWith(send func(ctx context.Context, to string) error) {
	m.sender = senderFunc(send)
}

type senderFunc func(ctx context.Context, to string) error

func (f senderFunc) send(ctx context.Context, e *envelope) error { return f(ctx, e.to) }
func (f senderFunc) close()                                      {}
