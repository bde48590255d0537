package gate

import (
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// forwardedHeaders are the headers in which proxies describe their client. Only the
// X-Forwarded pair is ever read.
var forwardedHeaders = []string{
	"X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "X-Real-Ip", "Forwarded",
}

// errMapped refuses what would never match: addresses are compared as IPv4.
var errMapped = errors.New("IPv4 network in IPv6 form")

// Proxies lists the networks whose statements about their clients are trusted. The zero
// value trusts nobody.
type Proxies []netip.Prefix

// ParseProxies parses addresses (10.0.0.7, ::1) and networks (10.0.0.0/8); blank
// entries are skipped. The error names every entry that is neither.
func ParseProxies(entries []string) (Proxies, error) {
	var proxies Proxies
	var problems []error
	for _, entry := range entries {
		entry = strings.TrimSpace(entry)
		if entry == "" {
			continue
		}
		network, err := parseNetwork(entry)
		if err != nil {
			problems = append(problems, fmt.Errorf("gate: trusted proxy %q: %w", entry, err))
			continue
		}
		proxies = append(proxies, network)
	}
	return proxies, errors.Join(problems...)
}

func parseNetwork(entry string) (netip.Prefix, error) {
	if strings.Contains(entry, "/") {
		network, err := netip.ParsePrefix(entry)
		if network.Addr().Is4In6() {
			return netip.Prefix{}, errMapped
		}
		return network.Masked(), err
	}
	addr, err := netip.ParseAddr(entry)
	if err != nil {
		return netip.Prefix{}, err
	}
	return addr.Unmap().WithZone("").Prefix(addr.Unmap().BitLen())
}

// ClientAddr returns the address that the request comes from: the peer or, if the peer
// is a trusted proxy, the nearest untrusted address in X-Forwarded-For. The header is
// walked from the right, because everything left of the first untrusted hop is the
// client's own claim; the walk ends at anything that is not an address. The result is
// the zero Addr if the peer has no IP address.
func (p Proxies) ClientAddr(r *http.Request) netip.Addr {
	client := Peer(r)
	if !p.Trusts(client) {
		return client
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for _, hop := range slices.Backward(hops) {
		addr := parseHop(hop)
		if !addr.IsValid() {
			break
		}
		client = addr
		if !p.Trusts(addr) {
			break
		}
	}
	return client
}

// IsHTTPS reports whether the request came in over https, either directly or, according
// to a trusted peer, at the proxy. Of several values the last counts, which is the
// peer's own.
func (p Proxies) IsHTTPS(r *http.Request) bool {
	if r.TLS != nil {
		return true
	}
	if !p.Trusts(Peer(r)) {
		return false
	}
	protos := strings.Split(strings.Join(r.Header.Values("X-Forwarded-Proto"), ","), ",")
	return strings.EqualFold(strings.TrimSpace(protos[len(protos)-1]), "https")
}

// IgnoresForwarded reports whether the request carries headers of a proxy that is not
// trusted. That is either a forgery or a proxy missing from the list, so the operator
// should be warned.
func (p Proxies) IgnoresForwarded(r *http.Request) bool {
	return !p.Trusts(Peer(r)) && slices.ContainsFunc(forwardedHeaders, func(name string) bool {
		return len(r.Header[name]) > 0
	})
}

// Trusts reports whether an address belongs to a trusted proxy.
func (p Proxies) Trusts(addr netip.Addr) bool {
	return slices.ContainsFunc(p, func(network netip.Prefix) bool { return network.Contains(addr) })
}

// Peer returns the sender of the request, a client or a proxy; the zero Addr if it has
// no IP address.
func Peer(r *http.Request) netip.Addr {
	return parseHop(r.RemoteAddr)
}

// parseHop parses an address with or without a port into the one form in which networks
// and throttles compare it. Anything else is the zero Addr.
func parseHop(s string) netip.Addr {
	s = strings.TrimSpace(s)
	addr, err := netip.ParseAddr(s)
	if err != nil {
		withPort, _ := netip.ParseAddrPort(s) // zero on error
		addr = withPort.Addr()
	}
	return addr.Unmap().WithZone("")
}
