package certificate_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"log/slog"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/caddyserver/certmagic"

	"kontor/internal/certificate"
)

const host = "shop.test"

// pair is a self-signed certificate and its key, as PEM.
type pair struct{ cert, key []byte }

// signed returns a certificate for the names that is valid for the given time.
func signed(t *testing.T, from, to time.Time, names ...string) pair {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(to.UnixNano()), NotBefore: from, NotAfter: to, DNSNames: names}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	keyDER, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return pair{
		pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}),
		pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: keyDER}),
	}
}

// write writes the pair into the directory and returns the paths.
func (p pair) write(t *testing.T, dir string) (cert, key string) {
	t.Helper()
	cert, key = filepath.Join(dir, "shop.pem"), filepath.Join(dir, "shop.key")
	put(t, cert, p.cert)
	put(t, key, p.key)
	return cert, key
}

func put(t *testing.T, path string, content []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

// keep puts a certificate where an earlier start would have left it.
func keep(t *testing.T, dir, directory, name string, p pair) {
	t.Helper()
	key := (&certmagic.ACMEIssuer{CA: directory}).IssuerKey()
	put(t, filepath.Join(dir, certmagic.StorageKeys.SiteCert(key, name)), p.cert)
	put(t, filepath.Join(dir, certmagic.StorageKeys.SitePrivateKey(key, name)), p.key)
	put(t, filepath.Join(dir, certmagic.StorageKeys.SiteMeta(key, name)), []byte(`{"sans":["`+name+`"]}`))
}

// getter returns the certificate for a handshake.
type getter func(*tls.ClientHelloInfo) (*tls.Certificate, error)

// handshake returns the certificate with which a handshake for the name is answered.
func (get getter) handshake(name string) (*x509.Certificate, error) {
	client, server := net.Pipe()
	defer client.Close()
	defer server.Close()
	go tls.Server(server, certificate.ServerConfig(get)).Handshake()
	conn := tls.Client(client, &tls.Config{ServerName: name, InsecureSkipVerify: true})
	if err := conn.Handshake(); err != nil {
		return nil, err
	}
	return conn.ConnectionState().PeerCertificates[0], nil
}

// served is a handshake that has to succeed.
func (get getter) served(t *testing.T, name string) *x509.Certificate {
	t.Helper()
	served, err := get.handshake(name)
	if err != nil {
		t.Fatal(err)
	}
	return served
}

// recorded is a log that can be read while it is written.
type recorded struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (r *recorded) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.text.Write(p)
}

func (r *recorded) String() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.text.String()
}

func newLog() (*slog.Logger, *recorded) {
	r := new(recorded)
	return slog.New(slog.NewTextHandler(r, nil)), r
}
