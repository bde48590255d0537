package web_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"kontor/internal/mail"
	"kontor/tests/mailtest"
	"kontor/tests/shoptest"
)

// wantMetrics checks that each line is there, to its end or to the start of its value.
func wantMetrics(t *testing.T, s *shoptest.Shop, lines ...string) {
	t.Helper()
	text := "\n" + scrape(s)
	for _, line := range lines {
		if !strings.Contains(text, "\n"+line) {
			t.Errorf("no %s", line)
		}
	}
}

// However many addresses, methods and ids clients make up, the metrics stay small.
func TestW25_AddressesAddNoSeries(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t, shoptest.Public())
	rounds := 100
	if os.Getenv("KONTOR_TEST_ALL") == "1" {
		rounds = 1000 // of ten addresses
	}
	for i := range rounds {
		for _, format := range []string{
			"GET /scan/%d.php", "GET /produkte/%d", "GET /en/produkte/%d", "GET /?seite=%d", "GET /verwaltung/%d", "GET /api/orders/%d",
			"PUT /api/verwaltung/orders/%d", "M%d /", "GET /assets/%d/shop.css", "POST /api/paypal/orders/%d/capture",
		} {
			method, target, _ := strings.Cut(fmt.Sprintf(format, i), " ")
			s.Serve(httptest.NewRequest(method, target, nil))
		}
	}
	text := scrape(s)
	if n := strings.Count(text, "\n") - strings.Count(text, "\n#"); n >= 500 {
		t.Errorf("%d series:\n%s", n, text)
	}
	if strings.Contains(text, "/scan") || strings.Contains(text, "M7") {
		t.Error("what a client made up is a label")
	}
}

// What the shop turns away is counted by its reason, and nothing else is.
func TestW25_RefusalsAreCounted(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t, shoptest.OrdersPerMinute(1))
	c := s.Visitor()
	c.PostOrder(shoptest.Order()).Want(http.StatusCreated)
	c.PostOrder(shoptest.Order()).Want(http.StatusTooManyRequests)
	s.Anonymous().Post("/api/zugang", guess("falsch")).Want(http.StatusUnauthorized)
	s.Anonymous().Post("/api/zugang", guess("falsch")).Want(http.StatusUnauthorized)
	wantMetrics(t, s,
		`orders_limited_total{reason="orders"} 1`, `orders_limited_total{reason="coupons"} 0`, `orders_limited_total{reason="payments"} 0`,
		`codes_refused_total{gate="zugang"} 2`, `codes_refused_total{gate="verwaltung"} 0`,
		`http_requests_shed_total{reason="busy"} 0`, `http_requests_shed_total{reason="client"} 0`,
		`http_requests_shed_total{reason="exports"} 0`, `http_requests_shed_total{reason="connections"} 0`,
		`http_connections{state="busy"} `, `http_connections{state="idle"} `)
}

// The gauges say how the shop stands, as of the last seconds.
func TestW25_FiguresOfTheShop(t *testing.T) {
	t.Parallel()
	p := startPost(t, mailtest.Failure)
	wantMetrics(t, p.Shop, "mails_waiting 0", "mail_oldest_waiting_seconds 0", "admin_sessions 1", `payments{status="klaerung"} 0`,
		"db_file_ok 1", "config_warnings 0", "db_commit_duration_seconds_count ", "db_size_bytes ", `db_pool_connections{state="busy"} `,
		`disk_free_bytes{dir="data"} `)
	before := scrape(p.Shop)
	for _, absent := range []string{"order_last_timestamp_seconds", "backup_last_success", "certificate_not_after"} {
		if strings.Contains(before, "\n"+absent) {
			t.Errorf("%s although there is nothing", absent)
		}
	}
	p.order()
	wantMetrics(t, p.Shop, "mails_waiting 0") // read a moment ago
	p.Clock.Advance(10 * time.Second)
	wantMetrics(t, p.Shop, "mails_waiting 2", "mail_oldest_waiting_seconds 10", "order_last_timestamp_seconds 1.7952525", // to 100 s
		`mails_total{result="offen"} 2`, `mails_total{result="gesendet"} 0`,
		`provider_call_duration_seconds_count{call="send",provider="mail",result="failed"} 2`)
}

// An order is counted once, however it came: through PayPal also when nobody waits for it.
func TestW25_OrdersThroughPayPalAreCounted(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	id := p.approved()
	p.customer.Capture(id).Want(http.StatusCreated)
	p.customer.Capture(id).Want(http.StatusOK)
	wantMetrics(t, p.Shop, `orders_created_total{zahlungsart="paypal"} 1`)
	p.approved() // the buyer never comes back
	p.reconcile(time.Hour)
	p.WantOrders(2)
	wantMetrics(t, p.Shop, `orders_created_total{zahlungsart="paypal"} 2`,
		`provider_call_duration_seconds_count{call="create order",provider="paypal",result="ok"} 2`)
}

// A lost database shows, without the figures that were in it.
func TestW25_ALostDatabaseHasNoFigures(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t, shoptest.Public(), shoptest.File(), shoptest.Mail(mail.Options{}))
	wantMetrics(t, s, "db_file_ok 1", "mails_waiting 0")
	s.DB.Close()
	s.Clock.Advance(time.Minute)
	wantMetrics(t, s, "db_file_ok 0")
	if text := scrape(s); strings.Contains(text, "\nmails_waiting") || strings.Contains(text, "\nadmin_sessions") {
		t.Errorf("figures of a database that is gone:\n%s", text)
	}
}
