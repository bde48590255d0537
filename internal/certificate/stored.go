package certificate

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/caddyserver/certmagic"
)

// errNoPEM means that a file holds no certificate.
var errNoPEM = errors.New("keine Zertifikate im PEM-Format darin")

// roots returns the certificates in a file; nil for an empty path.
func roots(path string) (*x509.CertPool, error) {
	if path == "" {
		return nil, nil
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(content) {
		return nil, fmt.Errorf("%s: %w", path, errNoPEM)
	}
	return pool, nil
}

// Obtained returns the certificate of a host that an [Authority] keeps in dir.
//
// Errors: [fs.ErrNotExist] while there is none.
func Obtained(dir, directory, host string) (*x509.Certificate, error) {
	issuer := &certmagic.ACMEIssuer{CA: directory}
	path := filepath.Join(dir, filepath.FromSlash(certmagic.StorageKeys.SiteCert(issuer.IssuerKey(), host)))
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	block, _ := pem.Decode(content)
	if block == nil {
		return nil, fmt.Errorf("%s: %w", path, errNoPEM)
	}
	return x509.ParseCertificate(block.Bytes)
}

// InFiles returns the certificate in a pair of files. Its error is German.
func InFiles(cert, key string) (*x509.Certificate, error) {
	pair, err := read(cert, key)
	if err != nil {
		return nil, err
	}
	return pair.Leaf, nil
}

// ServerConfig returns the settings of a server whose certificate get returns.
func ServerConfig(get func(*tls.ClientHelloInfo) (*tls.Certificate, error)) *tls.Config {
	return &tls.Config{GetCertificate: get, MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"}}
}
