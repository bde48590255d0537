package gate

import "net/http"

// HidesClients reports whether the request seems to come from a proxy that is missing
// from the list: a peer on this machine or in a private network that forwards. The
// actual client is then unknown.
func (p Proxies) HidesClients(r *http.Request) bool {
	addr := Peer(r)
	near := addr.IsLoopback() || addr.IsPrivate() || addr.IsLinkLocalUnicast()
	return near && p.IgnoresForwarded(r)
}

// Client returns the client that the request comes from, as far as the throttle can
// distinguish clients.
func (p Proxies) Client(r *http.Request) Client {
	if p.HidesClients(r) {
		return clientBehindProxy()
	}
	return ClientAt(p.ClientAddr(r))
}

// Prefix lengths, in bits, of the networks by which logs name clients. They identify no
// person, yet a firewall can ban them.
const (
	logBits4 = 24
	logBits6 = 48
)

// Network returns the client's network for logs, an IPv4 /24 or an IPv6 /48, or
// "unknown" if the client is not known. It is never a proxy's address, since banning
// that would ban everybody.
func (p Proxies) Network(r *http.Request) string {
	addr := p.ClientAddr(r)
	if !addr.IsValid() || p.Trusts(addr) || p.HidesClients(r) {
		return "unknown"
	}
	bits := logBits4
	if addr.Is6() {
		bits = logBits6
	}
	network, _ := addr.Prefix(bits) // never fails: the address has at least as many
	return network.String()
}
