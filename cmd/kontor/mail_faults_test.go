package main

import (
	"fmt"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"kontor/tests/mailtest"
)

const (
	// mailWait is how long an order may wait for its messages, plus a margin. Rule R18:
	// 200 ms; more here, because other tests run at the same time, some under the race
	// detector.
	mailWait  = 4 * time.Second
	waitSlack = 2 * time.Second
)

// R18, H49: whatever the mail provider does wrong, every order is taken in time, and
// nothing leaks.
func TestR18_FaultyMailProvider(t *testing.T) {
	t.Parallel()
	faults := map[string]mailtest.Fault{
		"hang": mailtest.Hang, "failure": mailtest.Failure, "close mid-body": mailtest.CloseMidBody,
	}
	if os.Getenv("KONTOR_TEST_ALL") != "" {
		for name, fault := range map[string]mailtest.Fault{
			"reset": mailtest.Reset, "garbage": mailtest.Garbage, "slow": mailtest.Slow, "too many": mailtest.TooMany,
			"unauthorized": mailtest.Unauthorized, "reject": mailtest.Reject, "redirect": mailtest.Redirect,
			"endless": mailtest.Endless, "crash": mailtest.CrashAfterAccept, "hang after accept": mailtest.HangAfterAccept,
		} {
			faults[name] = fault
		}
	}
	for name, fault := range faults {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			provider := mailtest.StartResend(t, mailKey)
			bearFault(t, provider.URL(), provider.SetFault, fault)
			if n := provider.Strayed(); n > 0 {
				t.Errorf("%d messages were sent elsewhere", n)
			}
		})
	}
}

// R18: a provider that does not listen, or whose name does not resolve.
func TestR18_NoMailProvider(t *testing.T) {
	t.Parallel()
	for name, url := range map[string]string{"refuses": "http://127.0.0.1:1", "has no address": "https://mail.invalid"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			bearFault(t, url, func(mailtest.Fault) {}, mailtest.None)
		})
	}
}

// bearFault places orders while the provider has a fault: 500 from 64 clients, or in a
// sampled run 200 from 16. On a busy machine the longest wait grows with the clients,
// whatever the provider does.
func bearFault(t *testing.T, url string, setFault func(mailtest.Fault), fault mailtest.Fault) {
	t.Helper()
	clients, orders := 16, 200
	if os.Getenv("KONTOR_TEST_ALL") != "" {
		clients, orders = 64, 500
	}
	p := start(t, emptyShop(t), sendingThrough(url)...)
	p.placeOrders(t, 16, 16) // whatever is created once now exists
	base := p.goroutines(t)
	setFault(fault)
	slowest := p.placeOrders(t, clients, orders)
	t.Logf("the slowest of %d orders took %v", orders, slowest.Round(time.Millisecond))
	if slowest > mailWait+waitSlack {
		t.Errorf("an order took %v", slowest)
	}
	setFault(mailtest.None)
	eventually(t, patience, func() error { // hanging attempts are given up after 20 s
		if n := p.goroutines(t); n > base+5 {
			return fmt.Errorf("%d goroutines, %d before", n, base)
		}
		return nil
	})
	p.mustEnd(t)
	for _, private := range []string{"Erika", "erika@", "betreiber@", mailKey} {
		if strings.Contains(p.stderr.String(), private) {
			t.Errorf("the log has %q", private)
		}
	}
}

// R36: shutdown waits for messages in progress, but not for a hanging provider; the
// next start sends them.
func TestR36_HangingMailDelaysTheEndOnlyShortly(t *testing.T) {
	t.Parallel()
	provider, dir := mailtest.StartResend(t, mailKey), emptyShop(t)
	provider.SetFault(mailtest.Hang)
	p := start(t, dir, sendingThrough(provider.URL())...)
	p.placeOrders(t, 3, 3)
	began := time.Now()
	p.mustEnd(t)
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("the end took %v", took)
	}
	provider.SetFault(mailtest.None)
	before := provider.Attempts()
	p = start(t, dir, sendingThrough(provider.URL())...)
	p.placeOrders(t, 1, 1)                 // the provider works, so the others need not wait
	eventually(t, patience, func() error { // it accepted all of them before, but did not answer
		if n := provider.Attempts() - before; n < 8 {
			return fmt.Errorf("%d attempts at 8 messages", n)
		}
		return nil
	})
	p.mustEnd(t)
	wantAllSent(t, dir, provider, 8)
}

var goroutineCount = regexp.MustCompile(`(?m)^go_goroutines ([0-9]+)$`)

// goroutines returns the number of the process's goroutines, including those of this
// request.
func (p *process) goroutines(t *testing.T) int {
	t.Helper()
	address := metricsAnnounced.FindStringSubmatch(p.stderr.String())
	if address == nil {
		t.Fatalf("no metrics\n%s", p.stderr)
	}
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: patience}
	response, err := client.Get("http://" + address[1] + "/metrics")
	found := goroutineCount.FindStringSubmatch(answer(t, response, err, http.StatusOK))
	if found == nil {
		t.Fatal("the metrics do not count goroutines")
	}
	n, err := strconv.Atoi(found[1])
	if err != nil {
		t.Fatal(err)
	}
	return n
}
