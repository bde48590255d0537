package main

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	kontor "kontor/tests/process"
	"kontor/tests/scratch"
)

// freePorts returns ports of 127.0.0.1 that nobody uses, for programs that cannot choose
// one themselves.
func freePorts(t *testing.T, n int) (ports []string) {
	t.Helper()
	for range n {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer listener.Close()
		_, port, _ := net.SplitHostPort(listener.Addr().String())
		ports = append(ports, port)
	}
	return ports
}

// writeCertificate writes a self-signed certificate and its key and returns the paths.
func writeCertificate(t *testing.T, end time.Time, names ...string) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(end.UnixNano()), NotBefore: time.Now().Add(-time.Hour), NotAfter: end, DNSNames: names}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	keyDER, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	cert, key = filepath.Join(dir, "fullchain.pem"), filepath.Join(dir, "privkey.pem")
	writeText(t, cert, string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})))
	writeText(t, key, string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: keyDER})))
	return cert, key
}

// example returns the text of a file in packaging/proxy with its placeholders replaced,
// pairs of old and new.
func example(t *testing.T, name string, replace ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "packaging", "proxy", name))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(replace); i += 2 {
		if !strings.Contains(string(text), replace[i]) {
			t.Fatalf("%s has no %q", name, replace[i])
		}
	}
	return strings.NewReplacer(replace...).Replace(string(text))
}

// proxied is a proxy in front of a shop.
type proxied struct {
	plain, secure string // its ports
	shop          string // where the shop answers
	command       *exec.Cmd
}

// caddy runs the example with certificates of its own making, on other ports.
func caddy(t *testing.T, p *proxied) {
	dir := t.TempDir()
	options := fmt.Sprintf("{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\tdefault_bind 127.0.0.1\n\thttp_port %s\n\thttps_port %s\n\tstorage file_system %s\n}\n", p.plain, p.secure, dir)
	path := filepath.Join(dir, "Caddyfile")
	writeText(t, path, options+example(t, "Caddyfile", "127.0.0.1:8080", p.shop, "shop.example", "shop.test"))
	p.command = exec.Command("caddy", "run", "--config", path, "--adapter", "caddyfile")
	p.command.Env = []string{"HOME=" + dir}
}

// nginx runs the example with a certificate from a file, on other ports.
func nginx(t *testing.T, p *proxied) {
	dir := t.TempDir()
	cert, key := writeCertificate(t, time.Now().AddDate(0, 1, 0), "shop.test", "www.shop.test")
	site := example(t, "nginx.conf", "listen 80;", "listen 127.0.0.1:"+p.plain+";", "listen [::]:80;", "",
		"listen 443 ssl http2;", "listen 127.0.0.1:"+p.secure+" ssl http2;", "listen [::]:443 ssl http2;", "",
		"/etc/letsencrypt/live/shop.example/fullchain.pem", cert, "/etc/letsencrypt/live/shop.example/privkey.pem", key,
		"http://127.0.0.1:8080", "http://"+p.shop, "shop.example", "shop.test")
	path := filepath.Join(dir, "nginx.conf")
	var temporary strings.Builder
	for _, kind := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		fmt.Fprintf(&temporary, "%s_temp_path %s;\n", kind, filepath.Join(dir, kind))
	}
	writeText(t, path, fmt.Sprintf("daemon off;\nmaster_process off;\npid %s/pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n%s%s}\n", dir, temporary.String(), site))
	program := "nginx"
	if _, err := exec.LookPath(program); err != nil {
		program = "/usr/sbin/nginx" // not in everybody's path
	}
	p.command = exec.Command(program, "-c", path, "-e", "stderr")
}

// client returns a client that takes every name for the proxy's, and comes from the
// address.
func (p *proxied) client(from string) *http.Client {
	dialer := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	return &http.Client{
		Timeout:       patience,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			ForceAttemptHTTP2: true, DisableKeepAlives: true, TLSClientConfig: &tls.Config{InsecureSkipVerify: true},
			DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
				port := p.secure
				if strings.HasSuffix(addr, ":80") {
					port = p.plain
				}
				return dialer.DialContext(ctx, network, "127.0.0.1:"+port)
			},
		},
	}
}

// With the examples that ship, Debian's Caddy and nginx answer over HTTP/2 and send
// readers on, and the shop knows who asks.
func TestExamplesOfProxies(t *testing.T) {
	t.Parallel()
	for name, configure := range map[string]func(*testing.T, *proxied){"caddy": caddy, "nginx": nginx} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shop := start(t, scratch.Dir(t), append([]string{"BASE_URL=https://shop.test", "TRUSTED_PROXIES=127.0.0.1"}, ownSecrets...)...)
			ports := freePorts(t, 2)
			p := &proxied{plain: ports[0], secure: ports[1], shop: strings.TrimPrefix(shop.url, "http://")}
			configure(t, p)
			running, err := kontor.Start(p.command, filepath.Join(t.TempDir(), "log"))
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(running.Kill)
			client := p.client("127.0.1.7")
			response, err := client.Get("https://shop.test/healthz")
			for deadline := time.Now().Add(patience); err != nil && time.Now().Before(deadline); {
				if ended, how := running.Ended(); ended {
					t.Fatalf("%s ended: %v\n%s", name, how, running.LogText())
				}
				time.Sleep(10 * time.Millisecond)
				response, err = client.Get("https://shop.test/healthz")
			}
			if err != nil {
				t.Fatalf("%v\n%s", err, running.LogText())
			}
			response.Body.Close()
			if response.Proto != "HTTP/2.0" || response.StatusCode != http.StatusOK {
				t.Errorf("%s %s", response.Proto, response.Status)
			}
			for from, to := range map[string]string{
				"http://shop.test/a?b=1":      "https://shop.test/a?b=1",
				"http://www.shop.test/":       "https://shop.test/",
				"https://www.shop.test/a?b=1": "https://shop.test/a?b=1",
			} {
				response, err := client.Get(from)
				if err != nil {
					t.Fatal(err)
				}
				response.Body.Close()
				// Caddy sends http://www. to https://www. first.
				location := strings.Replace(response.Header.Get("Location"), "https://www.", "https://", 1)
				if response.StatusCode != http.StatusPermanentRedirect || location != to {
					t.Errorf("%s: %s to %q", from, response.Status, response.Header.Get("Location"))
				}
			}
			response, err = client.Post("https://shop.test/api/zugang", "application/json", strings.NewReader(`{"code":"falsch"}`))
			if err != nil {
				t.Fatal(err)
			}
			response.Body.Close()
			for deadline := time.Now().Add(patience); !strings.Contains(shop.stderr.String(), "status=401") && time.Now().Before(deadline); {
				time.Sleep(time.Millisecond) // the log comes through a pipe
			}
			log := shop.stderr.String()
			if response.StatusCode != http.StatusUnauthorized || !strings.Contains(log, `gate=zugang client=127.0.1.0/24`) || strings.Contains(log, "proxy") {
				t.Errorf("a wrong code: %s\n%s", response.Status, log)
			}
		})
	}
}
