package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	stdlog "log"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"kontor/internal/database"
	"kontor/internal/shop/order"
	"kontor/internal/store"
	"kontor/tests/scratch"
)

// slowOrder is an order whose body has not arrived yet.
type slowOrder struct {
	conn net.Conn
}

// beginOrder sends the head of an order and the first byte of its body.
func (p *process) beginOrder(t *testing.T) slowOrder {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(p.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	// The server asks for the body once it has begun to read the request.
	_, err = fmt.Fprintf(conn, "POST /api/orders HTTP/1.1\r\nHost: shop\r\nExpect: 100-continue\r\nContent-Length: %d\r\n\r\n", len(orderBody))
	if err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(conn).ReadString('\n')
	if err != nil || !strings.Contains(line, " 100 ") {
		t.Fatalf("the body is not asked for: %q, %v", line, err)
	}
	return slowOrder{conn}
}

// finish sends the body and returns the status of the answer.
func (o slowOrder) finish(t *testing.T) int {
	t.Helper()
	if _, err := io.WriteString(o.conn, orderBody); err != nil {
		t.Fatal(err)
	}
	response, err := http.ReadResponse(bufio.NewReader(o.conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	return response.StatusCode
}

// readiness returns the status of /readyz on a connection of its own; 0 if nothing is
// listening.
func (p *process) readiness() int {
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: patience}
	response, err := client.Get(p.url + "/readyz")
	if err != nil {
		return 0
	}
	response.Body.Close()
	return response.StatusCode
}

// awaitReadiness polls until the shop answers with the status.
func (p *process) awaitReadiness(t *testing.T, status int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	tick := time.NewTicker(5 * time.Millisecond) // without it this takes the processor from the shop
	defer tick.Stop()
	for ; p.readiness() != status; <-tick.C {
		if ctx.Err() != nil {
			t.Fatalf("readiness never becomes %d", status)
		}
	}
}

// O5: asked to end while it starts, the shop ends without an error.
func TestO5_StopWhileStarting(t *testing.T) {
	before := stdlog.Writer()
	defer stdlog.SetOutput(before)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out bytes.Buffer
	p := &program{
		args: []string{"kontor", "serve"}, environ: []string{"DATA_DIR=" + scratch.Dir(t), "LISTEN_ADDR=127.0.0.1:0"},
		stdout: &out, stderr: &out,
	}
	if code := p.run(ctx); code != exitOK || strings.Contains(out.String(), "kontor:") {
		t.Errorf("exit code %d, %s", code, out.String())
	}
}

// R36: a request in progress is answered, after readiness has warned load balancers.
func TestR36_RequestUnderWayIsAnswered(t *testing.T) {
	t.Parallel()
	p := start(t, emptyShop(t), "SITE_PUBLIC=true")
	slow := p.beginOrder(t)
	if err := p.terminate(); err != nil {
		t.Fatal(err)
	}
	p.awaitReadiness(t, http.StatusServiceUnavailable)
	p.awaitReadiness(t, 0)
	if status := slow.finish(t); status != http.StatusCreated {
		t.Errorf("the order under way is answered %d", status)
	}
	if err := p.wait(); err != nil {
		t.Errorf("ended with %v\n%s", err, p.stderr)
	}
}

// R36: a second signal skips the wait for requests in progress.
func TestR36_SecondSignalEndsAtOnce(t *testing.T) {
	t.Parallel()
	p := start(t, emptyShop(t), "SITE_PUBLIC=true")
	p.beginOrder(t)
	if err := p.terminate(); err != nil {
		t.Fatal(err)
	}
	p.awaitReadiness(t, 0)
	if err := p.terminate(); err != nil {
		t.Fatal(err)
	}
	if err := p.wait(); err == nil {
		t.Error("ended with exit code 0 although a request was left unanswered")
	}
	if state := p.cmd.ProcessState.Sys().(syscall.WaitStatus); !state.Signaled() || state.Signal() != syscall.SIGTERM {
		t.Errorf("ended with %v, not by the signal", p.cmd.ProcessState)
	}
}

// R36: under load, again and again, the stored orders are exactly the answered ones.
func TestR36_NoOrderIsLostOrUnansweredUnderLoad(t *testing.T) {
	t.Parallel()
	rounds := 3
	if os.Getenv("KONTOR_TEST_ALL") != "" {
		rounds = 50
	}
	dir := emptyShop(t)
	var answered int64
	for range rounds {
		p := start(t, dir, "SITE_PUBLIC=true")
		load := p.loadOrders(64)
		load.await(t, 200)
		began := time.Now()
		p.mustEnd(t)
		if took := time.Since(began); took > drainLimit {
			t.Errorf("ended after %v", took)
		}
		answered += load.finished()
		if stored := storedOrders(t, dir); stored != answered {
			t.Fatalf("%d orders are stored, %d were answered", stored, answered)
		}
	}
}

// load is a number of clients that order until nobody answers.
type load struct {
	clients  sync.WaitGroup
	answered atomic.Int64
}

func (p *process) loadOrders(clients int) *load {
	l := new(load)
	for range clients {
		l.clients.Go(func() {
			client := http.Client{Transport: new(http.Transport), Timeout: patience}
			defer client.CloseIdleConnections()
			for l.order(&client, p.url) {
			}
		})
	}
	return l
}

// order reports whether an order was answered with its number.
func (l *load) order(client *http.Client, url string) bool {
	response, err := client.Post(url+"/api/orders", "application/json", strings.NewReader(orderBody))
	if err != nil {
		return false
	}
	defer response.Body.Close()
	if _, err := io.Copy(io.Discard, response.Body); err != nil || response.StatusCode != http.StatusCreated {
		return false
	}
	l.answered.Add(1)
	return true
}

// await returns once this many orders were answered.
func (l *load) await(t *testing.T, orders int64) {
	t.Helper()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for deadline := time.Now().Add(patience); l.answered.Load() < orders; <-tick.C {
		if time.Now().After(deadline) {
			t.Fatalf("only %d orders were answered", l.answered.Load())
		}
	}
}

// finished waits for the clients and returns how many orders were answered.
func (l *load) finished() int64 {
	l.clients.Wait()
	return l.answered.Load()
}

func storedOrders(t *testing.T, dir string) int64 {
	t.Helper()
	db, err := store.Open(t.Context(), database.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	page, err := db.Orders(t.Context(), order.Filter{Limit: 1})
	if err != nil {
		t.Fatal(err)
	}
	return page.Counts.All()
}
