package web_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"kontor/internal/web"
	"kontor/tests/shoptest"
)

func TestO1_Probes(t *testing.T) {
	t.Parallel()
	var readyErr error
	var real func(context.Context) error
	s := shoptest.Start(t, shoptest.Web(func(o *web.Options) {
		real = o.Ready
		o.Ready = func(ctx context.Context) error {
			if readyErr != nil {
				return readyErr
			}
			return real(ctx)
		}
	}))
	c := s.Anonymous()
	for _, path := range []string{"/healthz", "/readyz"} {
		got := c.Get(path)
		if got.Want(200); strings.TrimSpace(got.Text()) != `{"ok":true}` {
			t.Errorf("%s: %s", path, got.Text())
		}
	}
	readyErr = errors.New("disk I/O error: /var/lib/kontor.db")
	c.Get("/readyz").WantError(503, "Die Datenbank ist nicht bereit.")
	c.Get("/healthz").Want(200)
	readyErr = nil
	c.Get("/readyz").Want(200)

	s.Web.Drain()
	c.Get("/readyz").WantError(503, "Der Server wird beendet.")
	c.Get("/healthz").Want(200)
	s.Visitor().PostOrder(shoptest.Order()).Want(201)
	if got := answer(s.Web.Handler(), "GET", "shop", "/healthz").Header().Get("Connection"); got != "close" {
		t.Errorf("the connection goes on: %q", got)
	}
}

func TestO1_ReadinessIsBounded(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t, shoptest.Web(func(o *web.Options) {
		o.Ready = func(ctx context.Context) error {
			if end, bounded := ctx.Deadline(); !bounded || time.Until(end) > time.Second {
				t.Errorf("ends at %v", end)
			}
			<-ctx.Done()
			return ctx.Err()
		}
	}))
	s.Anonymous().Get("/readyz").WantError(503, "Die Datenbank ist nicht bereit.")
}

func TestO2_Metrics(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t, shoptest.Public())
	c := s.Anonymous()
	c.PostOrder(shoptest.Order())
	c.PostOrder(shoptest.Order(shoptest.Set("zahlungsart", "irgendwas")))
	c.PostOrder(shoptest.Order(shoptest.Set("summe", -1)))
	for i := range 300 {
		c.Do(fmt.Sprint("M", i%40), fmt.Sprintf("/scan/%d.php", i), nil)
	}
	text := scrape(s)
	for _, line := range []string{
		`http_requests_total{code="201",method="POST",route="/api/orders"} 2`,
		`http_requests_total{code="400",method="POST",route="/api/orders"} 1`,
		`http_requests_total{code="404",method="OTHER",route="unbekannt"} 300`,
		`http_request_duration_seconds_count{route="/api/orders"} 3`,
		`orders_created_total{zahlungsart="ueberweisung"} 1`,
		`orders_created_total{zahlungsart="sonstige"} 1`,
		"order_store_errors_total 0", "http_requests_in_flight 0", `build_info{goversion="go`, "go_goroutines ", "process_open_fds ",
	} {
		if !strings.Contains(text, line) {
			t.Errorf("no %s", line)
		}
	}
	if n := strings.Count(text, "\n") - strings.Count(text, "\n#"); n > 500 {
		t.Errorf("%d series", n)
	}
	c.Get("/metrics").Want(404)
}

func scrape(s *shoptest.Shop) string {
	w := httptest.NewRecorder()
	web.MetricsHandler(s.Metrics).ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	return w.Body.String()
}

func TestO3_AccessLog(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t, shoptest.Public())
	got := s.Operator().Get("/api/verwaltung/orders?q=geheim", "X-Request-Id: abc.DEF-1_2")
	if id := got.Header.Get("X-Request-Id"); id != "abc.DEF-1_2" {
		t.Errorf("X-Request-Id %q", id)
	}
	var line struct {
		Level, Method, Route string
		Status, Bytes        int
		MS                   float64
	}
	for text := range strings.Lines(s.Log.String()) {
		if strings.Contains(text, "abc.DEF-1_2") {
			if err := json.Unmarshal([]byte(text), &line); err != nil {
				t.Fatal(err)
			}
		}
	}
	if line.Level != "INFO" || line.Method != "GET" || line.Route != "/api/verwaltung/orders" ||
		line.Status != 200 || line.Bytes != len(got.Text()) || line.MS <= 0 {
		t.Errorf("access line %+v", line)
	}
}

func TestO3_S6_RequestIDs(t *testing.T) {
	t.Parallel()
	c := shoptest.Start(t).Anonymous()
	fresh := regexp.MustCompile(`^[A-Z2-7]{26}$`)
	for _, id := range []string{"", "a b", `x","level":"ERROR`, "ä", strings.Repeat("x", 65), "a;b"} {
		if got := c.Get("/healthz", "X-Request-Id: "+id).Header.Get("X-Request-Id"); !fresh.MatchString(got) {
			t.Errorf("%q: answered with %q", id, got)
		}
	}
}

func TestS6_S7_G21_NothingPersonalInTheLog(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t, shoptest.Public())
	c := s.Operator()
	c.PostOrder(shoptest.Order(shoptest.SetJSON("kunde.name", `"Marker\n{\"level\":\"INFO\"}\u001b[2J"`), shoptest.Set("kunde.email", "marker@example.de"),
		shoptest.Set("kunde.strasse", "Markergasse")), "Idempotency-Key: marker-key").Want(201)
	c.PostOrder(shoptest.Order(shoptest.Set("kunde.name", "Marker"), shoptest.Set("summe", -1)))
	c.Post("/api/zugang", guess("marker-code"))
	c.Form("/api/zugang", url.Values{"code": {"marker-code"}, "weiter": {"/marker"}})
	c.Get("/api/verwaltung/orders?q=marker")
	c.Get("/marker/pfad?q=marker", "User-Agent: marker", "Referer: http://marker/", "X-Forwarded-For: 203.0.113.66")
	s.DB.Close()
	c.PostOrder(shoptest.Order(shoptest.Set("kunde.name", "Marker")))
	c.Get("/api/verwaltung/orders?q=marker")

	log := s.Log.String() + scrape(s)
	for _, secret := range []string{"marker", "\x1b", s.SiteCode, s.AdminCode, c.Cookie(shoptest.SiteCookie), c.Cookie(shoptest.AdminCookie),
		string(s.SiteSecret), "203.0.113.66", "127.0.0.1", "Erika Mustermann", "Köln"} {
		if strings.Contains(strings.ToLower(log), strings.ToLower(secret)) {
			t.Errorf("log or metrics hold %q", secret)
		}
	}
	for line := range strings.Lines(s.Log.String()) {
		if !json.Valid([]byte(line)) {
			t.Errorf("not one JSON line: %s", line)
		}
	}
}
