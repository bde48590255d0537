package paypalsim

import (
	"net"
	"net/http"
	"sync/atomic"
)

// stray is a server that no client should ever reach.
type stray struct {
	*http.Server
	url     string
	reached atomic.Int64
}

func startStray() (*stray, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &stray{url: "http://" + listener.Addr().String() + "/"}
	s.Server = &http.Server{Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) { s.reached.Add(1) })}
	go s.Serve(listener)
	return s, nil
}

// Strayed returns how many requests followed a [Redirect] to another server.
func (s *Server) Strayed() int { return int(s.strayed.reached.Load()) }
