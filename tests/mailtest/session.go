package mailtest

import (
	"bytes"
	"io"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// session is one client's conversation with the SMTP server.
type session struct {
	server     *SMTP
	conn       *smtp.Conn
	loggedIn   bool
	sender     string
	recipients []string
}

// The answers of faults.
var (
	tryLater    = &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 7, 1}, Message: "too many messages for person@example.org"}
	closing     = &smtp.SMTPError{Code: 421, EnhancedCode: smtp.EnhancedCode{4, 3, 0}, Message: "internal failure"}
	loginFirst  = &smtp.SMTPError{Code: 530, EnhancedCode: smtp.EnhancedCode{5, 7, 0}, Message: "authentication required"}
	badSender   = &smtp.SMTPError{Code: 553, EnhancedCode: smtp.EnhancedCode{5, 7, 1}, Message: "person@example.org may not send"}
	unknownUser = &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "<person@example.org>: unknown user"}
)

// AuthMechanisms offers a login if the server requires one.
func (s *session) AuthMechanisms() []string {
	if s.server.options.User == "" {
		return nil
	}
	return []string{sasl.Plain}
}

// Auth checks name and password.
func (s *session) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		o := s.server.options
		if s.server.current() == Unauthorized || user != o.User || password != o.Password {
			return smtp.ErrAuthFailed
		}
		s.loggedIn = true
		return nil
	}), nil
}

// Mail begins a message.
func (s *session) Mail(from string, _ *smtp.MailOptions) error {
	s.server.attempt()
	switch s.server.current() {
	case Failure:
		return closing
	case Unauthorized:
		return loginFirst
	case RejectSender:
		return badSender
	case Endless:
		return s.endless()
	}
	if s.server.options.User != "" && !s.loggedIn {
		return loginFirst
	}
	s.sender = from
	return nil
}

// Rcpt adds a recipient.
func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	switch s.server.current() {
	case Reject:
		return unknownUser
	case TooMany, Redirect:
		return tryLater
	}
	s.recipients = append(s.recipients, to)
	return nil
}

// Data accepts the message.
func (s *session) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	message, err := parseMail(raw)
	if err != nil {
		return &smtp.SMTPError{Code: 554, EnhancedCode: smtp.EnhancedCode{5, 6, 0}, Message: "not a message"}
	}
	message.Sender, message.Recipients = s.sender, s.recipients
	_, message.TLS = s.conn.TLSConnectionState()
	s.server.add(message)
	switch s.server.current() {
	case CrashAfterAccept:
		reset(s.conn.Conn())
	case HangAfterAccept:
		io.Copy(io.Discard, s.conn.Conn()) // until the client or the server ends it
	}
	return nil
}

// endless begins an answer of many lines that never ends.
func (s *session) endless() error {
	for lines := bytes.Repeat([]byte("250-more\r\n"), 1000); ; {
		if _, err := s.conn.Conn().Write(lines); err != nil {
			return err
		}
	}
}

// Reset forgets a message that was begun.
func (s *session) Reset() { s.sender, s.recipients = "", nil }

// Logout ends the conversation.
func (s *session) Logout() error { return nil }
