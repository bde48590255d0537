package web

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"kontor/internal/gate"
	"kontor/internal/shop/account"
)

// noneEnded is a store in which no session was ended.
type noneEnded struct{ GateStore }

func (noneEnded) GateSessionEnded(context.Context, gate.Purpose, string) (bool, error) {
	return false, nil
}

// newTestServer returns a server without a database, for what never asks it.
func newTestServer(t *testing.T, log io.Writer) *Server {
	t.Helper()
	s, err := New(Options{
		Shop: &Shop{}, Name: "Bastelkontor", Slug: "bastelkontor",
		BaseURL:        &url.URL{Scheme: "http", Host: "localhost"},
		Site:           GateOptions{Code: "garn-und-nadel", Secrets: [][]byte{bytes.Repeat([]byte("s"), 32)}},
		Administration: GateOptions{Code: "hinterzimmer", Secrets: [][]byte{bytes.Repeat([]byte("v"), 32)}},
		Account:        &account.Service{}, AccountSecrets: [][]byte{bytes.Repeat([]byte("k"), 32)},
		Log:     slog.New(slog.NewJSONHandler(log, nil)),
		Metrics: prometheus.NewRegistry(), Now: time.Now,
		Gates: noneEnded{},
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The handlers of the administration refuse on their own, without the guard
// and the middleware. Spec: Administration gate, flow 6.
func TestG8_S9_H41_HandlersCheckBothSessions(t *testing.T) {
	t.Parallel()
	s := newTestServer(t, io.Discard)
	atSite, atAdministration := httptest.NewRecorder(), httptest.NewRecorder()
	s.site.cookie.Start(atSite)
	s.administration.cookie.Start(atAdministration)
	for _, route := range s.routes() {
		if route.guard != admin {
			continue
		}
		for name, cookies := range map[string][]*http.Cookie{
			"none": nil, "site": atSite.Result().Cookies(), "administration": atAdministration.Result().Cookies(),
		} {
			r := httptest.NewRequest(route.method, "/api/verwaltung/x", strings.NewReader("{}"))
			r.Header.Set("Content-Type", "application/json")
			for _, cookie := range cookies {
				r.AddCookie(cookie)
			}
			err := route.handle(httptest.NewRecorder(), r)
			if !errors.Is(err, errNoSite) && !errors.Is(err, errNoAdmin) {
				t.Errorf("%s %s with cookies %s: %v", route.method, route.path, name, err)
			}
		}
	}
}

func TestR13_S8_Panic(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	s := newTestServer(t, &log)
	h := s.wrap(s.endpoint("/api/x", open, func(http.ResponseWriter, *http.Request) error {
		panic("max@example.de")
	}))
	w := httptest.NewRecorder()
	r := httptest.NewRequest("GET", "/api/x", nil)
	r.Header.Set("X-Request-Id", "req-7")
	h.ServeHTTP(w, r)
	if w.Code != 500 || w.Body.String() != `{"ok":false,"error":"Interner Fehler."}`+"\n" {
		t.Errorf("answer %d %s", w.Code, w.Body)
	}
	if w.Header().Get("Content-Security-Policy") == "" || w.Header().Get("X-Request-Id") != "req-7" {
		t.Errorf("headers %v", w.Header())
	}
	lines := log.String()
	if !strings.Contains(lines, `"msg":"panic","request_id":"req-7"`) || !strings.Contains(lines, "protection_test.go") ||
		strings.Contains(lines, "max@example.de") {
		t.Errorf("log %s", lines)
	}
}

// A refusal carries nothing of the answer that was planned.
func TestS8_RefusalAfterPlannedHeaders(t *testing.T) {
	t.Parallel()
	s := newTestServer(t, io.Discard)
	w := httptest.NewRecorder()
	s.wrap(s.endpoint("/api/x", open, func(w http.ResponseWriter, _ *http.Request) error {
		w.Header().Set("Content-Disposition", "attachment")
		w.Header().Set("ETag", `"1"`)
		w.Header().Set("Cache-Control", "public")
		return io.EOF
	})).ServeHTTP(w, httptest.NewRequest("GET", "/api/x", nil))
	header := w.Header()
	if w.Code != 500 || header.Get("Content-Disposition") != "" || header.Get("ETag") != "" || header.Get("Cache-Control") != "no-store" {
		t.Errorf("%d %v", w.Code, header)
	}
}

// An answer that was begun and cannot be finished must not look whole.
func TestR13_FailureInTheMiddleOfAnAnswer(t *testing.T) {
	t.Parallel()
	s := newTestServer(t, io.Discard)
	for name, fail := range map[string]handler{
		"panic": func(w http.ResponseWriter, _ *http.Request) error { io.WriteString(w, "half"); panic(1) },
		"error": func(w http.ResponseWriter, _ *http.Request) error { io.WriteString(w, "half"); return io.EOF },
	} {
		server := httptest.NewServer(s.wrap(s.endpoint("/x", open, fail)))
		response, err := http.Get(server.URL)
		if err == nil {
			_, err = io.ReadAll(response.Body)
			response.Body.Close()
		}
		if err == nil {
			t.Errorf("%s: the answer looks whole", name)
		}
		server.Close()
	}
}

func TestR35_Overload(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newTestServer(t, io.Discard)
		s.load.limit = 3
		release := make(chan struct{})
		h := s.wrap(s.endpoint("/api/x", open, func(w http.ResponseWriter, _ *http.Request) error {
			<-release
			return writeJSON(w, http.StatusOK, done{OK: true})
		}))
		serve := func(path string, body io.Reader) *httptest.ResponseRecorder {
			w := httptest.NewRecorder()
			h.ServeHTTP(w, httptest.NewRequest("POST", path, body))
			return w
		}
		codes := make(chan int, 3)
		for range 3 {
			go func() { codes <- serve("/api/x", nil).Code }()
		}
		synctest.Wait()

		shed := serve("/api/x", unreadable{t})
		if shed.Code != 503 || shed.Header().Get("Retry-After") != "1" ||
			shed.Body.String() != `{"ok":false,"error":"Der Shop ist gerade überlastet. Bitte gleich noch einmal versuchen."}`+"\n" {
			t.Errorf("shed: %d %v %s", shed.Code, shed.Header(), shed.Body)
		}
		close(release)
		for range 3 {
			if code := <-codes; code != 200 {
				t.Errorf("accepted request answered %d", code)
			}
		}
		if code := serve("/api/x", nil).Code; code != 200 {
			t.Errorf("after the overload: %d", code)
		}
	})
}

// unreadable is a body that must not be looked at.
type unreadable struct{ t *testing.T }

func (u unreadable) Read([]byte) (int, error) {
	u.t.Error("body was read")
	return 0, io.EOF
}

// Slow senders do not count as load, however many they are.
func TestR29_SlowBodiesTakeNobodysPlace(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newTestServer(t, io.Discard)
		s.load.limit = 2
		h := s.wrap(s.endpoint("/api/x", open, func(w http.ResponseWriter, r *http.Request) error {
			if _, err := s.readBody(w, r, maxBody); err != nil {
				return err
			}
			return writeJSON(w, http.StatusOK, done{OK: true})
		}))
		var senders []*io.PipeWriter
		for range 50 {
			body, sender := io.Pipe()
			senders = append(senders, sender)
			go h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("POST", "/api/x", body))
		}
		synctest.Wait()
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest("POST", "/api/x", strings.NewReader("{}")))
		if w.Code != 200 {
			t.Errorf("beside slow senders: %d", w.Code)
		}
		for _, sender := range senders {
			sender.Close()
		}
		synctest.Wait()
		if busy := s.load.busy.Load(); busy != 0 {
			t.Errorf("%d requests counted in the end", busy)
		}
	})
}

func TestContract_MissingSecretsAreErrors(t *testing.T) {
	t.Parallel()
	_, err := New(Options{
		BaseURL: &url.URL{}, Metrics: prometheus.NewRegistry(), Now: time.Now,
		Site: GateOptions{Code: "garn-und-nadel", Secrets: [][]byte{[]byte("too short")}},
	})
	if err == nil || !strings.Contains(err.Error(), "site") || !strings.Contains(err.Error(), "verwaltung") {
		t.Errorf("error %v, want both gates named", err)
	}
	if strings.Contains(fmt.Sprint(err), "too short") {
		t.Errorf("error shows the secret: %v", err)
	}
}
