package web_test

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"kontor"
	"kontor/internal/checkout"
	"kontor/internal/store"
	"kontor/internal/web"
)

const (
	siteCode  = "garn-und-nadel"
	adminCode = "kontor-hinterzimmer"
)

var (
	siteSecret  = bytes.Repeat([]byte("s"), 32)
	adminSecret = bytes.Repeat([]byte("v"), 32)
)

// shop is a started shop on a database of its own.
type shop struct {
	t       *testing.T
	db      *store.DB
	clock   *clock
	log     *journal
	metrics *prometheus.Registry
	web     *web.Server
	url     string
}

// startShop starts a shop that is not public, unless change says otherwise.
func startShop(t *testing.T, change ...func(*web.Options)) *shop {
	t.Helper()
	s := &shop{t: t, log: &journal{}, clock: &clock{now: time.Date(2026, 11, 21, 9, 15, 0, 0, time.UTC)}}
	logger := slog.New(slog.NewJSONHandler(s.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	db, err := store.Open(t.Context(), store.Options{Dir: t.TempDir(), Log: logger})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	s.db, s.metrics = db, prometheus.NewRegistry()
	options := web.Options{
		Shop:           &checkout.Service{Store: db, Prefix: "BK", Prices: kontor.PriceCheckHint, Now: s.clock.Now},
		Name:           "Bastelkontor",
		Slug:           "bastelkontor",
		Version:        "test",
		BaseURL:        &url.URL{Scheme: "http", Host: "localhost:8080"},
		Site:           web.GateOptions{Code: siteCode, Secrets: [][]byte{siteSecret}},
		Administration: web.GateOptions{Code: adminCode, Secrets: [][]byte{adminSecret}},
		Ready:          db.Ready,
		Log:            logger,
		Metrics:        s.metrics,
		Now:            s.clock.Now,
	}
	for _, apply := range change {
		apply(&options)
	}
	s.web, err = web.New(options)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewUnstartedServer(nil)
	server.Config = web.NewHTTPServer(s.web.Handler(), logger)
	server.Start()
	t.Cleanup(server.Close)
	s.url = server.URL
	return s
}

func public(o *web.Options) { o.Public = true }

// clock is the shop's time, which tests move.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// journal keeps the log.
type journal struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (j *journal) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(p)
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.String()
}

// visitor is a browser or program with cookies of its own. It does not follow
// redirects.
type visitor struct {
	shop   *shop
	client *http.Client
}

func (s *shop) visitor() *visitor {
	jar, _ := cookiejar.New(nil) // never fails
	return &visitor{shop: s, client: &http.Client{
		Jar:           jar,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// insider has the site session.
func (s *shop) insider() *visitor {
	s.t.Helper()
	v := s.visitor()
	v.post("/api/zugang", `{"code":"`+siteCode+`"}`).want(s.t, 200, "")
	return v
}

// operator has both sessions.
func (s *shop) operator() *visitor {
	s.t.Helper()
	v := s.insider()
	v.post("/api/zugang/verwaltung", `{"code":"`+adminCode+`"}`).want(s.t, 200, "")
	return v
}

// answer is what came back.
type answer struct {
	status int
	header http.Header
	body   string
}

// do sends a request; headers are "Name: value".
func (v *visitor) do(method, path, body string, headers ...string) answer {
	v.shop.t.Helper()
	r, err := http.NewRequestWithContext(v.shop.t.Context(), method, v.shop.url+path, strings.NewReader(body))
	if err != nil {
		v.shop.t.Fatal(err)
	}
	for _, header := range headers {
		name, value, _ := strings.Cut(header, ": ")
		r.Header.Add(name, value)
	}
	response, err := v.client.Do(r)
	if err != nil {
		v.shop.t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		v.shop.t.Fatal(err)
	}
	return answer{response.StatusCode, response.Header, string(text)}
}

func (v *visitor) get(path string, headers ...string) answer {
	v.shop.t.Helper()
	return v.do("GET", path, "", headers...)
}

// post sends JSON.
func (v *visitor) post(path, body string, headers ...string) answer {
	v.shop.t.Helper()
	return v.do("POST", path, body, append(headers, "Content-Type: application/json")...)
}

// form sends what the entry page's form sends.
func (v *visitor) form(path string, fields url.Values, headers ...string) answer {
	v.shop.t.Helper()
	return v.do("POST", path, fields.Encode(), append(headers, "Content-Type: application/x-www-form-urlencoded")...)
}

// want checks the status and, for an API error, that the body is exactly the
// specified one with this text.
func (a answer) want(t *testing.T, status int, text string) {
	t.Helper()
	if a.status != status {
		t.Errorf("status %d, want %d; body %.300s", a.status, status, a.body)
	}
	if text == "" {
		return
	}
	wanted, _ := json.Marshal(map[string]any{"ok": false, "error": text})
	var given, expected any
	_ = json.Unmarshal(wanted, &expected)
	if err := json.Unmarshal([]byte(a.body), &given); err != nil || !equalJSON(given, expected) {
		t.Errorf("body %.300s, want %s", a.body, wanted)
	}
	if kind := a.header.Get("Content-Type"); kind != "application/json; charset=utf-8" {
		t.Errorf("content type %q", kind)
	}
	if a.header.Get("X-Fehlercode") == "" {
		t.Error("no X-Fehlercode")
	}
}

func equalJSON(a, b any) bool {
	left, _ := json.Marshal(a)
	right, _ := json.Marshal(b)
	return bytes.Equal(left, right)
}
