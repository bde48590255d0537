//go:build linux

package crash

import (
	"bufio"
	"bytes"
	"fmt"
	"net"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"kontor/tests/crowd"
)

const maxBody = 256 << 10 // the shop's limit, bytes

// How large the process may become, in kilobytes. Customers' data is held by Go and
// counts against GOMEMLIMIT; SQLite's page caches are in addition, and fill up as
// orders are stored.
const (
	refusingLimit = 96 << 10
	storingLimit  = 192 << 10
)

// hostile are bodies that cost a careless reader much more than their size, with the
// status that each deserves.
var hostile = map[string]struct {
	body   []byte
	status int
}{
	"deep nesting":      {bytes.Repeat([]byte("["), maxBody), http.StatusBadRequest},
	"many elements":     {fillWith(`{"artikel":[`, `0,`, `0]}`), http.StatusBadRequest},
	"many empty lists":  {fillWith(`{"artikel":[`, `[],`, `[]]}`), http.StatusBadRequest},
	"many keys":         {fillWith(`{`, `"":0,`, `"land":"de"}`), http.StatusBadRequest},
	"many escapes":      {fillWith(`{"land":"`, `\u0000`, `"}`), http.StatusBadRequest},
	"a long number":     {fillWith(`{"summe":`, `9`, `}`), http.StatusBadRequest},
	"no end":            {fillWith(`{"land":"`, `x`, ``), http.StatusBadRequest},
	"a byte too many":   {bytes.Repeat([]byte("x"), maxBody+1), http.StatusRequestEntityTooLarge},
	"four times enough": {bytes.Repeat([]byte("x"), 4*maxBody), http.StatusRequestEntityTooLarge},
}

// R12, R31: 50 simultaneous customers send the most hostile bodies, then the largest
// orders. Each gets the right answer, and the process stays small.
func TestR12_R31_HostileBodiesDoNotFillTheMemory(t *testing.T) {
	t.Parallel()
	s := start(t, t.TempDir(), "GOMEMLIMIT=64MiB")
	s.demandSize(refusingLimit, func() {
		for name, h := range hostile {
			if status, err := post(s.url, h.body); status != h.status {
				t.Errorf("%s is answered %d (%v), want %d", name, status, err, h.status)
			}
		}
	})
	large := largeOrder()
	s.demandSize(storingLimit, func() {
		if status, err := post(s.url, large); status != http.StatusCreated {
			t.Errorf("a large order is answered %d (%v)", status, err)
		}
	})
	s.stop()
}

// demandSize lets 50 customers act at once; the process must not grow beyond the limit,
// in kilobytes.
func (s *shopProcess) demandSize(limit int, do func()) {
	s.t.Helper()
	before := s.peakMemory()
	var customers sync.WaitGroup
	for range 50 {
		customers.Go(do)
	}
	customers.Wait()
	peak := s.peakMemory()
	s.t.Logf("the process grew from %d to %d MiB", before>>10, peak>>10)
	if peak > limit {
		s.t.Errorf("the process grew to %d MiB, want at most %d", peak>>10, limit>>10)
	}
}

// post sends raw bytes as an order and returns the answer's status. It reads while it
// sends: the shop answers a body that is too large before its end and soon closes the
// connection, which Go's client takes for a failure if it reads the answer too late.
func post(url string, body []byte) (int, error) {
	conn, err := net.Dial("tcp", strings.TrimPrefix(url, "http://"))
	if err != nil {
		return 0, err
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(patience)); err != nil {
		return 0, err
	}
	go func() {
		fmt.Fprintf(conn, "POST /api/orders HTTP/1.1\r\nHost: shop\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n", len(body))
		conn.Write(body) // the answer shows how far it came
	}()
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		return 0, err
	}
	return crowd.ReadAnswer(response).Status, nil
}

// fillWith repeats a piece between begin and end up to the largest body.
func fillWith(begin, piece, end string) []byte {
	return []byte(begin + strings.Repeat(piece, (maxBody-len(begin)-len(end))/len(piece)) + end)
}

// largeOrder returns a valid order of maximum size.
func largeOrder() []byte {
	item := fmt.Sprintf(`{"slug":"s","name":%q,"kategorie":%q,"menge":1,"preis":1},`, strings.Repeat("ß", 300), strings.Repeat("ß", 300))
	items := strings.TrimSuffix(strings.Repeat(item, 200), ",")
	return []byte(`{"land":"de","kunde":{"name":"Groß","email":"gross@example.org"},"summe":200,"artikel":[` + items + `]}`)
}

var peak = regexp.MustCompile(`VmHWM:\s+([0-9]+) kB`)

// peakMemory returns the process's peak memory, in kilobytes.
func (s *shopProcess) peakMemory() int {
	s.t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.process.Pid()))
	if err != nil {
		s.t.Fatal(err)
	}
	found := peak.FindSubmatch(status)
	if found == nil {
		s.t.Fatalf("no peak in %s", status)
	}
	kilobytes, err := strconv.Atoi(string(found[1]))
	if err != nil {
		s.t.Fatal(err)
	}
	return kilobytes
}
