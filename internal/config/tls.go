package config

import (
	"net/netip"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// The values of TLS.
const (
	TLSOff   = "aus"     // a proxy ends it, or nobody
	TLSACME  = "acme"    // with a certificate that the shop obtains by itself
	TLSFiles = "dateien" // with one that somebody else keeps current
)

// listenTLS is the default of LISTEN_ADDR for a shop that speaks TLS itself.
const listenTLS = ":443"

// OwnTLS reports whether the shop speaks TLS itself.
func (c *Config) OwnTLS() bool { return c.TLS == TLSACME || c.TLS == TLSFiles }

// Host returns the name under which browsers reach the shop, in lower case; empty
// without BASE_URL.
func (c *Config) Host() string {
	base, err := url.Parse(c.BaseURL)
	if err != nil {
		return ""
	}
	return strings.ToLower(base.Hostname())
}

// ACMEDir returns the directory of the certificates that the shop obtains, and of their
// keys.
func (c *Config) ACMEDir() string { return filepath.Join(c.DataDir, "acme") }

func (k *checker) tls() {
	c := k.config
	k.require(slices.Contains([]string{TLSOff, TLSACME, TLSFiles}, c.TLS), "TLS")
	k.require(isAddress(c.HTTPAddr), "LISTEN_ADDR_HTTP")
	k.require(c.ACMEContact == "" || isMailbox(c.ACMEContact), "ACME_KONTAKT")
	k.require(isHTTPS(c.ACMEDirectory), "ACME_VERZEICHNIS")
	k.require(c.ACMERoots == "" || isFile(c.ACMERoots), "ACME_CA")
	k.metricsAddress()
	k.duration(c.Drain, 0, time.Minute, "DRAIN")
	if !c.OwnTLS() || k.refused("BASE_URL") {
		return
	}
	if !isHTTPS(c.BaseURL) {
		k.problem("TLS", c.TLS, "der Shop spricht selbst TLS; erwartet: dazu BASE_URL mit https")
		return
	}
	switch c.TLS {
	case TLSFiles:
		k.require(isFile(c.TLSCert), "TLS_ZERTIFIKAT", "mit TLS=dateien nötig")
		k.require(isFile(c.TLSKey), "TLS_SCHLUESSEL", "mit TLS=dateien nötig")
	case TLSACME:
		k.acme()
	}
}

// acme refuses what no authority would certify, and several instances: the authority's
// question would reach any of them.
func (k *checker) acme() {
	c := k.config
	if _, err := netip.ParseAddr(c.Host()); err == nil || !strings.Contains(c.Host(), ".") {
		k.problem("TLS", c.TLS, "für "+c.Host()+" stellt keine Zertifizierungsstelle ein Zertifikat aus; erwartet: BASE_URL mit einem Namen wie shop.example")
	}
	if c.DatabaseURL != "" {
		k.problem("TLS", c.TLS, "mit DATABASE_URL kann der Shop mehrere Instanzen haben, und die Zertifizierungsstelle fragte die falsche; erwartet: TLS=dateien, oder TLS=aus und TLS am Loadbalancer")
	}
}

// metricsAddress keeps the metrics on this computer: nobody asks for a code there.
func (k *checker) metricsAddress() {
	c := k.config
	if isAddress(c.MetricsAddr) && !isLoopback(host(c.MetricsAddr)) && !c.MetricsOpen {
		k.problem("METRICS_ADDR", c.MetricsAddr, "von anderen Rechnern erreichbar; erwartet: eine Adresse dieses Rechners wie 127.0.0.1:9090, oder METRICS_OFFEN=true, wenn ein Netz oder eine Firewall sie schützt")
	}
}
