package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"kontor/tests/scratch"
	"kontor/tests/thirdparty"
)

// browser trusts some roots and takes every name for this computer's, on the given ports.
func browser(roots *x509.CertPool, secure, plain string) *http.Client {
	return &http.Client{
		Timeout:       patience,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			DisableKeepAlives: true, TLSClientConfig: &tls.Config{RootCAs: roots},
			DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
				port := secure
				if strings.HasSuffix(addr, ":80") {
					port = plain
				}
				return new(net.Dialer).DialContext(ctx, network, "127.0.0.1:"+port)
			},
		},
	}
}

// trusting returns the roots in a file.
func trusting(t *testing.T, path string) *x509.CertPool {
	t.Helper()
	text, err := os.ReadFile(path)
	pool := x509.NewCertPool()
	if err != nil || !pool.AppendCertsFromPEM(text) {
		t.Fatalf("%s: %v", path, err)
	}
	return pool
}

// outcome sends a request and returns status and Location of the answer.
func outcome(client *http.Client, method, url, host string) string {
	request, err := http.NewRequest(method, url, nil)
	if err != nil {
		return err.Error()
	}
	if host != "" {
		request.Host = host
	}
	response, err := client.Do(request)
	if err != nil {
		return err.Error()
	}
	defer response.Body.Close()
	if _, err := io.Copy(io.Discard, response.Body); err != nil {
		return err.Error()
	}
	return strings.TrimSpace(fmt.Sprint(response.StatusCode, " ", response.Header.Get("Location")))
}

// W19: a public shop obtains its certificate while it starts, answers under its own name
// alone, and starts again with the authority gone.
func TestW19_PublicShopWithItsOwnCertificate(t *testing.T) {
	t.Parallel()
	dir, ports := scratch.Dir(t), freePorts(t, 2)
	secure, plain := ports[0], ports[1]
	port, err := net.LookupPort("tcp", plain)
	if err != nil {
		t.Fatal(err)
	}
	pebble := thirdparty.StartPebble(t, port)
	settings := append(liveShop(t, dir), "TRUSTED_PROXIES=", "TLS=acme", "ACME_KONTAKT=post@shop.test",
		"ACME_VERZEICHNIS="+pebble.Directory, "ACME_CA="+pebble.Roots, "LISTEN_ADDR=127.0.0.1:"+secure, "LISTEN_ADDR_HTTP=127.0.0.1:"+plain)
	if code, out, errs := runKontor(t, settings, "check", "--public"); code != exitWaiting || !strings.Contains(out, "der Shop beendet TLS selbst (TLS=acme)") {
		t.Errorf("check --public: exit %d\n%s%s", code, out, errs)
	}
	began := time.Now()
	p := startLive(t, settings)
	client := browser(trusting(t, pebble.Issuer), secure, plain)
	for request, want := range map[string]string{
		"GET https://shop.test/":                     "200",
		"GET https://shop.test/ other.test":          "421",
		"GET https://shop.test/healthz 127.0.0.1":    "200",
		"GET http://shop.test/kasse/?a=b":            "308 https://shop.test/kasse/?a=b",
		"GET http://other.test/":                     "308 https://shop.test/",
		"POST http://shop.test/api/orders":           "403",
		"GET https://shop.test/kasse/ www.shop.test": "308 https://shop.test/kasse/",
	} {
		words := append(strings.Fields(request), "")
		if got := outcome(client, words[0], words[1], words[2]); got != want {
			t.Errorf("%s: %s, want %s\n%s", request, got, want, p.stderr)
		}
	}
	t.Logf("answers %v after its start", time.Since(began))
	if code, out, errs := runKontor(t, settings, "healthcheck"); code != exitOK {
		t.Errorf("healthcheck: exit %d\n%s%s", code, out, errs)
	}
	if _, out, _ := runKontor(t, settings, "doctor"); !strings.Contains(out, "das Zertifikat für shop.test gilt bis") {
		t.Errorf("doctor:\n%s", out)
	}
	p.mustEnd(t)
	if log := p.stderr.String(); strings.Count(log, " name=shop.test\n") != 1 || strings.Contains(log, "PRIVATE KEY") {
		t.Errorf("logged\n%s", log)
	}

	pebble.Stop()
	p = startLive(t, settings)
	if got := outcome(client, "GET", "https://shop.test/", ""); got != "200" {
		t.Errorf("with the authority gone: %s", got)
	}
	p.mustEnd(t)
}

// W19: certificates in files need no port 80 that anybody reaches, and those that cannot
// be used are no reason to try again.
func TestW19_ShopWithACertificateInFiles(t *testing.T) {
	t.Parallel()
	dir, ports := scratch.Dir(t), freePorts(t, 2)
	cert, key := writeCertificate(t, time.Now().AddDate(0, 0, 10), "shop.test")
	settings := append(liveShop(t, dir), "TRUSTED_PROXIES=", "TLS=dateien", "TLS_ZERTIFIKAT="+cert, "TLS_SCHLUESSEL="+key,
		"LISTEN_ADDR=127.0.0.1:"+ports[0], "LISTEN_ADDR_HTTP=127.0.0.1:"+ports[1])
	p := startLive(t, settings)
	client := browser(trusting(t, cert), ports[0], ports[1])
	if got := outcome(client, "GET", "https://shop.test/", ""); got != "200" {
		t.Errorf("answered %s\n%s", got, p.stderr)
	}
	if got := outcome(client, "GET", "http://shop.test/.well-known/acme-challenge/x", ""); got != "308 https://shop.test/.well-known/acme-challenge/x" {
		t.Errorf("plain: %s", got)
	}
	if _, out, _ := runKontor(t, settings, "doctor"); !strings.Contains(out, "warnung  zertifikat") {
		t.Errorf("doctor:\n%s", out)
	}
	p.mustEnd(t)
	if log := p.stderr.String(); !strings.Contains(log, `msg="certificate ends soon"`) {
		t.Errorf("not warned\n%s", log)
	}
	_, other := writeCertificate(t, time.Now().AddDate(0, 0, 10), "shop.test")
	if code, _, errs := runKontor(t, append(settings, "TLS_SCHLUESSEL="+other), "serve"); code != exitRefused || !strings.Contains(errs, "nicht zu brauchen") {
		t.Errorf("with another key: exit %d\n%s", code, errs)
	}
}
