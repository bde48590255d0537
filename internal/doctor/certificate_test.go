package doctor

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kontor/internal/config"
)

// W19: two weeks before a certificate ends the operator is warned, and of one that no
// browser accepts there is an error.
func TestW19_CertificateIsExamined(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 23, 9, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		host     string
		from, to time.Time
		level    Level
		text     string
	}{
		"good":        {"shop.test", now.AddDate(0, 0, -60), now.Add(15 * 24 * time.Hour), OK, "gilt bis 2026-12-08T09:00:00Z"},
		"ends soon":   {"shop.test", now.AddDate(0, 0, -60), now.Add(13 * 24 * time.Hour), Warning, "endet bald, am 2026-12-06T09:00:00Z"},
		"over":        {"shop.test", now.AddDate(0, 0, -60), now.Add(-time.Hour), Failure, "abgelaufen"},
		"too early":   {"shop.test", now.Add(time.Hour), now.AddDate(0, 3, 0), Failure, "gilt erst ab"},
		"other shop":  {"other.test", now, now.AddDate(0, 3, 0), Failure, "gilt nicht für shop.test"},
		"no such one": {"", now, now, Failure, "nicht zu brauchen"},
	} {
		cert, key := certified(t, c.host, c.from, c.to)
		shop := &Shop{Config: &config.Config{TLS: config.TLSFiles, TLSCert: cert, TLSKey: key, BaseURL: "https://shop.test"}, Now: func() time.Time { return now }}
		found := checkCertificate(t.Context(), shop)
		if len(found) != 1 || found[0].Level != c.level || !strings.Contains(found[0].Text, c.text) || (found[0].Remedy == "") != (c.level == OK) {
			t.Errorf("%s: %+v", name, found)
		}
	}
	obtaining := &Shop{Config: &config.Config{TLS: config.TLSACME, DataDir: t.TempDir(), ACMEDirectory: "https://ca.test/dir", BaseURL: "https://shop.test"}}
	if found := checkCertificate(t.Context(), obtaining); len(found) != 1 || found[0].Level != Warning || found[0].Text != "noch kein Zertifikat für shop.test" {
		t.Errorf("not obtained yet: %+v", found)
	}
	if found := checkCertificate(t.Context(), &Shop{Config: &config.Config{TLS: config.TLSOff}}); found != nil {
		t.Errorf("behind a proxy: %+v", found)
	}
}

// certified returns the paths of a certificate and its key; without a host there are no
// such files.
func certified(t *testing.T, host string, from, to time.Time) (cert, key string) {
	t.Helper()
	dir := t.TempDir()
	cert, key = filepath.Join(dir, "shop.pem"), filepath.Join(dir, "shop.key")
	if host == "" {
		return cert, key
	}
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: from, NotAfter: to, DNSNames: []string{host}}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	keyDER, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	for path, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: der}, key: {Type: "PRIVATE KEY", Bytes: keyDER}} {
		if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return cert, key
}
