package web_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kontor/tests/shoptest"
)

// Every route of the API is in the document, and nothing else is.
func TestDocumentListsTheRoutes(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t, shoptest.Public())
	served := make(map[string]bool)
	for _, route := range shop.Web.RoutePatterns() {
		if path := route[1]; strings.HasPrefix(path, "/api/") || path == "/healthz" || path == "/readyz" {
			served[route[0]+" "+path] = true
		}
	}
	if diff := cmp.Diff(served, documented(t, shop)); diff != "" {
		t.Errorf("served (-) and documented (+) routes:\n%s", diff)
	}
}

func documented(t *testing.T, shop *shoptest.Shop) map[string]bool {
	t.Helper()
	var document struct {
		Paths map[string]map[string]json.RawMessage
	}
	shop.Anonymous().Get("/api/openapi.json").Want(http.StatusOK).Into(&document)
	found := make(map[string]bool)
	for path, operations := range document.Paths {
		for method := range operations {
			if method != "parameters" {
				found[strings.ToUpper(method)+" "+path] = true
			}
		}
	}
	return found
}

// The document names this shop's address and cookies, and can be revalidated.
func TestDocumentIsThisShops(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t, shoptest.Public())
	c := shop.Anonymous()
	first := c.Get("/api/openapi.json").Want(http.StatusOK)
	if got := first.Header.Get("Content-Type"); got != "application/json; charset=utf-8" {
		t.Errorf("Content-Type %q", got)
	}
	var document struct {
		OpenAPI string
		Servers []struct{ URL string }
	}
	first.Into(&document)
	if document.OpenAPI != "3.1.0" || len(document.Servers) != 1 || document.Servers[0].URL != shop.URL {
		t.Errorf("document of %+v, want 3.1.0 of %s", document, shop.URL)
	}
	again := c.Get("/api/openapi.json", "If-None-Match: "+first.Header.Get("ETag")).Want(http.StatusNotModified)
	if len(again.Body) > 0 {
		t.Error("304 with a body")
	}
}

// Until the shop is public, its description lies behind the gate too.
func TestG22_DescriptionIsBehindTheGate(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t)
	for _, path := range []string{"/api/openapi.json", "/api/docs"} {
		closed := shop.Anonymous().Get(path).WantError(http.StatusUnauthorized, "Kein Zugang. Bitte Zugangscode eingeben.")
		if strings.Contains(closed.Text(), "bestellnummer") {
			t.Errorf("%s tells strangers what it describes", path)
		}
		shop.Visitor().Get(path).Want(http.StatusOK)
	}
}

// The page shows every operation of the document, with an example in each
// language, and needs nothing inline.
func TestDocsPageShowsEveryOperation(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t, shoptest.Public())
	page := shop.Anonymous().Get("/api/docs").Want(http.StatusOK).Text()
	operations := documented(t, shop)
	for operation := range maps.Keys(operations) {
		method, path, _ := strings.Cut(operation, " ")
		if !strings.Contains(page, "<b>"+method+"</b> "+path+"<") {
			t.Errorf("the page does not show %s", operation)
		}
	}
	for _, language := range []string{"curl", "js", "go"} {
		samples := strings.Count(page, `<pre class="sample `+language+`"`)
		if want := len(operations) + 1; samples != want { // and the first steps
			t.Errorf("%d examples in %s, want %d", samples, language, want)
		}
	}
	if !strings.Contains(page, `<html lang="en">`) {
		t.Error("the page does not say that it is English")
	}
	if inline := regexp.MustCompile(`<style|<script[^>]*>[^<]|\s(style|on[a-z]+)=`).FindString(page); inline != "" {
		t.Errorf("the page has something inline: %s", inline)
	}
}
