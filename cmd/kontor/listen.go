package main

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"
	"syscall"
)

// sockets are what the shop listens on.
type sockets struct {
	shop    net.Listener
	plain   net.Listener // beside TLS; nil when off
	metrics net.Listener // nil when off
}

// openSockets opens the addresses in the settings, or takes them over from the service
// manager.
func (s *service) openSockets() (open sockets, err error) {
	for _, address := range []struct {
		on             bool
		variable, addr string
		listener       *net.Listener
	}{
		{true, "LISTEN_ADDR", s.cfg.ListenAddr, &open.shop},
		{s.cfg.OwnTLS(), "LISTEN_ADDR_HTTP", s.cfg.HTTPAddr, &open.plain},
		{s.cfg.MetricsAddr != "", "METRICS_ADDR", s.cfg.MetricsAddr, &open.metrics},
	} {
		if !address.on || err != nil {
			continue
		}
		*address.listener = s.manager.Listener(address.addr)
		if *address.listener == nil {
			*address.listener, err = listen(address.variable, address.addr)
		}
	}
	if unclaimed := s.manager.CloseRest(); err == nil && unclaimed != nil {
		err = &refusal{unclaimed}
	}
	if err != nil {
		return sockets{}, errors.Join(err, open.close())
	}
	return open, nil
}

func (o sockets) close() error {
	var problems []error
	for _, listener := range []net.Listener{o.shop, o.plain, o.metrics} {
		if listener != nil {
			problems = append(problems, listener.Close())
		}
	}
	return errors.Join(problems...)
}

// listen opens the address in a variable. Its error explains how to choose another one.
func listen(variable, addr string) (net.Listener, error) {
	listener, err := net.Listen("tcp", addr)
	var system *os.SyscallError
	switch {
	case err == nil:
		return listener, nil
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("%s %s ist schon belegt: das andere Programm beenden oder eine andere Adresse wählen, etwa mit %s=%s", variable, addr, variable, neighbour(addr))
	case errors.Is(err, syscall.EACCES):
		return nil, fmt.Errorf("%s %s darf dieser Benutzer nicht öffnen: systemd den Port öffnen lassen (kontor.socket), oder einen ab 1024 wählen, etwa mit %s=127.0.0.1:8080", variable, addr, variable)
	case errors.As(err, &system):
		err = system.Err
	}
	return nil, fmt.Errorf("%s %s lässt sich nicht öffnen: %w", variable, addr, err)
}

// neighbour returns the address with the next higher port.
func neighbour(addr string) string {
	if at, err := netip.ParseAddrPort(addr); err == nil && at.Port() < 65535 {
		return netip.AddrPortFrom(at.Addr(), at.Port()+1).String()
	}
	return "127.0.0.1:8081"
}
