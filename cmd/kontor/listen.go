package main

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"
	"syscall"
)

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
		return nil, fmt.Errorf("%s %s darf dieser Benutzer nicht öffnen: einen Port ab 1024 wählen, etwa mit %s=127.0.0.1:8080", variable, addr, variable)
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
