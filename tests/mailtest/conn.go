package mailtest

import (
	"bytes"
	"io"
	"net"
	"time"
)

// listener applies the faults that need no protocol to its connections.
type listener struct {
	net.Listener
	*switches
}

// listen opens a free port of this computer.
func listen(s *switches) (listener, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	return listener{l, s}, err
}

// Accept closes connections at once while the fault is [Reset].
func (l listener) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if l.current() != Reset {
			return conn{c, l.switches}, nil
		}
		reset(c)
	}
}

// reset closes a connection so that the other side sees an error instead of an end.
func reset(c net.Conn) {
	if tcp, ok := c.(*net.TCPConn); ok {
		tcp.SetLinger(0)
	}
	c.Close()
}

// conn is a connection with faulty answers.
type conn struct {
	net.Conn
	*switches
}

// Write answers as the fault demands.
func (c conn) Write(answer []byte) (int, error) {
	switch c.current() {
	case Reset:
		reset(c.Conn)
		return 0, net.ErrClosed
	case Hang:
		return 0, c.hang()
	case Garbage:
		return c.cut(bytes.Repeat([]byte("\x00\xffgarbage"), 20))
	case CloseMidBody:
		return c.cut(answer[:len(answer)/2])
	case Slow:
		return c.trickle(answer)
	}
	return c.Conn.Write(answer)
}

// hang waits until the server ends or the client goes away.
func (c conn) hang() error {
	gone := make(chan struct{})
	go func() {
		io.Copy(io.Discard, c.Conn)
		close(gone)
	}()
	select {
	case <-c.closed:
		c.Close()
		<-gone
	case <-gone:
	}
	return net.ErrClosed
}

// cut writes last and closes the connection.
func (c conn) cut(last []byte) (int, error) {
	c.Conn.Write(last)
	c.Close()
	return 0, net.ErrClosed
}

// trickle writes one byte a second.
func (c conn) trickle(answer []byte) (int, error) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for i := range answer {
		if _, err := c.Conn.Write(answer[i : i+1]); err != nil {
			return i, err
		}
		select {
		case <-tick.C:
		case <-c.closed:
			return i, net.ErrClosed
		}
	}
	return len(answer), nil
}
