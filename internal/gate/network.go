package gate

import "net/http"

// HidesClients reports whether the request comes from a proxy by all appearance
// that is missing from the list: its peer is this machine or in a private network,
// and forwards. Whose request it is cannot be known then.
func (p Proxies) HidesClients(r *http.Request) bool {
	addr := Peer(r)
	near := addr.IsLoopback() || addr.IsPrivate() || addr.IsLinkLocalUnicast()
	return near && p.IgnoresForwarded(r)
}

// Client is who the request comes from, as far as the throttle can tell.
func (p Proxies) Client(r *http.Request) Client {
	if p.HidesClients(r) {
		return clientBehindProxy()
	}
	return ClientAt(p.ClientAddr(r))
}

// Widths of the networks that logs name clients by, in bits. They name no person,
// and are still what a firewall can ban.
const (
	logBits4 = 24
	logBits6 = 48
)

// Network is the client's network as logs name it, an IPv4 /24 or an IPv6 /48, or
// "unknown" when the client is not known: never the address of a proxy, which would
// have everybody banned.
func (p Proxies) Network(r *http.Request) string {
	addr := p.ClientAddr(r)
	if !addr.IsValid() || p.Trusts(addr) || p.HidesClients(r) {
		return "unknown"
	}
	bits := logBits4
	if addr.Is6() {
		bits = logBits6
	}
	network, _ := addr.Prefix(bits) // never fails: the address has as many
	return network.String()
}
