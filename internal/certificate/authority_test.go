package certificate_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"kontor/internal/certificate"
	"kontor/tests/thirdparty"
)

// patience bounds what a test waits for.
const patience = 90 * time.Second

// hosts counts the shops.
var hosts atomic.Int64

// newHost returns a host that no other test has, nor has had: certmagic keeps challenges,
// jobs and pauses after failures by name, for the whole program.
func newHost() string { return fmt.Sprintf("shop%d.test", hosts.Add(1)) }

// shop is a server with a certificate from Pebble.
type shop struct {
	*certificate.Authority
	host   string
	pebble *thirdparty.Authority
	dir    string
	plain  net.Listener // its port 80
	addr   string       // where it speaks TLS
	log    *recorded
}

// startShop starts the authority that asks at the shop's plain address.
func startShop(t *testing.T) *shop {
	t.Helper()
	plain, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { plain.Close() })
	return &shop{host: newHost(), dir: filepath.Join(t.TempDir(), "acme"), plain: plain, pebble: thirdparty.StartPebble(t, plain.Addr().(*net.TCPAddr).Port)}
}

// open opens the keeper of certificates and serves the challenges; it does not obtain
// anything yet.
func (s *shop) open(t *testing.T) {
	t.Helper()
	log, text := newLog()
	var err error
	s.log = text
	s.Authority, err = certificate.NewAuthority(certificate.Options{
		Host: s.host, Dir: s.dir, Contact: "post@shop.test", Directory: s.pebble.Directory, Roots: s.pebble.Roots, HTTPAddr: s.plain.Addr(), Log: log,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	challenges := &http.Server{Handler: s.Challenges(http.NotFoundHandler())}
	go challenges.Serve(s.plain)
	t.Cleanup(func() { challenges.Close() })
	listener, err := tls.Listen("tcp", "127.0.0.1:0", certificate.ServerConfig(s.GetCertificate))
	if err != nil {
		t.Fatal(err)
	}
	s.addr = listener.Addr().String()
	answers := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })}
	go answers.Serve(listener)
	t.Cleanup(func() { answers.Close() })
}

// get sends a request on a connection of its own, as a browser that trusts the roots,
// and returns the certificate with which it was answered.
func (s *shop) get(name string, roots *x509.CertPool) (*x509.Certificate, error) {
	client := http.Client{Timeout: patience, Transport: &http.Transport{
		DisableKeepAlives: true,
		TLSClientConfig:   &tls.Config{RootCAs: roots},
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, network, s.addr)
		},
	}}
	answer, err := client.Get("https://" + name + "/")
	if err != nil {
		return nil, err
	}
	answer.Body.Close()
	return answer.TLS.PeerCertificates[0], nil
}

// issued returns the roots of what Pebble issues, and further ones.
func (s *shop) issued(t *testing.T, further ...[]byte) *x509.CertPool {
	t.Helper()
	root, err := os.ReadFile(s.pebble.Issuer)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	for _, text := range append(further, root) {
		if !pool.AppendCertsFromPEM(text) {
			t.Fatal("no certificate")
		}
	}
	return pool
}

// W19: a shop without a certificate has one after its start, and the next start uses it
// again, with the authority gone.
func TestW19_ObtainedFromPebble(t *testing.T) {
	t.Parallel()
	s := startShop(t)
	host := s.host
	s.open(t)
	if !s.End().IsZero() {
		t.Errorf("ends at %v before there is one", s.End())
	}
	if _, err := certificate.Obtained(s.dir, s.pebble.Directory, host); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("stored before: %v", err)
	}
	began := time.Now()
	s.Obtain(t.Context())
	t.Logf("obtained in %v", time.Since(began))
	got, err := s.get(host, s.issued(t))
	if err != nil {
		t.Fatalf("%v\n%s", err, s.log)
	}
	stored, err := certificate.Obtained(s.dir, s.pebble.Directory, host)
	if err != nil || !stored.Equal(got) || !s.End().Equal(got.NotAfter) {
		t.Errorf("stored: %v, ends %v, want %v", err, s.End(), got.NotAfter)
	}
	if info, err := os.Stat(s.dir); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the directory: %v, %v", info.Mode(), err)
	}
	for deadline := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
		if _, err = s.get("www."+host, s.issued(t)); err == nil || time.Now().After(deadline) {
			break
		}
	}
	if err != nil {
		t.Errorf("www.: %v\n%s", err, s.log)
	}

	s.pebble.Stop()
	again, err := certificate.NewAuthority(certificate.Options{Host: host, Dir: s.dir, Directory: s.pebble.Directory, Roots: s.pebble.Roots, HTTPAddr: s.plain.Addr(), Log: noLog})
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	again.Obtain(t.Context())
	for name, want := range map[string]string{host: host, "www." + host: "www." + host, "foreign.test": host, "": host} {
		if served := getter(again.GetCertificate).served(t, name); served.VerifyHostname(want) != nil {
			t.Errorf("%q gets the certificate of %v", name, served.DNSNames)
		}
	}
}

// W19: a certificate about to end is renewed while requests are answered, each of them.
func TestW19_RenewalLosesNoRequest(t *testing.T) {
	t.Parallel()
	s := startShop(t)
	host := s.host
	old := signed(t, time.Now().AddDate(0, 0, -89), time.Now().AddDate(0, 0, 1), host)
	for _, name := range []string{host, "www." + host} {
		keep(t, s.dir, s.pebble.Directory, name, signed(t, time.Now().AddDate(0, 0, -1), time.Now().AddDate(0, 0, 89), name))
	}
	keep(t, s.dir, s.pebble.Directory, host, old)
	s.open(t)
	roots := s.issued(t, old.cert)
	s.Obtain(t.Context()) // does not wait
	requests := 0
	for deadline := time.Now().Add(patience); ; requests++ {
		served, err := s.get(host, roots)
		if err != nil {
			t.Fatalf("request %d: %v\n%s", requests, err, s.log)
		}
		if served.NotAfter.After(time.Now().AddDate(0, 0, 2)) {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("not renewed\n%s", s.log)
		}
	}
	if requests == 0 || !s.End().After(time.Now().AddDate(0, 0, 2)) {
		t.Errorf("%d requests before, ends %v", requests, s.End())
	}
}

// W19: for a day nobody reaches the authority, and the certificate is due. The shop goes
// on with it, and tries again and again.
//
// It is not parallel, since certmagic has one queue for all, whose workers would carry
// the work of other tests into this one's time.
func TestW19_AnAuthorityThatIsGoneChangesNothing(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		const directory = "https://127.0.0.1:1/dir"
		host := newHost()
		due := signed(t, time.Now().AddDate(0, 0, -80), time.Now().AddDate(0, 0, 10), host)
		for _, name := range []string{host, "www." + host} {
			keep(t, dir, directory, name, due)
		}
		log, text := newLog()
		a, err := certificate.NewAuthority(certificate.Options{Host: host, Dir: dir, Directory: directory, HTTPAddr: &net.TCPAddr{Port: 1}, Log: log})
		if err != nil {
			t.Fatal(err)
		}
		defer time.Sleep(time.Minute) // its locks are given back by goroutines of their own
		defer a.Close()
		began := time.Now()
		a.Obtain(t.Context())
		if waited := time.Since(began); waited != 0 {
			t.Errorf("the start waited %v", waited)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 24*time.Hour)
		defer cancel()
		certificate.Watch(ctx, a.End, log)
		if served := getter(a.GetCertificate).served(t, host); !served.NotAfter.Equal(a.End()) || time.Now().After(served.NotAfter) {
			t.Errorf("serves until %v", served.NotAfter)
		}
		if tries := strings.Count(text.String(), "certificate not obtained"); tries < 5 || tries > 100 {
			t.Errorf("%d attempts\n%s", tries, text)
		}
		if !strings.Contains(text.String(), `msg="certificate ends soon" not_after=2000-`) {
			t.Errorf("not warned of\n%s", text)
		}
	})
}

// W19: a start without any certificate ends its waiting, says so, and keeps trying. Not
// parallel either.
func TestW19_NoCertificateAtFirst(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		log, text := newLog()
		host := newHost()
		a, err := certificate.NewAuthority(certificate.Options{Host: host, Dir: dir, Directory: "https://127.0.0.1:1/dir", HTTPAddr: &net.TCPAddr{Port: 1}, Log: log})
		if err != nil {
			t.Fatal(err)
		}
		a.Obtain(t.Context())
		if _, err := getter(a.GetCertificate).handshake(host); err == nil || !a.End().IsZero() {
			t.Errorf("a certificate that ends %v: %v", a.End(), err)
		}
		time.Sleep(10 * time.Minute)
		if tries := strings.Count(text.String(), `msg="certificate not obtained, will be tried again" name=`+host); tries < 2 {
			t.Errorf("%d attempts\n%s", tries, text)
		}
		a.Close()
		time.Sleep(time.Minute) // its locks are given back by goroutines of their own
	})
}
