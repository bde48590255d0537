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
)

func TestO1_Probes(t *testing.T) {
	t.Parallel()
	var readyErr error
	var real func(context.Context) error
	s := startShop(t, func(o *web.Options) {
		real = o.Ready
		o.Ready = func(ctx context.Context) error {
			if readyErr != nil {
				return readyErr
			}
			return real(ctx)
		}
	})
	v := s.visitor()
	for _, path := range []string{"/healthz", "/readyz"} {
		got := v.get(path)
		if got.want(t, 200, ""); strings.TrimSpace(got.body) != `{"ok":true}` {
			t.Errorf("%s: %s", path, got.body)
		}
	}
	readyErr = errors.New("disk I/O error: /var/lib/kontor.db")
	v.get("/readyz").want(t, 503, "Die Datenbank ist nicht bereit.")
	v.get("/healthz").want(t, 200, "")
	readyErr = nil
	v.get("/readyz").want(t, 200, "")

	s.Web.Drain()
	v.get("/readyz").want(t, 503, "Der Server wird beendet.")
	v.get("/healthz").want(t, 200, "")
	s.insider().post("/api/orders", orderBody()).want(t, 201, "")
}

func TestO1_ReadinessIsBounded(t *testing.T) {
	t.Parallel()
	s := startShop(t, func(o *web.Options) {
		o.Ready = func(ctx context.Context) error {
			if end, bounded := ctx.Deadline(); !bounded || time.Until(end) > time.Second {
				t.Errorf("ends at %v", end)
			}
			<-ctx.Done()
			return ctx.Err()
		}
	})
	s.visitor().get("/readyz").want(t, 503, "Die Datenbank ist nicht bereit.")
}

func TestO2_Metrics(t *testing.T) {
	t.Parallel()
	s := startShop(t, public)
	v := s.visitor()
	v.post("/api/orders", orderBody())
	v.post("/api/orders", orderBody("zahlungsart", `"irgendwas"`))
	v.post("/api/orders", orderBody("summe", "-1"))
	for i := range 300 {
		v.do(fmt.Sprint("M", i%40), fmt.Sprintf("/scan/%d.php", i), "")
	}
	text := s.scrape()
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
	v.get("/metrics").want(t, 404, "")
}

func (s *testShop) scrape() string {
	w := httptest.NewRecorder()
	web.MetricsHandler(s.Metrics).ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	return w.Body.String()
}

func TestO3_AccessLog(t *testing.T) {
	t.Parallel()
	s := startShop(t, public)
	got := s.operator().get("/api/verwaltung/orders?q=geheim", "X-Request-Id: abc.DEF-1_2")
	if id := got.header.Get("X-Request-Id"); id != "abc.DEF-1_2" {
		t.Errorf("X-Request-Id %q", id)
	}
	var line struct {
		Level, Method, Route string
		Status, Bytes        int
		MS                   float64
	}
	for text := range strings.Lines(s.log.String()) {
		if strings.Contains(text, "abc.DEF-1_2") {
			if err := json.Unmarshal([]byte(text), &line); err != nil {
				t.Fatal(err)
			}
		}
	}
	if line.Level != "INFO" || line.Method != "GET" || line.Route != "/api/verwaltung/orders" ||
		line.Status != 200 || line.Bytes != len(got.body) || line.MS <= 0 {
		t.Errorf("access line %+v", line)
	}
}

func TestO3_S6_RequestIDs(t *testing.T) {
	t.Parallel()
	v := startShop(t).visitor()
	fresh := regexp.MustCompile(`^[A-Z2-7]{26}$`)
	for _, id := range []string{"", "a b", `x","level":"ERROR`, "ä", strings.Repeat("x", 65), "a;b"} {
		if got := v.get("/healthz", "X-Request-Id: "+id).header.Get("X-Request-Id"); !fresh.MatchString(got) {
			t.Errorf("%q: answered with %q", id, got)
		}
	}
}

func TestS6_S7_G21_NothingPersonalInTheLog(t *testing.T) {
	t.Parallel()
	s := startShop(t, public)
	v := s.operator()
	v.post("/api/orders", orderBody("kunde.name", `"Marker\n{\"level\":\"INFO\"}\u001b[2J"`, "kunde.email", `"marker@example.de"`,
		"kunde.strasse", `"Markergasse"`), "Idempotency-Key: marker-key").want(t, 201, "")
	v.post("/api/orders", orderBody("kunde.name", `"Marker"`, "summe", "-1"))
	v.post("/api/zugang", guess("marker-code"))
	v.form("/api/zugang", url.Values{"code": {"marker-code"}, "weiter": {"/marker"}})
	v.get("/api/verwaltung/orders?q=marker")
	v.get("/marker/pfad?q=marker", "User-Agent: marker", "Referer: http://marker/", "X-Forwarded-For: 203.0.113.66")
	s.db.Close()
	v.post("/api/orders", orderBody("kunde.name", `"Marker"`))
	v.get("/api/verwaltung/orders?q=marker")

	log := s.log.String() + s.scrape()
	for _, secret := range []string{"marker", "\x1b", siteCode, adminCode, v.Cookie(siteCookie), v.Cookie(adminCookie),
		string(siteSecret), "203.0.113.66", "127.0.0.1", "Max Muster"} {
		if strings.Contains(strings.ToLower(log), strings.ToLower(secret)) {
			t.Errorf("log or metrics hold %q", secret)
		}
	}
	for line := range strings.Lines(s.log.String()) {
		if !json.Valid([]byte(line)) {
			t.Errorf("not one JSON line: %s", line)
		}
	}
}
