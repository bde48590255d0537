package gate

import (
	"net/netip"
)

// Client is whoever enters codes, as far as the throttle can distinguish people.
type Client struct {
	own    lane // counts its own failures
	subnet lane // counts failures shared with its neighbours; zero: none
	kind   kind
}

// kind determines which limits apply to a client.
type kind int

const (
	// stranger is subject to its own limit and, once it has failed, to the gate's
	// ceiling.
	stranger kind = iota
	// proven held a session before and is exempt from the gate's ceiling.
	proven
	// known has passed before on the same device: its failures do not count for anybody
	// else, nor theirs for it.
	known
	// faceless cannot be distinguished from others and is subject to the gate's ceiling
	// alone.
	faceless
)

// lane is the key under which failures are counted, the text form of a network or of a
// session's holder. The empty lane counts nothing.
type lane string

// ClientAt returns the client at an address. An IPv4 address counts by itself; an IPv6
// address counts by its /64, all of which belongs to one connection, and by its /48,
// all of which a provider may assign to one customer. Clients without a valid address
// share one lane.
func ClientAt(addr netip.Addr) Client {
	client := Client{own: lane("network " + NetworkOf(addr).String())}
	if addr = addr.Unmap().WithZone(""); addr.Is6() {
		subnet, _ := addr.Prefix(48)
		client.subnet = lane("network " + subnet.String())
	}
	return client
}

// NetworkOf returns the network that counts as one client: a single IPv4 address, or
// the /64 of an IPv6 address. All invalid addresses count as one client too.
func NetworkOf(addr netip.Addr) netip.Prefix {
	addr = addr.Unmap().WithZone("")
	bits := addr.BitLen()
	if addr.Is6() {
		bits = 64
	}
	network, _ := addr.Prefix(bits)
	return network
}

// ClientHolding returns the client that presents an authentic token of the gate, even
// an expired one. It has a lane of its own, wherever it connects from, so other
// people's failures cannot lock out those who know the code. Its own failures count for
// the whole gate like any others.
func ClientHolding(s Session) Client {
	return Client{own: lane("session " + s.ID), kind: proven}
}

// ClientOn returns the client on a device that has passed before and whose authentic
// token is still valid. Other people's failures never lock it out, and its own count
// for nobody else, so a stolen token is good for no more than a few guesses.
func ClientOn(device Session) Client {
	return Client{own: lane("device " + device.ID), kind: known}
}

// clientBehindProxy returns the client for a proxy that hides its clients. They all
// count as one, so it has no limit of its own.
func clientBehindProxy() Client {
	return Client{own: "proxy", kind: faceless}
}

// counter returns the name under which the client's failures at a gate are counted.
func (c Client) counter(gate Purpose) Purpose {
	if c.kind == known {
		return gate + "-" + Device
	}
	return gate
}
