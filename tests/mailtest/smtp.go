package mailtest

import (
	"crypto/tls"
	"crypto/x509"
	"io"
	"log"
	"net/http/httptest"
	"net/url"
	"testing"

	"github.com/emersion/go-smtp"
)

// SMTPOptions are the settings of an SMTP server.
type SMTPOptions struct {
	STARTTLS       bool // offers STARTTLS
	TLS            bool // speaks TLS from the first byte
	User, Password string
}

// SMTP is an SMTP server that stores what it accepts.
type SMTP struct {
	*switches
	records
	options SMTPOptions
	server  *smtp.Server
	addr    string
	roots   *x509.CertPool
}

// StartSMTP starts a server on this computer. It stops with the test.
func StartSMTP(t testing.TB, o SMTPOptions) *SMTP {
	t.Helper()
	s := &SMTP{switches: newSwitches(), options: o}
	certificate, roots := loopbackCertificate()
	s.roots = roots
	s.server = smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) {
		return &session{server: s, conn: c}, nil
	}))
	s.server.Domain = "mailtest.invalid"
	s.server.AllowInsecureAuth = true
	s.server.EnableSMTPUTF8 = true
	s.server.ErrorLog = log.New(io.Discard, "", 0)
	if o.STARTTLS {
		s.server.TLSConfig = &tls.Config{Certificates: []tls.Certificate{certificate}}
	}
	l, err := listen(s.switches)
	if err != nil {
		t.Fatal(err)
	}
	s.addr = l.Addr().String()
	ended := make(chan error, 1)
	go func() {
		if o.TLS {
			ended <- s.server.Serve(tls.NewListener(l, &tls.Config{Certificates: []tls.Certificate{certificate}}))
			return
		}
		ended <- s.server.Serve(l)
	}()
	t.Cleanup(func() {
		s.end()
		s.server.Close()
		l.Close() // the server may not have taken it over yet
		<-ended
	})
	return s
}

// URL returns the server's URL with the login it requires, for SMTP_URL.
func (s *SMTP) URL() string {
	u := url.URL{Scheme: "smtp", Host: s.addr}
	if s.options.TLS {
		u.Scheme = "smtps"
	}
	if s.options.User != "" {
		u.User = url.UserPassword(s.options.User, s.options.Password)
	}
	return u.String()
}

// Roots are the authorities that vouch for the server's certificate.
func (s *SMTP) Roots() *x509.CertPool { return s.roots }

// loopbackCertificate returns the certificate that net/http's tests use for 127.0.0.1.
func loopbackCertificate() (tls.Certificate, *x509.CertPool) {
	borrowed := httptest.NewTLSServer(nil)
	defer borrowed.Close()
	roots := x509.NewCertPool()
	roots.AddCert(borrowed.Certificate())
	return borrowed.TLS.Certificates[0], roots
}
