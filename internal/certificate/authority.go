package certificate

import (
	"context"
	"crypto/tls"
	"errors"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/caddyserver/certmagic"
	"go.uber.org/zap"
)

// Options say which certificates to obtain, and from whom.
type Options struct {
	Host      string   // the shop's name; "www." of it is certified too, unless it begins so
	Dir       string   // where certificates, keys and the account are kept
	Contact   string   // the operator's e-mail address; may be empty
	Directory string   // URL of the authority's ACME directory
	Roots     string   // path of PEM certificates by which to recognize it; empty: the computer's
	HTTPAddr  net.Addr // where [Authority.Challenges] is reached, as port 80 of Host
	Log       *slog.Logger
}

// Authority is a certificate from a certification authority, obtained over ACME. It is
// renewed in the background, some of its time before it ends; while the authority is
// away it stays what it is. Close ends that.
type Authority struct {
	host    string
	names   []string
	magic   *certmagic.Config
	cache   *certmagic.Cache
	issuer  *certmagic.ACMEIssuer
	log     *slog.Logger
	tried   chan struct{} // gets a value when an attempt for host has ended, either way
	stop    context.CancelFunc
	stopped context.Context
}

// NewAuthority takes what an earlier start has obtained; [Authority.Obtain] asks for the
// rest.
func NewAuthority(o Options) (*Authority, error) {
	if err := os.MkdirAll(o.Dir, 0o700); err != nil {
		return nil, err
	}
	a := &Authority{host: o.Host, names: names(o.Host), log: o.Log, tried: make(chan struct{}, 1)}
	a.stopped, a.stop = context.WithCancel(context.Background())
	template := certmagic.ACMEIssuer{
		CA: o.Directory, Email: o.Contact, Agreed: true, Logger: zap.NewNop(),
		DisableTLSALPNChallenge: true, // the port for HTTP is there anyway
	}
	var err error
	if template.TrustedRoots, err = roots(o.Roots); err != nil {
		return nil, err
	}
	if at, ok := o.HTTPAddr.(*net.TCPAddr); ok { // where it is listened already
		template.ListenHost, template.AltHTTPPort = at.IP.String(), at.Port
	}
	a.cache = certmagic.NewCache(certmagic.CacheOptions{
		GetConfigForCert: func(certmagic.Certificate) (*certmagic.Config, error) { return a.magic, nil },
		Logger:           zap.NewNop(),
	})
	a.magic = certmagic.New(a.cache, certmagic.Config{
		DefaultServerName: o.Host, FallbackServerName: o.Host, // for who does not name the shop, or misnames it
		OCSP:    certmagic.OCSPConfig{DisableStapling: true},
		Storage: &certmagic.FileStorage{Path: o.Dir},
		OnEvent: a.note,
		Logger:  zap.NewNop(),
	})
	a.issuer = certmagic.NewACMEIssuer(a.magic, template)
	a.magic.Issuers = []certmagic.Issuer{a.issuer}
	return a, nil
}

// names returns the names that lead to a shop.
func names(host string) []string {
	if strings.HasPrefix(host, "www.") {
		return []string{host}
	}
	return []string{host, "www." + host}
}

// note logs what happens to certificates.
func (a *Authority) note(_ context.Context, event string, data map[string]any) error {
	name, _ := data["identifier"].(string)
	switch event {
	case "cert_obtained":
		a.log.Info("certificate obtained", slog.String("name", name))
	case "cert_failed":
		a.log.Warn("certificate not obtained, will be tried again", slog.String("name", name), slog.Any("error", data["error"]))
	case "cached_managed_cert":
		sans, _ := data["sans"].([]string)
		name = strings.Join(sans, " ")
	default:
		return nil
	}
	if event != "cert_obtained" && name == a.host {
		select {
		case a.tried <- struct{}{}:
		default:
		}
	}
	return nil
}

// Obtain makes sure that there are certificates. It returns at once if an earlier start
// has obtained that of the host, and otherwise after the first attempt to do so; one
// that is still missing is requested again and again in the background. [Authority.Challenges] must
// be served meanwhile.
func (a *Authority) Obtain(ctx context.Context) {
	var missing []string
	for _, name := range a.names {
		if _, err := a.magic.CacheManagedCertificate(ctx, name); errors.Is(err, fs.ErrNotExist) {
			missing = append(missing, name)
		} else if err != nil {
			a.log.Error("stored certificate not usable", slog.String("name", name), slog.Any("error", err))
		}
	}
	go a.cache.RenewManagedCertificates(a.stopped) // what ended while the shop was off
	if len(missing) == 0 {
		return
	}
	for drained := false; !drained; {
		select {
		case <-a.tried:
		default:
			drained = true
		}
	}
	if err := a.magic.ManageAsync(a.stopped, missing); err != nil {
		a.log.Error("certificates not managed", slog.Any("error", err)) // never happens without OnDemand
	}
	if !slices.Contains(missing, a.host) {
		return
	}
	select {
	case <-a.tried:
	case <-ctx.Done():
	case <-time.After(firstPatience):
		a.log.Warn("certificate not obtained yet", slog.String("name", a.host))
	}
}

// firstPatience bounds how long the start of a shop waits for its first certificate.
const firstPatience = 30 * time.Second

// Challenges answers the authority's questions whether this is really the host, and
// leaves everything else to next.
func (a *Authority) Challenges(next http.Handler) http.Handler {
	return a.issuer.HTTPChallengeHandler(next)
}

// GetCertificate returns the certificate for a name, for [tls.Config]. Its error says
// that there is none yet.
func (a *Authority) GetCertificate(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
	return a.magic.GetCertificate(hello)
}

// End returns when the certificate of the host ends; zero while there is none.
func (a *Authority) End() (end time.Time) {
	for _, cert := range a.cache.AllMatchingCertificates(a.host) {
		if leaf := cert.Leaf; leaf != nil && leaf.NotAfter.After(end) {
			end = leaf.NotAfter
		}
	}
	return end
}

// Close ends the work in the background.
func (a *Authority) Close() {
	a.stop()
	a.cache.Stop()
}
