package web_test

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"kontor/internal/store"
	"kontor/internal/web"
	"kontor/tests/scratch"
	"kontor/tests/shoptest"
)

const (
	siteCode  = "garn-und-nadel"
	adminCode = "kontor-hinterzimmer"
)

var (
	siteSecret  = bytes.Repeat([]byte("s"), 32)
	adminSecret = bytes.Repeat([]byte("v"), 32)
)

// shop is a started shop with known codes and secrets. Its visitors' requests
// and answers are compared with the OpenAPI document.
type testShop struct {
	*shoptest.Shop
	t     *testing.T
	db    *store.DB
	clock clock
	log   *shoptest.Log
	url   string
}

// clock is the shop's time, which tests move.
type clock struct{ *shoptest.Clock }

func (c clock) advance(d time.Duration) { c.Advance(d) }

// startShop starts a shop that is not public, unless change says otherwise.
func startShop(t *testing.T, change ...func(*web.Options)) *testShop {
	t.Helper()
	return startShopAt(t, shoptest.Dir(scratch.Dir(t)), change...)
}

// startShopAt starts a shop whose data may be another one's too.
func startShopAt(t *testing.T, place shoptest.Option, change ...func(*web.Options)) *testShop {
	t.Helper()
	options := []shoptest.Option{
		place,
		shoptest.Codes(siteCode, adminCode),
		shoptest.StartAt(time.Date(2026, 11, 21, 9, 15, 0, 0, time.UTC)),
		shoptest.Web(func(o *web.Options) {
			o.Site.Secrets, o.Administration.Secrets = [][]byte{siteSecret}, [][]byte{adminSecret}
		}),
	}
	for _, apply := range change {
		options = append(options, shoptest.Web(apply))
	}
	s := shoptest.Start(t, options...)
	return &testShop{Shop: s, t: t, db: s.DB, clock: clock{s.Clock}, log: s.Log, url: s.URL}
}

func public(o *web.Options) { o.Public = true }

// visitor is a browser or program with cookies of its own.
type visitor struct {
	*shoptest.Client
	shop   *testShop
	client *http.Client // past the comparison with the document
}

func (s *testShop) visitor() *visitor {
	client := s.Anonymous()
	return &visitor{Client: client, shop: s, client: client.HTTP()}
}

// insider has the site session.
func (s *testShop) insider() *visitor {
	s.t.Helper()
	v := s.visitor()
	v.post("/api/zugang", `{"code":"`+siteCode+`"}`).want(s.t, 200, "")
	return v
}

// operator has both sessions.
func (s *testShop) operator() *visitor {
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
	var content any
	if body != "" {
		content = body
	}
	got := v.Do(method, path, content, headers...)
	return answer{got.Status, got.Header, got.Text()}
}

// loose sends a request without comparing it with the document, for what the
// shop takes although the document does not offer it.
func (v *visitor) loose(method, path, body string, header http.Header) answer {
	v.shop.t.Helper()
	r, err := http.NewRequestWithContext(v.shop.t.Context(), method, v.shop.url+path, strings.NewReader(body))
	if err != nil {
		v.shop.t.Fatal(err)
	}
	maps.Copy(r.Header, header)
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
