package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// TestP12_P14_Bench runs the benchmark's parts on few orders and checks the form of its output,
// not its figures. The benchmark itself checks that every answered order is stored and
// that the best sellers equal the plain query.
func TestP12_P14_Bench(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	profile := filepath.Join(dir, "cpu.prof")
	var out strings.Builder
	args := []string{"--sizes", "30,60", "--clients", "2,64", "--instances", "2", "--seconds", "0.02", "--rounds", "2",
		"--keep", filepath.Join(dir, "kept"), "--profile", profile}
	for _, part := range []string{"intake", "stock", "reads", "catalogue", "postgres", "reads"} { // finally with the kept databases
		if err := run(t.Context(), append(args, "--only", part), &out); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{
		"bare driver, 64 orders a commit", "HTTP, clients: 2", "≥ 35 %: ", "p99 < 2.00 ms: ", "p95 < 100 ms: ", "≤ 1.50 ×: ",
		"bare driver, 64 connections", "HTTP, 64 clients, instances: 2", "≥ 0.80: ", "every product is counted", "≥ 0.85: ", "all order one counted product", "≥ 150/s: ", "p99 < 10.0 ms: ", "suggestions: one letter", "p99 < 15.0 ms: ",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing in\n%s", want, out.String())
		}
	}
	if n := strings.Count(out.String(), "filled a database"); n != 2 {
		t.Errorf("%d databases were filled, want each size once", n)
	}
	if info, err := os.Stat(profile); err != nil || info.Size() == 0 {
		t.Errorf("no profile: %v", err)
	}
	kept, err := os.ReadDir(filepath.Join(dir, "kept"))
	if err != nil || len(kept) != 2 {
		t.Errorf("kept %v, want the two databases alone: %v", kept, err)
	}
}

// TestBenchBeside measures another server, whose answers come in chunks or whole, and
// checks what it is sent.
func TestBenchBeside(t *testing.T) {
	t.Parallel()
	var seen sync.Map
	var stored atomic.Int64
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var batch struct {
			Requests []struct {
				Method, URL string
				Body        struct {
					ID, Order string
					Email     string `json:"kunde_email"`
				}
			}
		}
		if err := json.NewDecoder(r.Body).Decode(&batch); err != nil || len(batch.Requests) != 1+itemsInBasket {
			t.Errorf("%+v, %v", batch, err)
			return
		}
		order, item := batch.Requests[0].Body, batch.Requests[itemsInBasket]
		_, again := seen.LoadOrStore(order.ID, true)
		if again || len(order.ID) != 15 || strings.Contains(order.Email, unnumbered) || item.Body.Order != order.ID || r.URL.Path != "/api/batch" || item.URL != "/api/collections/order_items/records" {
			t.Errorf("order %+v, item %+v", order, item)
		}
		io.WriteString(w, strings.Repeat("x", 3000*int(stored.Add(1)%2)))
	}))
	t.Cleanup(other.Close)
	var out strings.Builder
	args := []string{"--only", "intake", "--clients", "1,4", "--seconds", "0.02", "--rounds", "2", "--beside", other.URL + "/api/batch"}
	if err := run(t.Context(), args, &out); err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`(?m)^\| 4 .* ×`).MatchString(out.String()) || strings.Contains(out.String(), "a commit") {
		t.Errorf("no ratio, or baselines, in\n%s", out.String())
	}
	form := filepath.Join(t.TempDir(), "form")
	if err := os.WriteFile(form, []byte(`{{.Falsch}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := run(t.Context(), append(args, "--beside-body", form), &out); err == nil || !strings.Contains(err.Error(), "--beside-body") {
		t.Errorf("a template that does not fit: %v", err)
	}
}

// TestBenchPages lets a browser visit each page once, and checks the table. The visitor
// is slow here too: a browser does not report interactions under 16 ms.
func TestBenchPages(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	if err := run(t.Context(), []string{"--only", "pages", "--rounds", "1"}, &out); err != nil {
		t.Fatal(err)
	}
	for _, page := range visitedPages() {
		for _, width := range []string{" 360 |", "1280 |"} {
			if row := regexp.MustCompile(`(?m)^\| ` + page.name + ` +\| +` + width + `.* ×.* ms .* ×`); !row.MatchString(out.String()) {
				t.Errorf("%s, %s: no figures in\n%s", page.name, width, out.String())
			}
		}
	}
	if strings.Contains(out.String(), "NaN") || strings.Contains(out.String(), "Inf") {
		t.Errorf("something is not measured:\n%s", out.String())
	}
}

func TestOptions(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		{"--sizes", "0"}, {"--clients", "0"}, {"--instances", "0"}, {"--seconds", "0"}, {"--rounds", "0"}, {"--slowdown", "0.5"}, {"--only", "writes"}, {"--sizes", "many"},
	} {
		if _, err := parseOptions(args, t.Output()); err == nil {
			t.Errorf("%q was accepted", args)
		}
	}
	o, err := parseOptions([]string{"--help"}, t.Output())
	if o != nil || err != nil {
		t.Errorf("help: %v, %v", o, err)
	}
}

func TestFigures(t *testing.T) {
	t.Parallel()
	took := make(durations, 0, 200)
	for i := range 200 {
		took = append(took, time.Duration(200-i))
	}
	if p50, p99, p100 := took.at(50), took.at(99), took.at(100); p50 != 100 || p99 != 198 || p100 != 200 {
		t.Errorf("percentiles %d, %d, %d", p50, p99, p100)
	}
	if m := (series{9, 1, 4}).median(); m != 4 {
		t.Errorf("median of three rounds %v", m)
	}
	if m := (series{9, 1, 4, 2}).median(); m != 3 {
		t.Errorf("median of four rounds %v", m)
	}
	if r := (series{6, 8}).over(series{2, 4}); r[0] != 3 || r[1] != 2 {
		t.Errorf("ratios %v", r)
	}
}
