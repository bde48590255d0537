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
	"kontor/internal/shop"
	"kontor/internal/shop/account"
	"kontor/internal/web/door"
	"kontor/internal/web/kit"
)

// noneEnded is a store in which no session was ended.
type noneEnded struct{ door.Store }

func (noneEnded) GateSession(context.Context, gate.Purpose, gate.Session) (gate.Standing, error) {
	return gate.Standing{}, nil
}

// newTestServer returns a server without a database, for what never asks it.
func newTestServer(t *testing.T, log io.Writer) *Server {
	t.Helper()
	s, err := New(Options{
		Shop: &kit.Shop{}, Seller: shop.Seller{Name: "Bastelkontor"}, Slug: "bastelkontor",
		BaseURL:        &url.URL{Scheme: "http", Host: "localhost"},
		Site:           door.Gate{Code: "garn-und-nadel", Secrets: [][]byte{bytes.Repeat([]byte("s"), 32)}},
		Administration: door.Gate{Code: "hinterzimmer", Secrets: [][]byte{bytes.Repeat([]byte("v"), 32)}},
		Account:        account.New(account.Options{}), AccountSecrets: [][]byte{bytes.Repeat([]byte("k"), 32)},
		Log:     slog.New(slog.NewJSONHandler(log, nil)),
		Metrics: prometheus.NewRegistry(), Now: time.Now,
		Gates: noneEnded{},
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The handlers of the administration refuse on their own, without the guard and the
// middleware.
// Spec: Administration gate, flow 6.
func TestG8_S9_H41_HandlersCheckBothSessions(t *testing.T) {
	t.Parallel()
	s := newTestServer(t, io.Discard)
	site, administration := s.door.Cookies()
	atSite := session(t, site, gate.Site, "garn-und-nadel", 's')
	atAdministration := session(t, administration, gate.Administration, "hinterzimmer", 'v')
	for _, route := range s.routes() {
		if route.Guard != kit.Admin {
			continue
		}
		for name, cookies := range map[string][]*http.Cookie{
			"none": nil, "site": atSite, "administration": atAdministration,
		} {
			r := httptest.NewRequest(route.Method, "/api/verwaltung/x", strings.NewReader("{}"))
			r.Header.Set("Content-Type", "application/json")
			for _, cookie := range cookies {
				r.AddCookie(cookie)
			}
			err := route.Handle(httptest.NewRecorder(), r)
			if !errors.Is(err, kit.ErrNoSite) && !errors.Is(err, kit.ErrNoAdmin) {
				t.Errorf("%s %s with cookies %s: %v", route.Method, route.Path, name, err)
			}
		}
	}
}

// session returns the cookie of a session at a gate of newTestServer's.
func session(t *testing.T, name string, purpose gate.Purpose, code string, secret byte) []*http.Cookie {
	t.Helper()
	keys, err := gate.NewKeyring(purpose, gate.NewCode(code), time.Hour, bytes.Repeat([]byte{secret}, 32))
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	(&gate.Cookie{Name: name, Keys: keys}).Start(w)
	return w.Result().Cookies()
}

func TestR13_S8_Panic(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	s := newTestServer(t, &log)
	h := s.wrap(s.openTo("/api/x", func(http.ResponseWriter, *http.Request) error {
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
	s.wrap(s.openTo("/api/x", func(w http.ResponseWriter, _ *http.Request) error {
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
	for name, fail := range map[string]kit.Handler{
		"panic": func(w http.ResponseWriter, _ *http.Request) error { io.WriteString(w, "half"); panic(1) },
		"error": func(w http.ResponseWriter, _ *http.Request) error { io.WriteString(w, "half"); return io.EOF },
	} {
		server := httptest.NewServer(s.wrap(s.openTo("/x", fail)))
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
		s.load = kit.NewLoad(3)
		release := make(chan struct{})
		h := s.wrap(s.openTo("/api/x", func(w http.ResponseWriter, _ *http.Request) error {
			<-release
			return kit.WriteDone(w)
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
		s.load = kit.NewLoad(2)
		h := s.wrap(s.openTo("/api/x", func(w http.ResponseWriter, r *http.Request) error {
			if _, err := kit.ReadBody(w, r, kit.MaxBody); err != nil {
				return err
			}
			return kit.WriteDone(w)
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
		for left := range 2 {
			if !s.load.Begin() {
				t.Errorf("%d requests counted in the end", 2-left)
			}
		}
	})
}

func TestContract_MissingSecretsAreErrors(t *testing.T) {
	t.Parallel()
	_, err := New(Options{
		Shop: new(kit.Shop), BaseURL: &url.URL{}, Metrics: prometheus.NewRegistry(), Now: time.Now,
		Site: door.Gate{Code: "garn-und-nadel", Secrets: [][]byte{[]byte("too short")}},
	})
	if err == nil || !strings.Contains(err.Error(), "site") || !strings.Contains(err.Error(), "verwaltung") {
		t.Errorf("error %v, want both gates named", err)
	}
	if strings.Contains(fmt.Sprint(err), "too short") {
		t.Errorf("error shows the secret: %v", err)
	}
}

// openTo is a route for GET that everybody may use.
func (s *Server) openTo(path string, handle kit.Handler) http.Handler {
	return s.endpoint(kit.On("GET", path, kit.Open, handle))
}
