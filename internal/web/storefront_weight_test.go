package web_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"path"
	"regexp"
	"testing"

	"kontor/tests/shoptest"
)

// The most that the storefront's pages together may load of each kind, in
// compressed bytes.
var weightLimits = map[string]int{".js": 30 << 10, ".css": 20 << 10}

var (
	loadedByPage   = regexp.MustCompile(`<(?:script|link)\b[^>]*\b(?:src|href)="([^"]+\.(?:js|css))"`)
	loadedByScript = regexp.MustCompile(`(?:\bfrom|\bimport)\s*\(?\s*"(\./[^"]+\.js)"`)
	loadedByStyle  = regexp.MustCompile(`@import\s+(?:url\()?"([^"]+\.css)"`)
)

// loader collects what pages load, as a browser does.
type loader struct {
	t       *testing.T
	visitor *shoptest.Client
	sizes   map[string]int // compressed, by address
}

// TestStorefrontWeighsLittle: all scripts and all style sheets of the shopper's
// whole way, those of PayPal's part too, as the server sends them.
func TestStorefrontWeighsLittle(t *testing.T) {
	t.Parallel()
	shop := storefront(t, shoptest.PayPal(), shoptest.SignIn())
	l := loader{t, shop.Anonymous(), make(map[string]int)}
	placed := l.visitor.PostOrder(shoptest.Order()).Want(http.StatusCreated)
	for _, page := range []string{
		"/", "/fr/?q=merinos", "/produkt/merinowolle-petrol", "/warenkorb/", "/kasse/", placed.Header.Get("Location"),
		"/konto/", "/versand/", "/recht/impressum/", "/widerruf/", "/gibtsnicht",
	} {
		for _, found := range loadedByPage.FindAllStringSubmatch(l.visitor.Get(page).Text(), -1) {
			l.load(found[1])
		}
	}
	total, files := make(map[string]int), make(map[string]int)
	for address, size := range l.sizes {
		total[path.Ext(address)] += size
		files[path.Ext(address)]++
	}
	for kind, limit := range weightLimits {
		t.Logf("%d files *%s: %d bytes compressed, %d allowed", files[kind], kind, total[kind], limit)
		if files[kind] < 2 || total[kind] > limit {
			t.Errorf("%d files *%s with %d bytes, at most %d are allowed", files[kind], kind, total[kind], limit)
		}
	}
}

// load fetches a file both ways, and then what the file itself loads.
func (l *loader) load(address string) {
	l.t.Helper()
	if _, known := l.sizes[address]; known {
		return
	}
	plain := l.visitor.Get(address, "Accept-Encoding: identity").Want(http.StatusOK)
	packed := l.visitor.Get(address, "Accept-Encoding: br, gzip;q=0.8").Want(http.StatusOK)
	l.sizes[address] = len(packed.Body)
	if plain.Header.Get("Content-Encoding") != "" || packed.Header.Get("Content-Encoding") != "gzip" {
		l.t.Errorf("%s is encoded as %q and %q", address, plain.Header.Get("Content-Encoding"), packed.Header.Get("Content-Encoding"))
	}
	for _, answer := range []shoptest.Answer{plain, packed} {
		if answer.Header.Get("Vary") != "Accept-Encoding" || answer.Header.Get("Cache-Control") != "public, max-age=31536000, immutable" {
			l.t.Errorf("%s with %v", address, answer.Header)
		}
		if answer.Header.Get("ETag") != "" {
			l.t.Errorf("%s: both encodings bear the ETag %s", address, answer.Header.Get("ETag"))
		}
	}
	if !bytes.Equal(l.unpack(packed.Body), plain.Body) {
		l.t.Errorf("%s has another content when it is compressed", address)
	}
	for _, pattern := range []*regexp.Regexp{loadedByScript, loadedByStyle} {
		for _, found := range pattern.FindAllSubmatch(plain.Body, -1) {
			l.load(path.Join(path.Dir(address), string(found[1])))
		}
	}
}

func (l *loader) unpack(packed []byte) []byte {
	l.t.Helper()
	unzip, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		l.t.Fatal(err)
	}
	content, err := io.ReadAll(unzip)
	if err != nil {
		l.t.Fatal(err)
	}
	return content
}
