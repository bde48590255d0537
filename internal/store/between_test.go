package store

import (
	"net"
	"net/url"
	"testing"
)

// between lets a function forward the traffic between a store and its database,
// connection by connection, and returns the URL of the database behind it. The function
// is not waited for, and closes both connections.
func between(t *testing.T, database string, pass func(client, server net.Conn)) string {
	t.Helper()
	address, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	behind := address.Host
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			server, err := net.Dial("tcp", behind)
			if err != nil {
				client.Close()
				continue
			}
			go pass(client, server)
		}
	}()
	passed := *address
	passed.Host, passed.RawQuery = listener.Addr().String(), "sslmode=disable"
	return passed.String()
}
