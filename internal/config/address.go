package config

import (
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
)

// host returns the host of an address with a port; "" for every interface or a
// malformed address.
func host(addr string) string {
	name, _, _ := net.SplitHostPort(addr)
	return name
}

// isLoopback reports whether a host is this computer. Names are not resolved.
func isLoopback(host string) bool {
	addr, err := netip.ParseAddr(host)
	return strings.EqualFold(host, "localhost") || err == nil && addr.IsLoopback()
}

// isAddress reports whether s can be listened on: a port, preceded by an IP address, a
// name or nothing.
func isAddress(s string) bool {
	name, port, err := net.SplitHostPort(s)
	if err != nil || strings.ContainsAny(name, " /@?#") {
		return false
	}
	_, err = strconv.ParseUint(port, 10, 16)
	return err == nil
}

// isNetwork reports whether s is an IP address or a network. An IPv4 network in IPv6
// form is not accepted, since it would never match anything.
func isNetwork(s string) bool {
	if network, err := netip.ParsePrefix(s); err == nil {
		return !network.Addr().Is4In6()
	}
	_, err := netip.ParseAddr(s)
	return err == nil
}

// isOrigin reports whether s is the origin of a site: scheme, host and optional port,
// nothing else.
func isOrigin(s string) bool {
	u, err := url.Parse(s)
	if err != nil || u.Hostname() == "" || u.User != nil || u.Opaque != "" {
		return false
	}
	if port := u.Port(); port != "" && !isAddress(u.Host) {
		return false
	}
	bare := u.Path == "" && u.RawQuery == "" && !u.ForceQuery && u.Fragment == ""
	return bare && (u.Scheme == "http" || u.Scheme == "https")
}

func isHTTPS(s string) bool {
	u, err := url.Parse(s)
	return err == nil && u.Scheme == "https"
}
