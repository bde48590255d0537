package gate

import (
	"net/netip"
)

// Client is whoever enters codes, as far as the throttle tells people apart.
type Client struct {
	own    lane // its failures
	subnet lane // those that it shares with its neighbours; zero: none
	kind   kind
}

// kind says which limits hold for a client.
type kind int

const (
	// stranger is held by its own limit and, once it has failed, the gate's ceiling.
	stranger kind = iota
	// proven held a session before and stands outside the gate's ceiling.
	proven
	// known has passed before on the same device: its failures count for nobody
	// else, nor those of others for it.
	known
	// faceless cannot be told from others, and is held by the gate's ceiling alone.
	faceless
)

// lane is what failures are counted by, a network or the holder of a session, as
// text. An empty one counts nothing.
type lane string

// ClientAt is the client at an address: an IPv4 address by itself, an IPv6
// address by its /64, which one connection owns whole, and by its /48, which a
// customer of a provider can own whole. Clients without a valid address share
// one lane.
func ClientAt(addr netip.Addr) Client {
	client := Client{own: lane("network " + NetworkOf(addr).String())}
	if addr = addr.Unmap().WithZone(""); addr.Is6() {
		subnet, _ := addr.Prefix(48)
		client.subnet = lane("network " + subnet.String())
	}
	return client
}

// NetworkOf is what counts as one client at an address: an IPv4 address by itself,
// an IPv6 address with its /64. All invalid addresses are one client too.
func NetworkOf(addr netip.Addr) netip.Prefix {
	addr = addr.Unmap().WithZone("")
	bits := addr.BitLen()
	if addr.Is6() {
		bits = 64
	}
	network, _ := addr.Prefix(bits)
	return network
}

// ClientHolding is the client that shows an authentic token of the gate, be it
// expired. It has a lane of its own, wherever it comes from: somebody else's
// failures can then not lock out people who know the code. What it fails itself
// counts for the whole gate like any other failure.
func ClientHolding(s Session) Client {
	return Client{own: lane("session " + s.ID), kind: proven}
}

// ClientOn is the client on a device that has passed before, and whose authentic
// token lives. Somebody else's failures never lock it out, nor do its own count for
// anybody else, so a stolen token gives no more than a few guesses of its own.
func ClientOn(device Session) Client {
	return Client{own: lane("device " + device.ID), kind: known}
}

// clientBehindProxy is whoever comes through a proxy that hides its clients. All
// of them are one client, so it has no limit of its own.
func clientBehindProxy() Client {
	return Client{own: "proxy", kind: faceless}
}

// counter is what the client's failures at a gate are counted under.
func (c Client) counter(gate Purpose) Purpose {
	if c.kind == known {
		return gate + "-" + Device
	}
	return gate
}
