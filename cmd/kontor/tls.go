package main

import (
	"context"
	"crypto/tls"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"

	"kontor/internal/certificate"
	"kontor/internal/config"
)

// certified is the certificate of a shop that speaks TLS itself.
type certified struct {
	get       func(*tls.ClientHelloInfo) (*tls.Certificate, error)
	end       func() time.Time
	authority *certificate.Authority // nil: the certificate is in files
}

// openCertificate returns the shop's certificate; nil: something in front of the shop
// ends TLS. plain is the address that answers an authority's questions.
func openCertificate(cfg *config.Config, plain net.Listener, log *slog.Logger) (*certified, error) {
	switch cfg.TLS {
	case config.TLSFiles:
		files, err := certificate.OpenFiles(cfg.TLSCert, cfg.TLSKey, log)
		if err != nil {
			return nil, &refusal{err}
		}
		return &certified{get: files.GetCertificate, end: files.End}, nil
	case config.TLSACME:
		authority, err := certificate.NewAuthority(certificate.Options{
			Host: cfg.Host(), Dir: cfg.ACMEDir(), Contact: cfg.ACMEContact,
			Directory: cfg.ACMEDirectory, Roots: cfg.ACMERoots, HTTPAddr: plain.Addr(), Log: log,
		})
		if err != nil {
			return nil, err
		}
		return &certified{get: authority.GetCertificate, end: authority.End, authority: authority}, nil
	}
	return nil, nil
}

// secure wraps the shop's listener in TLS.
func (c *certified) secure(l net.Listener) net.Listener {
	if c == nil {
		return l
	}
	return tls.NewListener(l, certificate.ServerConfig(c.get))
}

// ending returns when the certificate ends; nil: the shop has none of its own.
func (c *certified) ending() func() time.Time {
	if c == nil {
		return nil
	}
	return c.end
}

// challenges answers an authority's questions, and leaves the rest to next.
func (c *certified) challenges(next http.Handler) http.Handler {
	if c.authority == nil {
		return next
	}
	return c.authority.Challenges(next)
}

// obtain makes sure that there is a certificate. The plain address answers meanwhile.
func (c *certified) obtain(ctx context.Context) {
	if c != nil && c.authority != nil {
		c.authority.Obtain(ctx)
	}
}

// watch warns of the certificate's end until the context ends.
func (c *certified) watch(ctx context.Context, log *slog.Logger) {
	if c != nil {
		certificate.Watch(ctx, c.end, log)
	}
}

func (c *certified) close() {
	if c != nil && c.authority != nil {
		c.authority.Close()
	}
}

// lives reports whether the database answers at all. A failure is an answer: on a full
// disk a restart would help nobody.
func (s *service) lives(ctx context.Context) bool {
	return !errors.Is(s.db.Ready(ctx), context.DeadlineExceeded)
}
