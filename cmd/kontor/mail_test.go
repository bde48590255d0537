package main

import (
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kontor/internal/database"
	"kontor/internal/shop/message"
	"kontor/internal/store"
	"kontor/tests/mailtest"
)

const mailKey = "re_geheimer_schluessel"

// sendingThrough returns the settings of a public shop that sends through a provider.
func sendingThrough(url string) []string {
	return []string{
		"SITE_PUBLIC=true", "RESEND_API_KEY=" + mailKey, "RESEND_BASE_URL=" + url,
		"ORDER_NOTIFICATION_EMAIL=betreiber@example.net", "METRICS_ADDR=127.0.0.1:0",
	}
}

// breakerCloses is how long a recovered provider may remain unused. Rule R19.
const breakerCloses = 30 * time.Second

// R19: the provider is down, and the process is killed under load again and again. Once
// the provider is back, every message of every stored order arrives exactly once.
func TestR19_EveryMessageArrivesOnce(t *testing.T) {
	t.Parallel()
	provider, dir := mailtest.StartResend(t, mailKey), emptyShop(t)
	faults := []mailtest.Fault{mailtest.Failure, mailtest.CrashAfterAccept}
	if os.Getenv("KONTOR_TEST_ALL") != "" {
		faults = slices.Repeat(append(faults, mailtest.None, mailtest.Reset, mailtest.TooMany, mailtest.HangAfterAccept), 3)
	}
	for _, fault := range faults {
		provider.SetFault(fault)
		killUnderLoad(t, start(t, dir, sendingThrough(provider.URL())...))
	}
	orders := storedOrders(t, dir)
	provider.SetFault(mailtest.Failure)
	p := start(t, dir, sendingThrough(provider.URL())...)
	const more = 40
	p.placeOrders(t, 8, more)
	if arrived := int64(len(provider.ByKey())); arrived >= 2*orders {
		t.Errorf("all %d messages arrived before the provider was back", arrived)
	}

	provider.SetFault(mailtest.None)
	began := time.Now()
	awaitMessages(t, provider, 2*(orders+more))
	t.Logf("%d messages arrived within %v after the provider was back", 2*(orders+more), time.Since(began).Round(time.Second))
	p.mustEnd(t)
	wantAllSent(t, dir, provider, 2*(orders+more))
}

func killUnderLoad(t *testing.T, p *process) {
	t.Helper()
	load := p.loadOrders(16)
	load.await(t, 100)
	if err := p.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	load.finished()
	if p.wait() == nil {
		t.Fatal("the process was not killed")
	}
}

// placeOrders places orders and returns the longest wait for an answer.
func (p *process) placeOrders(t *testing.T, clients, orders int) (slowest time.Duration) {
	t.Helper()
	var mu sync.Mutex
	var placing sync.WaitGroup
	for i := range clients {
		placing.Go(func() {
			client := http.Client{Transport: new(http.Transport), Timeout: patience}
			defer client.CloseIdleConnections()
			for n := i; n < orders; n += clients {
				began := time.Now()
				response, err := client.Post(p.url+"/api/orders", "application/json", strings.NewReader(orderBody))
				if err != nil {
					t.Error(err)
					return
				}
				response.Body.Close()
				mu.Lock()
				slowest = max(slowest, time.Since(began))
				mu.Unlock()
				if response.StatusCode != http.StatusCreated {
					t.Errorf("an order is answered %d", response.StatusCode)
				}
			}
		})
	}
	placing.Wait()
	return slowest
}

// awaitMessages returns once the provider has this many messages.
func awaitMessages(t *testing.T, provider *mailtest.Resend, messages int64) {
	t.Helper()
	eventually(t, breakerCloses+3*patience, func() error {
		if arrived := len(provider.ByKey()); int64(arrived) != messages {
			return fmt.Errorf("%d messages of %d have arrived", arrived, messages)
		}
		return nil
	})
}

// eventually retries until there is no error.
func eventually(t *testing.T, limit time.Duration, try func() error) {
	t.Helper()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for deadline := time.Now().Add(limit); ; <-tick.C {
		err := try()
		if err == nil {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("not within %v: %v", limit, err)
		}
	}
}

// wantAllSent compares the provider's messages with the shop's records.
func wantAllSent(t *testing.T, dir string, provider *mailtest.Resend, messages int64) {
	t.Helper()
	for key, copies := range provider.ByKey() {
		if len(copies) != 1 {
			t.Errorf("%s arrived %d times", key, len(copies))
		}
	}
	db, err := store.Open(t.Context(), database.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	page, err := db.Messages(t.Context(), message.Filter{Limit: 1})
	if err != nil {
		t.Fatal(err)
	}
	if page.Counts[message.Sent] != messages || page.Counts.All() != messages {
		t.Errorf("messages %v, want %d sent", page.Counts, messages)
	}
}
