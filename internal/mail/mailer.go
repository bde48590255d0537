package mail

import (
	"cmp"
	"context"
	"errors"
	netmail "net/mail"
	"time"

	"kontor/internal/calls"
	"kontor/internal/shop/message"
)

const (
	// sendLimit bounds an attempt, whatever the caller's deadline. A sender that takes
	// longer counts as down: its messages wait until it has recovered.
	sendLimit = 10 * time.Second
	// parallel bounds how many attempts run at once, so that a hanging sender does not
	// accumulate connections.
	parallel = 16
)

// Mailer writes messages and sends them. It is safe for concurrent use.
type Mailer struct {
	options  Options
	from     *netmail.Address
	operator string
	sender   sender // nil: not configured
	breaker  *breaker
	slots    chan struct{}
}

// sender hands a message to a service. Errors: message.ErrMailRefused, or a *failure.
type sender interface {
	send(context.Context, *envelope) error
	reach(context.Context) error
	close()
}

// envelope is a message with its addresses, all of them validated.
type envelope struct {
	key     string
	from    *netmail.Address
	to      string
	replyTo string // empty: the sender's address
	content *message.MailContent
}

// New returns a mailer. Its only errors are for settings that config.Load refuses.
func New(o Options) (*Mailer, error) {
	m := &Mailer{options: o, breaker: newBreaker(o.Log), slots: make(chan struct{}, parallel)}
	if o.ResendKey == "" && o.SMTPURL == "" {
		return m, nil
	}
	var err error
	if m.operator, err = recipient(o.Operator); err != nil {
		return nil, errors.New("mail: the operator's address is malformed")
	}
	if m.from, err = senderAddress(cmp.Or(o.From, o.Seller.Email, o.Operator), o.Seller.Name); err != nil {
		return nil, err
	}
	if o.ResendKey != "" {
		m.sender, err = newResend(o.ResendKey, o.ResendURL, o.Roots)
	} else {
		m.sender, err = newSMTP(o.SMTPURL, o.Roots)
	}
	return m, err
}

// Configured reports whether there is a sender.
func (m *Mailer) Configured() bool { return m.sender != nil }

// Available reports, without contacting any server, whether an attempt could succeed.
func (m *Mailer) Available() bool { return m.Configured() && m.breaker.ready() }

// Reach asks the sender, within 10 s, whether it would take messages: it connects and
// proves who it is, but sends nothing. The texts of errors are German.
func (m *Mailer) Reach(ctx context.Context) error {
	if m.sender == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, sendLimit)
	defer cancel()
	return m.sender.reach(ctx)
}

// Close closes the connections kept for later messages.
func (m *Mailer) Close() {
	if m.sender != nil {
		m.sender.close()
	}
}

// Send hands a rendered message to the sender under its key. It returns when the
// context ends or after 10 s, whatever the sender does.
//
// Errors: message.ErrMailRefused if no attempt can succeed, for example because the
// recipient's address cannot be mailed; message.ErrMailPaused while the circuit breaker
// is open. After any other error, sending the same message again may succeed. The texts
// are German and identify nobody.
func (m *Mailer) Send(ctx context.Context, message *message.Message) error {
	e, err := m.envelope(message)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, sendLimit)
	defer cancel()
	return m.breaker.do(func() error { return m.attempt(ctx, e) })
}

func (m *Mailer) envelope(message *message.Message) (*envelope, error) {
	switch {
	case m.sender == nil:
		return nil, errors.New("mail: no sender is set up")
	case message.Content == nil:
		return nil, errors.New("mail: the message is not rendered")
	}
	e := &envelope{key: message.Key, from: m.from, to: m.operator, content: message.Content}
	if message.To == "" && message.Kind.ToOperator() {
		return e, nil
	}
	to, err := recipient(message.To)
	if !message.Kind.ToOperator() {
		e.replyTo = m.options.Seller.Email
	}
	e.to = to
	return e, err
}

// attempt sends a message once there is room among the parallel attempts.
func (m *Mailer) attempt(ctx context.Context, e *envelope) error {
	select {
	case m.slots <- struct{}{}:
		defer func() { <-m.slots }()
	case <-ctx.Done():
		return timedOut(ctx.Err())
	}
	began := time.Now()
	err := m.sender.send(ctx, e)
	m.options.Observe.Note("send", resultOf(ctx, err), began)
	if err != nil && ctx.Err() != nil && !errors.Is(err, message.ErrMailRefused) {
		return timedOut(ctx.Err())
	}
	return err
}

// resultOf returns how an attempt ended, for the metrics.
func resultOf(ctx context.Context, err error) string {
	var failed *failure
	switch {
	case err == nil:
		return calls.OK
	case errors.Is(err, message.ErrMailRefused):
		return calls.Refused
	case ctx.Err() == nil && errors.As(err, &failed) && failed.answered:
		return calls.Failed
	}
	return calls.Unreachable
}
