package web_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kontor/internal/shop"
	"kontor/internal/web"
	"kontor/tests/shoptest"
)

// drawnNotice stands for an official file, which has styles of its own.
const drawnNotice = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 210 297"><style>rect{fill:#039}</style><rect width="210" height="297"/></svg>`

// noticeShop is a shop whose operator has put two notices into the folder.
func noticeShop(t *testing.T, options ...shoptest.Option) (*shoptest.Shop, string) {
	t.Helper()
	dir := t.TempDir()
	for name, content := range map[string]string{"gewaehrleistung.de.svg": drawnNotice, "gewaehrleistung.fr.png": "\x89PNG\r\n", "geheim.svg": drawnNotice} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return storefront(t, append(options, shoptest.Web(func(o *web.Options) { o.LegalDir = dir }))...), dir
}

// L8: the notice on the legal guarantee stands on every product's page and in the
// checkout before the button: the operator's copy of the official one in the
// page's language, and the shop's own words where there is none.
func TestL8_NoticeOnTheLegalGuarantee(t *testing.T) {
	t.Parallel()
	s, dir := noticeShop(t)
	visitor := s.Anonymous()
	for language, test := range map[shop.Language]struct{ notice, own string }{
		"de": {"/hinweise/gewaehrleistung.de.svg", "mindestens 2 Jahre"}, "en": {"", "at least 2 years"},
		"fr": {"/hinweise/gewaehrleistung.fr.png", "au moins 2 ans"}, "it": {"", "almeno 2 anni"},
	} {
		for _, path := range []string{"/produkt/merinowolle-petrol", "/kasse/"} {
			page := visitor.Get(inLanguage(language, path)).Want(http.StatusOK).Text()
			at := strings.Index(page, test.own)
			if at < 0 || !strings.Contains(page, "guarantees-returns/index_"+string(language)+".htm") {
				t.Errorf("%s %s: the guarantee is not told", language, path)
			}
			if button := strings.Index(page, "data-place"); path == "/kasse/" && at > button {
				t.Errorf("%s: the guarantee is told after the button", language)
			}
			if shown := strings.Contains(page, `<img src="/hinweise/`); shown != (test.notice != "") || !strings.Contains(page, test.notice) {
				t.Errorf("%s %s: official notice %v, want %q", language, path, shown, test.notice)
			}
		}
	}
	svg := visitor.Get("/hinweise/gewaehrleistung.de.svg").Want(http.StatusOK)
	if svg.Text() != drawnNotice || svg.Header.Get("Content-Type") != "image/svg+xml; charset=utf-8" || !strings.HasSuffix(svg.Header.Get("Content-Security-Policy"), "; sandbox") {
		t.Errorf("the notice comes with %v", svg.Header)
	}
	if png := visitor.Get("/hinweise/gewaehrleistung.fr.png").Want(http.StatusOK); png.Header.Get("Content-Type") != "image/png" {
		t.Errorf("the picture comes with %v", png.Header)
	}
	visitor.Get("/hinweise/gewaehrleistung.de.svg", "If-None-Match: "+svg.Header.Get("ETag")).Want(http.StatusNotModified)
	for _, other := range []string{"geheim.svg", "gewaehrleistung.en.svg", "gewaehrleistung.xx.svg", "..%2Fgeheim.svg", "gewaehrleistung.de.md"} {
		visitor.Get("/hinweise/" + other).Want(http.StatusNotFound)
	}
	if err := os.WriteFile(filepath.Join(dir, "gewaehrleistung.it.jpg"), make([]byte, 4<<20+1), 0o600); err != nil {
		t.Fatal(err)
	}
	visitor.Get("/hinweise/gewaehrleistung.it.jpg").Want(http.StatusInternalServerError)
}
