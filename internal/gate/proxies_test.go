package gate_test

import (
	"crypto/tls"
	"fmt"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"kontor/internal/gate"
)

func mustProxies(t testing.TB, entries ...string) gate.Proxies {
	t.Helper()
	p, err := gate.ParseProxies(entries)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func requestFrom(peer string, forwardedFor ...string) *http.Request {
	r := &http.Request{RemoteAddr: peer, Header: http.Header{}}
	for _, v := range forwardedFor {
		r.Header.Add("X-Forwarded-For", v)
	}
	return r
}

func TestParseProxies(t *testing.T) {
	t.Parallel()
	p := mustProxies(t, " 10.0.0.7 ", "", "192.168.4.9/16", "2001:db8::/32", "::1", "::ffff:203.0.113.9")
	want := "[10.0.0.7/32 192.168.0.0/16 2001:db8::/32 ::1/128 203.0.113.9/32]"
	if got := fmt.Sprint(p); got != want {
		t.Errorf("ParseProxies = %s, want %s", got, want)
	}
	bad := []string{"nginx", "10.0.0.0/33", "10.0.0", "10.0.0.1:80", "::ffff:10.0.0.0/104", "10.0.0.0/8;::1"}
	_, err := gate.ParseProxies(append(bad, "10.0.0.7"))
	for _, entry := range bad {
		if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("%q", entry)) {
			t.Errorf("error %v does not name %q", err, entry)
		}
	}
}

func TestClientAddr(t *testing.T) {
	t.Parallel()
	p := mustProxies(t, "10.0.0.0/8", "2001:db8:ffff::/48", "127.0.0.1")
	cases := []struct {
		name, peer   string
		forwardedFor []string
		want         string
	}{
		{"no proxy", "203.0.113.5:4711", nil, "203.0.113.5"},
		{"no proxy, IPv6", "[2001:db8::5]:4711", nil, "2001:db8::5"},
		{"mapped peer", "[::ffff:203.0.113.5]:4711", nil, "203.0.113.5"},
		{"G18 untrusted peer", "203.0.113.5:4711", []string{"198.51.100.1"}, "203.0.113.5"},
		{"G18 untrusted peer claims a proxy", "203.0.113.5:4711", []string{"198.51.100.1, 10.0.0.1"}, "203.0.113.5"},
		{"trusted, no header", "10.0.0.1:1", nil, "10.0.0.1"},
		{"trusted, empty header", "10.0.0.1:1", []string{""}, "10.0.0.1"},
		{"one proxy", "10.0.0.1:1", []string{"198.51.100.1"}, "198.51.100.1"},
		{"mapped proxy", "[::ffff:10.0.0.1]:1", []string{"198.51.100.1"}, "198.51.100.1"},
		{"S16 claim left of the client", "10.0.0.1:1", []string{"1.2.3.4, 198.51.100.1"}, "198.51.100.1"},
		{"two proxies", "10.0.0.1:1", []string{"1.2.3.4, 198.51.100.1, 10.0.0.2"}, "198.51.100.1"},
		{"two headers", "10.0.0.1:1", []string{"1.2.3.4", "198.51.100.1", "10.0.0.2"}, "198.51.100.1"},
		{"IPv6 client", "[2001:db8:ffff::1]:1", []string{"2001:db8::7"}, "2001:db8::7"},
		{"with ports", "10.0.0.1:1", []string{"198.51.100.1:5000, [2001:db8:ffff::2]:6000"}, "198.51.100.1"},
		{"zone dropped", "10.0.0.1:1", []string{"fe80::1%eth9"}, "fe80::1"},
		{"garbage stops", "10.0.0.1:1", []string{"198.51.100.1, unknown, 10.0.0.2"}, "10.0.0.2"},
		{"garbage alone", "10.0.0.1:1", []string{"_hidden"}, "10.0.0.1"},
		{"gap stops", "10.0.0.1:1", []string{"198.51.100.1,,10.0.0.2"}, "10.0.0.2"},
		{"all trusted", "10.0.0.1:1", []string{"10.0.0.3, 10.0.0.2"}, "10.0.0.3"},
		{"no address", "@", []string{"198.51.100.1"}, "invalid IP"},
		{"nothing", "", nil, "invalid IP"},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			if got := p.ClientAddr(requestFrom(tc.peer, tc.forwardedFor...)); got.String() != tc.want {
				t.Errorf("ClientAddr = %v, want %s", got, tc.want)
			}
		})
	}
}

func TestG18_S16_RotatedHeadersDoNotChangeTheLane(t *testing.T) {
	t.Parallel()
	for name, p := range map[string]gate.Proxies{"no proxies": nil, "other proxies": mustProxies(t, "10.0.0.0/8")} {
		c := newClock()
		th := newThrottle(c)
		checked := 0
		for i := range 100 {
			r := requestFrom("203.0.113.5:4711", fmt.Sprintf("198.51.100.%d", i))
			r.Header.Set("X-Real-Ip", fmt.Sprintf("198.51.100.%d", i))
			r.Header.Set("Forwarded", fmt.Sprintf("for=198.51.100.%d", i))
			th.Attempt(t.Context(), gate.ClientAt(p.ClientAddr(r)), func() bool { checked++; return false })
		}
		if checked != 5 {
			t.Errorf("%s: %d codes were checked, want 5", name, checked)
		}
		mustEnter(t, th, at("198.51.100.1")) // nor is the victim whose address was claimed locked out
		mustWait(t, th, at("203.0.113.5"), 15*time.Minute)
	}
}

// Whatever a client writes into the header, the address that the trusted proxy appended
// counts.
func TestS16_ClaimsNeverReachTheResult(t *testing.T) {
	t.Parallel()
	p := mustProxies(t, "10.0.0.0/8")
	real := netip.MustParseAddr("203.0.113.5")
	rapid.Check(t, func(rt *rapid.T) {
		claims := rapid.SliceOf(rapid.OneOf(
			rapid.String(),
			rapid.SampledFrom([]string{"10.0.0.1", "198.51.100.1", "::1", "", ",", "10.0.0.1:80"}),
		)).Draw(rt, "claims")
		r := requestFrom("10.9.9.9:80", append(claims, "203.0.113.5, 10.0.0.2")...)
		if got := p.ClientAddr(r); got != real {
			rt.Fatalf("ClientAddr = %v, want %v", got, real)
		}
	})
}

func TestIsHTTPS(t *testing.T) {
	t.Parallel()
	p := mustProxies(t, "10.0.0.0/8")
	cases := []struct {
		peer   string
		protos []string
		want   bool
	}{
		{"10.0.0.1:1", []string{"https"}, true},
		{"10.0.0.1:1", []string{" HTTPS "}, true},
		{"10.0.0.1:1", []string{"http, https"}, true},
		{"10.0.0.1:1", []string{"https, http"}, false},
		{"10.0.0.1:1", []string{"https", "http"}, false},
		{"10.0.0.1:1", []string{"http"}, false},
		{"10.0.0.1:1", []string{"httpsx"}, false},
		{"10.0.0.1:1", nil, false},
		{"203.0.113.5:1", []string{"https"}, false},
	}
	for _, tc := range cases {
		r := requestFrom(tc.peer)
		r.Header["X-Forwarded-Proto"] = tc.protos
		if got := p.IsHTTPS(r); got != tc.want {
			t.Errorf("peer %s, %q: %v, want %v", tc.peer, tc.protos, got, tc.want)
		}
	}
	r := requestFrom("203.0.113.5:1")
	r.TLS = &tls.ConnectionState{}
	if !p.IsHTTPS(r) {
		t.Error("a TLS connection is https")
	}
}

func TestIgnoresForwarded(t *testing.T) {
	t.Parallel()
	p := mustProxies(t, "10.0.0.0/8")
	for _, name := range []string{"X-Forwarded-For", "x-forwarded-proto", "X-Forwarded-Host", "X-Real-IP", "Forwarded", "Accept"} {
		for peer, untrusted := range map[string]bool{"203.0.113.5:1": true, "10.0.0.1:1": false, "@": true} {
			r := requestFrom(peer)
			r.Header.Set(name, "198.51.100.1")
			want := untrusted && name != "Accept"
			if got := p.IgnoresForwarded(r); got != want {
				t.Errorf("peer %s with %s: %v, want %v", peer, name, got, want)
			}
		}
	}
}
