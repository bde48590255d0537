package web_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"kontor/tests/shoptest"
)

// coded is an answer as transmitted.
type coded struct{ shoptest.Answer }

// fetchCoded sends a request with these headers alone, without a client's cookies. Every
// method besides those that read has an empty object as its body.
func fetchCoded(shop *shoptest.Shop, method, path string, headers ...string) coded {
	header := http.Header{"Content-Type": {"application/json"}}
	for _, line := range headers {
		name, value, _ := strings.Cut(line, ": ")
		header.Set(name, value)
	}
	var body any
	if method != http.MethodGet && method != http.MethodHead {
		body = shoptest.Body{}
	}
	return coded{shop.Anonymous().DoUnchecked(method, path, body, header)}
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
		reader, err = gzip.NewReader(bytes.NewReader(c.Body))
	case "zstd":
		reader, err = zstd.NewReader(bytes.NewReader(c.Body))
	default:
		return c.Body
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
	if !strings.HasSuffix(path, ".svg") && len(fetchCoded(shop, "GET", path, "Accept-Encoding: zstd").Body) < len(fetchCoded(shop, "GET", path, "Accept-Encoding: gzip").Body) {
		return "zstd"
	}
	return "gzip"
}

// offers are codings that clients accept, and the one that a URL's answer then has.
var offers = []struct{ accepted, want string }{
	{"gzip", "gzip"}, {"zstd", "zstd"}, {"gzip, deflate, br, zstd", "shorter"}, {"gzip;q=0.5, zstd", "zstd"}, {"zstd;q=0.5, gzip", "gzip"},
	{"zstd;q=0, gzip;q=0.000", ""}, {"br", ""}, {"GZIP;q=1", "gzip"},
}

// In a sampled run, files of a kind that came before get some of the offers, by turns.
func TestPublicTextsAreCompressed(t *testing.T) {
	t.Parallel()
	shop := storefront(t, shoptest.SignIn())
	seen := make(map[string]bool)
	for i, path := range publicTexts(shop) {
		plain := fetchCoded(shop, "GET", path, "Accept-Encoding: identity")
		if plain.coding() != "" || len(plain.Body) < 1024 && !strings.HasPrefix(path, "/assets/") {
			t.Errorf("%s: coded as %q, %d bytes", path, plain.coding(), len(plain.Body))
		}
		kind := filepath.Ext(path)
		again := strings.HasPrefix(path, "/assets/") && seen[kind]
		seen[kind] = true
		for j, o := range offers {
			if again && !thorough() && (i+j+today(4))%4 > 0 {
				continue
			}
			offered, want := o.accepted, o.want
			if want == "shorter" {
				want = shorterCoding(t, shop, path)
			}
			offer := "Accept-Encoding: " + offered
			got := fetchCoded(shop, "GET", path, offer)
			if got.coding() != want || !bytes.Equal(got.decode(t), plain.Body) || want != "" && len(got.Body) >= len(plain.Body) {
				t.Errorf("%s for %q: coded as %q, %d instead of %d bytes", path, offered, got.coding(), len(got.Body), len(plain.Body))
			}
			if vary := strings.Join(got.Header.Values("Vary"), ","); vary != "Accept-Encoding" {
				t.Errorf("%s: Vary %q", path, vary)
			}
			if got.coding() != "" && got.Header.Get("Content-Length") != strconv.Itoa(len(got.Body)) || got.Header.Get("No-Gzip-Compression") != "" {
				t.Errorf("%s for %q: length %s, %v", path, offered, got.Header.Get("Content-Length"), got.Header)
			}
			head := fetchCoded(shop, "HEAD", path, offer)
			for _, name := range []string{"Content-Encoding", "Content-Length", "Content-Type", "ETag", "Cache-Control"} {
				if head.Header.Get(name) != got.Header.Get(name) || head.Status != got.Status {
					t.Errorf("HEAD %s for %q: %s %q, GET says %q", path, offered, name, head.Header.Get(name), got.Header.Get(name))
				}
			}
			if part := fetchCoded(shop, "GET", path, offer, "Range: bytes=0-9"); part.Status != plain.Status || !bytes.Equal(part.decode(t), plain.Body) {
				t.Errorf("%s for %q: a part is answered %d", path, offered, part.Status)
			}
			if tag := got.Header.Get("ETag"); tag != "" {
				same := fetchCoded(shop, "GET", path, offer, "If-None-Match: "+tag)
				if same.Status != http.StatusNotModified || same.coding() != "" || len(same.Body) > 0 || same.Header.Get("Vary") == "" || tag != plain.Header.Get("ETag") {
					t.Errorf("%s for %q: unchanged is answered %d, %v", path, offered, same.Status, same.Header)
				}
			}
		}
		if got := fetchCoded(shop, "GET", path, "Accept-Encoding: gzip, zstd", "Cache-Control: no-transform"); got.coding() != "" {
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
	sessions := map[string]string{"customer": customer.Cookies(), "operator": operator.Cookies()}
	exports := map[string]bool{"/api/verwaltung/orders.csv": true, "/api/verwaltung/orders.xlsx": true, "/api/konto/daten": true}
	large := make(map[string]int)
	check := func(who, method, path string) {
		got := fetchCoded(shop, method, path, "Accept-Encoding: gzip, zstd", sessions[who])
		if got.isMarkup() && got.coding() != "" && !exports[path] {
			t.Errorf("%s %s with the session of the %s is coded as %q", method, path, who, got.coding())
		}
		if got.isMarkup() && len(got.Body) >= 1024 && method == http.MethodGet {
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
		if got := fetchCoded(shop, "GET", map[string]string{"customer": "/api/konto/daten", "operator": "/api/verwaltung/orders.csv"}[who],
			"Accept-Encoding: gzip", sessions[who]); got.coding() != "gzip" || !bytes.Contains(got.decode(t), []byte("BK-2026-0001")) {
			t.Errorf("the export of the %s is coded as %q, %d bytes", who, got.coding(), len(got.Body))
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
	got := fetchCoded(shop, "GET", thanks, "Accept-Encoding: gzip, zstd")
	if got.coding() != "" || len(got.Body) < 1024 || got.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("coded as %q, %d bytes, %v", got.coding(), len(got.Body), got.Header)
	}
}
