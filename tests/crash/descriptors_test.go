package crash

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os/exec"
	"strings"
	"testing"

	"kontor/tests/crowd"
)

// R10: with 64 file descriptors and 200 customers who keep their connections open, the
// shop runs out of descriptors. It waits, answers those it can, and takes orders again
// once customers leave.
func TestR10_OutOfFileDescriptors(t *testing.T) {
	t.Parallel()
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	s := startCommand(t, exec.Command("sh", "-c", `ulimit -n 64; exec "$0"`, path), dir)
	ledger := (&crowd.Load{URL: s.url, Timeout: patience, Clients: 1, Next: crowd.Plain, Proceed: crowd.Once}).Run() // makes the writer open its files
	customers := occupy(t, s, 200)
	eventually(t, "the shop runs out of file descriptors", func() bool {
		return strings.Contains(s.logText(), "too many open files")
	})
	for _, c := range customers[:10] { // those who were accepted
		c.finish(t)
		ledger[c.order.Kunde.Name] = c.order
	}
	for _, c := range customers {
		c.conn.Close()
	}
	client := newClient(t)
	eventually(t, "the shop takes orders again", func() bool {
		o := crowd.Plain(crowd.NewRandom())
		o.Send(client, s.url)
		ledger[o.Kunde.Name] = o
		return o.Acknowledged()
	})
	s.bestsellers()
	if status := s.readiness(); status != http.StatusOK {
		t.Errorf("the readiness is %d afterwards", status)
	}
	s.stop()
	openBooks(t, snapshot(t, dir)).audit(ledger)
}

// slowCustomer has begun to send an order.
type slowCustomer struct {
	conn  net.Conn
	order *crowd.Order
	rest  []byte // of the body
}

// occupy lets customers begin to order, each on a connection of its own.
func occupy(t *testing.T, s *shopProcess, n int) (customers []*slowCustomer) {
	t.Helper()
	for range n {
		conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		c := &slowCustomer{conn: conn, order: crowd.Plain(crowd.NewRandom())}
		body, err := json.Marshal(c.order.Body)
		if err != nil {
			t.Fatal(err)
		}
		c.rest = body[1:]
		if _, err := fmt.Fprintf(conn, "POST /api/orders HTTP/1.1\r\nHost: shop\r\nContent-Length: %d\r\n\r\n{", len(body)); err != nil {
			t.Fatal(err)
		}
		customers = append(customers, c)
	}
	return customers
}

// finish sends the rest of the order, which must be taken.
func (c *slowCustomer) finish(t *testing.T) {
	t.Helper()
	if _, err := c.conn.Write(c.rest); err != nil {
		t.Fatal(err)
	}
	response, err := http.ReadResponse(bufio.NewReader(c.conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	c.order.Take(crowd.ReadAnswer(response))
	if !c.order.Acknowledged() {
		t.Errorf("an order whose customer was let in is answered %d: %s", c.order.Answer.Status, c.order.Answer.Body)
	}
}
