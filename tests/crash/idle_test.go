//go:build linux

package crash

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"kontor/tests/crowd"
)

const (
	// idleCost is the maximum cost of an idle connection, in kilobytes.
	idleCost = 25
	// besidesIdle is how much the process may grow otherwise, in kilobytes: garbage not
	// yet collected.
	besidesIdle = 24 << 10
)

// R30: idle connections cost little, and nobody waits for them.
func TestR30_IdleConnectionsCostLittle(t *testing.T) {
	t.Parallel()
	connections := rounds(1000, 15_000)
	s := start(t, t.TempDir())
	client := newClient(t)
	first := crowd.Plain(crowd.NewRandom())
	first.Send(client, s.url)
	before := s.peakMemory()
	for range connections {
		s.idle()
	}
	o := crowd.Plain(crowd.NewRandom())
	if o.Send(newClient(t), s.url); !first.Acknowledged() || !o.Acknowledged() {
		t.Errorf("an order beside %d idle connections is answered %d", connections, o.Answer.Status)
	}
	s.bestsellers()
	grown := s.peakMemory() - before
	t.Logf("%d connections, %d KiB each", connections, grown/connections)
	if limit := connections*idleCost + besidesIdle; grown > limit {
		t.Errorf("the process grew by %d KiB, want at most %d", grown, limit)
	}
	s.stop()
}

// idle opens a connection, sends one request and leaves it open until the test ends.
func (s *shopProcess) idle() {
	s.t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { conn.Close() })
	if _, err := fmt.Fprint(conn, "GET /healthz HTTP/1.1\r\nHost: shop\r\n\r\n"); err != nil {
		s.t.Fatal(err)
	}
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err == nil {
		_, err = io.Copy(io.Discard, response.Body)
	}
	if err != nil || response.StatusCode != http.StatusOK {
		s.t.Fatalf("on a connection to be left open: %v", err)
	}
}
