package mail

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"
	gosmtp "github.com/wneessen/go-mail/smtp"
)

// quitLimit bounds the closing handshake: the message is delivered by then.
const quitLimit = time.Second

// smtpSender sends through an SMTP server, with one connection per message.
type smtpSender struct {
	host     string
	implicit bool // TLS from the first byte
	options  []gomail.Option
	tls      *tls.Config
	dial     gomail.DialContextFunc
}

// newSMTP parses SMTP_URL. Messages to another machine are always encrypted: from the
// first byte for smtps://, by STARTTLS for smtp://. On this machine smtp:// stays
// plain, since local relays rarely have a certificate.
func newSMTP(address string, roots *x509.CertPool) (*smtpSender, error) {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" || u.Scheme != "smtp" && u.Scheme != "smtps" {
		return nil, errors.New("mail: the address of the SMTP server is malformed") // it may contain a password
	}
	s := &smtpSender{
		host: u.Hostname(), implicit: u.Scheme == "smtps",
		dial: new(net.Dialer).DialContext,
		tls:  &tls.Config{ServerName: u.Hostname(), RootCAs: roots, MinVersion: tls.VersionTLS12},
	}
	port := gomail.DefaultPortTLS
	if s.implicit {
		port = gomail.DefaultPortSSL
	}
	if u.Port() != "" {
		if port, err = strconv.Atoi(u.Port()); err != nil {
			return nil, errors.New("mail: the port of the SMTP server is malformed")
		}
	}
	s.options = append(s.encryption(), gomail.WithPort(port), gomail.WithTLSConfig(s.tls),
		gomail.WithTimeout(sendLimit+quitLimit), // the context ends earlier
		gomail.WithoutNoop(), gomail.WithoutRset(),
		gomail.WithoutSMTPUTF8()) // not needed, and not every later server supports it
	if u.User != nil {
		s.options = append(s.options, login(u.User)...)
	}
	return s, nil
}

func (s *smtpSender) encryption() []gomail.Option {
	switch {
	case s.implicit:
		return []gomail.Option{gomail.WithSSL()}
	case isLoopback(s.host):
		return []gomail.Option{gomail.WithTLSPolicy(gomail.NoTLS)}
	}
	return []gomail.Option{gomail.WithTLSPolicy(gomail.TLSMandatory)}
}

func login(user *url.Userinfo) []gomail.Option {
	password, _ := user.Password()
	return []gomail.Option{
		gomail.WithUsername(user.Username()), gomail.WithPassword(password),
		gomail.WithOpportunisticSMTPAuth(gomail.SMTPAuthSCRAMSHA256, gomail.SMTPAuthPlain, gomail.SMTPAuthLogin),
	}
}

func isLoopback(host string) bool {
	addr, err := netip.ParseAddr(host)
	return strings.EqualFold(host, "localhost") || err == nil && addr.IsLoopback()
}

func (s *smtpSender) close() {}

// send delivers a message over a connection of its own, which ends with the context
// even while the library waits.
func (s *smtpSender) send(ctx context.Context, e *envelope) error {
	message, err := smtpMessage(e)
	if err != nil {
		return err
	}
	return s.talk(ctx, func(client *gomail.Client, session *gosmtp.Client) error {
		if err := client.SendWithSMTPClient(session, message); err != nil && !message.IsDelivered() {
			return smtpFailure(err)
		}
		return nil
	})
}

// reach connects and signs in.
func (s *smtpSender) reach(ctx context.Context) error {
	return s.talk(ctx, func(*gomail.Client, *gosmtp.Client) error { return nil })
}

// talk runs do over a connection that has signed in, and ends it.
func (s *smtpSender) talk(ctx context.Context, do func(*gomail.Client, *gosmtp.Client) error) error {
	line := &line{sender: s}
	defer line.close()
	stop := context.AfterFunc(ctx, line.close)
	defer stop()
	// Copied, since parallel deliveries would write to the same array.
	client, err := gomail.NewClient(s.host, slices.Concat(s.options, []gomail.Option{gomail.WithDialContextFunc(line.dial)})...)
	if err != nil {
		return unreachable(err)
	}
	session, err := client.DialToSMTPClientWithContext(ctx)
	if err != nil {
		return dialFailure(err)
	}
	if err := do(client, session); err != nil {
		return err
	}
	line.setDeadline(time.Now().Add(quitLimit))
	session.Quit() // it is done, whatever the server answers
	return nil
}

// smtpMessage assembles a message. Its Message-ID is derived from the key, so that a
// message delivered twice is recognisable.
func smtpMessage(e *envelope) (*gomail.Msg, error) {
	m := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	m.FromMailAddress(e.from)
	if err := m.To(e.to); err != nil {
		return nil, errAddress
	}
	if e.replyTo != "" {
		if err := m.ReplyTo(e.replyTo); err != nil {
			return nil, fmt.Errorf("mail: the shop's address: %w", err)
		}
	}
	m.Subject(e.content.Subject)
	m.SetMessageIDWithValue(e.key + e.from.Address[strings.LastIndexByte(e.from.Address, '@'):])
	m.SetGenHeader("Auto-Submitted", autoSubmitted)
	m.SetBodyString(gomail.TypeTextPlain, e.content.Text)
	m.AddAlternativeString(gomail.TypeTextHTML, e.content.HTML)
	for _, file := range e.content.Inline {
		err := m.EmbedReader(file.CID, bytes.NewReader(file.Data),
			gomail.WithFileContentID("<"+file.CID+">"), gomail.WithFileContentType(gomail.ContentType(file.Type)))
		if err != nil {
			return nil, fmt.Errorf("mail: a picture: %w", err)
		}
	}
	for _, file := range e.content.Attached {
		if err := m.AttachReader(file.Name, bytes.NewReader(file.Data), gomail.WithFileContentType(gomail.ContentType(file.Type))); err != nil {
			return nil, fmt.Errorf("mail: an attached file: %w", err)
		}
	}
	return m, nil
}
