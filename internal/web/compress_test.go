package web_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"kontor/tests/shoptest"
)

// coded is an answer as transmitted.
type coded struct {
	*http.Response
	body []byte
}

// fetchCoded sends a request as is, without a cookie jar and without following
// redirects.
func fetchCoded(t *testing.T, shop *shoptest.Shop, method, path string, headers ...string) coded {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, shop.URL+path, strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	if r.Header.Set("Content-Type", "application/json"); method == http.MethodGet || method == http.MethodHead {
		r.Body, r.ContentLength = nil, 0
	}
	for _, header := range headers {
		name, value, _ := strings.Cut(header, ": ")
		r.Header.Set(name, value)
	}
	response, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatalf("%s %s: %v", method, path, err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatalf("%s %s: %v", method, path, err)
	}
	return coded{response, body}
}

func (c coded) coding() string { return c.Header.Get("Content-Encoding") }

func (c coded) isMarkup() bool {
	kind := c.Header.Get("Content-Type")
	return strings.HasPrefix(kind, "text/html") || strings.HasPrefix(kind, "application/json")
}

// decode returns the body without its coding.
func (c coded) decode(t *testing.T) []byte {
	t.Helper()
	var reader io.Reader
	var err error
	switch c.coding() {
	case "gzip":
		reader, err = gzip.NewReader(bytes.NewReader(c.body))
	case "zstd":
		reader, err = zstd.NewReader(bytes.NewReader(c.body))
	default:
		return c.body
	}
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(reader)
	if err != nil {
		t.Fatal(err)
	}
	return plain
}

// publicTexts are one URL of each kind of text for everybody.
func publicTexts(shop *shoptest.Shop) []string {
	paths := []string{
		"/", "/fr/?q=merinos", "/produkt/merinowolle-petrol", "/warenkorb/", "/kasse/", "/konto/", "/versand/", "/widerruf/",
		"/recht/impressum/", "/gibtsnicht", "/zugang/", "/api/openapi.json", "/api/docs", "/bilder/wolle/merinowolle-petrol.svg",
	}
	for _, found := range loadedByPage.FindAllStringSubmatch(shop.Anonymous().Get("/").Text(), -1) {
		paths = append(paths, found[1])
	}
	return paths
}

// shorterCoding returns the coding in which a URL's answer is shorter. Pictures are
// drawn for each visitor, in the coding that is shorter for pages.
func shorterCoding(t *testing.T, shop *shoptest.Shop, path string) string {
	t.Helper()
	if !strings.HasSuffix(path, ".svg") && len(fetchCoded(t, shop, "GET", path, "Accept-Encoding: zstd").body) < len(fetchCoded(t, shop, "GET", path, "Accept-Encoding: gzip").body) {
		return "zstd"
	}
	return "gzip"
}

func TestPublicTextsAreCompressed(t *testing.T) {
	t.Parallel()
	shop := storefront(t, shoptest.SignIn())
	for _, path := range publicTexts(shop) {
		plain := fetchCoded(t, shop, "GET", path, "Accept-Encoding: identity")
		if plain.coding() != "" || len(plain.body) < 1024 && !strings.HasPrefix(path, "/assets/") {
			t.Errorf("%s: coded as %q, %d bytes", path, plain.coding(), len(plain.body))
		}
		for offered, want := range map[string]string{
			"gzip": "gzip", "zstd": "zstd", "gzip, deflate, br, zstd": shorterCoding(t, shop, path), "gzip;q=0.5, zstd": "zstd", "zstd;q=0.5, gzip": "gzip", "zstd;q=0, gzip;q=0.000": "", "br": "", "GZIP;q=1": "gzip",
		} {
			offer := "Accept-Encoding: " + offered
			got := fetchCoded(t, shop, "GET", path, offer)
			if got.coding() != want || !bytes.Equal(got.decode(t), plain.body) || want != "" && len(got.body) >= len(plain.body) {
				t.Errorf("%s for %q: coded as %q, %d instead of %d bytes", path, offered, got.coding(), len(got.body), len(plain.body))
			}
			if vary := strings.Join(got.Header.Values("Vary"), ","); vary != "Accept-Encoding" {
				t.Errorf("%s: Vary %q", path, vary)
			}
			if got.coding() != "" && got.ContentLength != int64(len(got.body)) || got.Header.Get("No-Gzip-Compression") != "" {
				t.Errorf("%s for %q: length %d, %v", path, offered, got.ContentLength, got.Header)
			}
			head := fetchCoded(t, shop, "HEAD", path, offer)
			for _, name := range []string{"Content-Encoding", "Content-Length", "Content-Type", "ETag", "Cache-Control"} {
				if head.Header.Get(name) != got.Header.Get(name) || head.StatusCode != got.StatusCode {
					t.Errorf("HEAD %s for %q: %s %q, GET says %q", path, offered, name, head.Header.Get(name), got.Header.Get(name))
				}
			}
			if part := fetchCoded(t, shop, "GET", path, offer, "Range: bytes=0-9"); part.StatusCode != plain.StatusCode || !bytes.Equal(part.decode(t), plain.body) {
				t.Errorf("%s for %q: a part is answered %d", path, offered, part.StatusCode)
			}
			if tag := got.Header.Get("ETag"); tag != "" {
				same := fetchCoded(t, shop, "GET", path, offer, "If-None-Match: "+tag)
				if same.StatusCode != http.StatusNotModified || same.coding() != "" || len(same.body) > 0 || same.Header.Get("Vary") == "" || tag != plain.Header.Get("ETag") {
					t.Errorf("%s for %q: unchanged is answered %d, %v", path, offered, same.StatusCode, same.Header)
				}
			}
		}
		if got := fetchCoded(t, shop, "GET", path, "Accept-Encoding: gzip, zstd", "Cache-Control: no-transform"); got.coding() != "" {
			t.Errorf("%s is coded as %q for a client that wants it unchanged", path, got.coding())
		}
	}
}

// Nobody may infer from an answer's length what stands beside a text that was smuggled
// into it (BREACH): with a session, no page and no JSON is compressed, on any route,
// whatever it answers.
func TestAnswersToSessionsAreNotCompressed(t *testing.T) {
	t.Parallel()
	shop := storefront(t, shoptest.SignIn())
	customer, operator := shop.Customer("google", anna), shop.Operator()
	for range 3 {
		customer.PostOrder(shoptest.Order()).Want(http.StatusCreated)
	}
	sessions := map[string]string{"customer": cookieHeader(t, shop, customer), "operator": cookieHeader(t, shop, operator)}
	exports := map[string]bool{"/api/verwaltung/orders.csv": true, "/api/verwaltung/orders.xlsx": true, "/api/konto/daten": true}
	large := make(map[string]int)
	check := func(who, method, path string) {
		got := fetchCoded(t, shop, method, path, "Accept-Encoding: gzip, zstd", "Cookie: "+sessions[who])
		if got.isMarkup() && got.coding() != "" && !exports[path] {
			t.Errorf("%s %s with the session of the %s is coded as %q", method, path, who, got.coding())
		}
		if got.isMarkup() && len(got.body) >= 1024 && method == http.MethodGet {
			large[who]++
		}
	}
	for who := range sessions {
		for _, path := range publicTexts(shop) {
			check(who, "GET", path)
		}
		for _, path := range []string{"/api/verwaltung/orders", "/api/konto/orders", "/api/konto", "/konto/"} {
			check(who, "GET", path)
		}
		if got := fetchCoded(t, shop, "GET", map[string]string{"customer": "/api/konto/daten", "operator": "/api/verwaltung/orders.csv"}[who],
			"Accept-Encoding: gzip", "Cookie: "+sessions[who]); got.coding() != "gzip" || !bytes.Contains(got.decode(t), []byte("BK-2026-0001")) {
			t.Errorf("the export of the %s is coded as %q, %d bytes", who, got.coding(), len(got.body))
		}
		for _, line := range shop.Web.RouteLines() {
			check(who, line.Method, line.Path)
		}
	}
	if large["customer"] < 15 || large["operator"] < 25 {
		t.Errorf("only so many answers were large enough to be compressed: %v", large)
	}
}

// Pages opened by a signed URL contain what a visitor ordered.
func TestPagesByTokenAreNotCompressed(t *testing.T) {
	t.Parallel()
	shop := storefront(t)
	thanks := shop.Anonymous().PostOrder(shoptest.Order()).Want(http.StatusCreated).Header.Get("Location")
	got := fetchCoded(t, shop, "GET", thanks, "Accept-Encoding: gzip, zstd")
	if got.coding() != "" || len(got.body) < 1024 || got.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("coded as %q, %d bytes, %v", got.coding(), len(got.body), got.Header)
	}
}

// cookieHeader is what a client sends as its cookies.
func cookieHeader(t *testing.T, shop *shoptest.Shop, c *shoptest.Client) string {
	t.Helper()
	address, err := url.Parse(shop.URL)
	if err != nil {
		t.Fatal(err)
	}
	var pairs []string
	for _, cookie := range c.HTTP().Jar.Cookies(address) {
		pairs = append(pairs, cookie.Name+"="+cookie.Value)
	}
	return strings.Join(pairs, "; ")
}
