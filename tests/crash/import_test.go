//go:build linux

package crash

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"kontor/tests/crowd"
)

// How much the process may grow while it reads a table of products, in kilobytes.
const importLimit = 64 << 10

// P15: the largest file of five thousand products is taken while customers order, and the
// process grows by little more than the catalogue that it then keeps.
func TestP15_ImportOfManyLinesStaysSmall(t *testing.T) {
	t.Parallel()
	lines := 1000
	if thorough() {
		lines = 5000
	}
	s := start(t, t.TempDir(), "GOMEMLIMIT=64MiB")
	operator := s.operator()
	table := productTable(lines)
	before := s.peakMemory()
	var done atomic.Bool
	orders := (&crowd.Load{URL: s.url, Timeout: patience, Clients: 2, Next: crowd.Plain, Proceed: func(*crowd.Order) bool { return !done.Load() }}).Start()
	began := time.Now()
	answer, err := operator.Post(s.url+"/api/verwaltung/produkte/import", "application/octet-stream", strings.NewReader(table))
	if err != nil {
		t.Fatal(err)
	}
	took := time.Since(began)
	var result struct{ Neu int }
	into(t, crowd.ReadAnswer(answer), http.StatusOK, &result)
	done.Store(true)
	var slowest time.Duration
	for _, o := range orders.Finished() {
		slowest = max(slowest, o.Took)
		if !o.Acknowledged() {
			t.Errorf("an order is answered %d: %s", o.Answer.Status, o.Answer.Body)
		}
	}
	grown := s.peakMemory() - before
	t.Logf("%d products, %d KiB, in %v; the process grew from %d by %d MiB; the slowest of %d orders took %v",
		result.Neu, len(table)>>10, took.Round(time.Millisecond), before>>10, grown>>10, orders.Acknowledged(), slowest.Round(time.Millisecond))
	if result.Neu != lines || grown > importLimit {
		t.Errorf("%d products grew the process by %d MiB, want %d and at most %d", result.Neu, grown>>10, lines, importLimit>>10)
	}
	s.stop()
}

// productTable returns a file with so many products, each about as long as the largest
// file allows for five thousand.
func productTable(lines int) string {
	var file strings.Builder
	file.WriteString("slug;name_de;name_en;name_fr;name_it;kategorie_slug;preis;inhalt;inhalt_einheit;beschreibung_de;suchwoerter_de\n")
	for i := range lines {
		fmt.Fprintf(&file, "garn-%[1]d;Garn %[1]d;Yarn %[1]d;Fil %[1]d;Filo %[1]d;wolle;%[2]d,95;50;g;%[3]s;wolle stricken häkeln\n", i, i%90+1, strings.Repeat("Weich und warm. ", 55))
	}
	return file.String()
}
