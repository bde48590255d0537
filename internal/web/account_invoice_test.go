package web_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"kontor/internal/web"
	"kontor/tests/shoptest"
)

// F23, D2: customers find the invoices of their orders in the account, and get the bytes
// that were issued; for anybody else these invoices do not exist.
func TestF23_D2_CustomersDownloadTheirInvoices(t *testing.T) {
	t.Parallel()
	const route = "/api/konto/rechnungen/"
	s := shoptest.Start(t, shoptest.SignIn(), shoptest.Web(func(o *web.Options) { o.Seller.VATID = "DE123456789" }))
	admin, c, other := s.Operator(), s.Customer("google", anna), s.Customer("google", berta)
	c.PostOrder(shoptest.Order()).Want(http.StatusCreated)
	other.PostOrder(shoptest.Order(shoptest.Email(anna.Email))).Want(http.StatusCreated)
	s.Visitor().PostOrder(shoptest.Order(shoptest.Email(anna.Email))).Want(http.StatusCreated)
	if page := c.Get("/konto/").Want(200).Text(); strings.Contains(page, route) {
		t.Error("the account has an invoice before one is issued")
	}
	for id := 1; id <= 3; id++ {
		admin.Patch(fmt.Sprintf("%s/%d", ordersPath, id), `{"status":"bezahlt"}`).Want(200)
		issued(admin, id)
	}
	admin.Post(ordersPath+"/1/rechnungen", `{"art":"korrektur","betrag":1}`).Want(201)

	page := c.Get("/konto/").Want(200).Text()
	links := regexp.MustCompile(`href="/api/konto/rechnungen/([^"?]+)[^"]*">([^<]+)<`).FindAllStringSubmatch(page, -1)
	var found []string
	for _, link := range links {
		found = append(found, link[1]+" "+link[2])
		got := c.Get(route + link[1]).Want(200)
		if issued := admin.Get(ordersPath + "/1/rechnungen/" + link[1]).Want(200); got.Text() != issued.Text() || len(got.Text()) < 1000 {
			t.Errorf("%s is another file than the one that was issued", link[1])
		}
	}
	want := "RE-2026-00001 Rechnung RE-2026-00001 (PDF), RE-2026-00001.xml XML, RE-2026-00004 Rechnungskorrektur RE-2026-00004 (PDF), RE-2026-00004.xml XML"
	if got := strings.Join(found, ", "); got != want {
		t.Errorf("the account has %s, want %s", got, want)
	}
	wantDownload(t, c.Get(route+"RE-2026-00001").Want(200), "rechnung-RE-2026-00001.pdf", "application/pdf")
	wantDownload(t, c.Get(route+"RE-2026-00001.xml").Want(200), "rechnung-RE-2026-00001.xml", "application/xml")

	const gone = "Rechnung nicht gefunden."
	for _, number := range []string{"RE-2026-00002", "RE-2026-00002.xml", "RE-2026-00003", "RE-2026-00005", "x", ".xml", "%27"} {
		c.Get(route+number).WantError(404, gone)
	}
	other.Get(route+"RE-2026-00001").WantError(404, gone)
	s.Visitor().Get(route+"RE-2026-00001").WantError(http.StatusUnauthorized, notSignedIn)
	for path, text := range map[string]string{"/konto/": "Diese Rechnung gibt es in Ihrem Konto nicht.", "/en/konto/": "There is no such invoice in your account."} {
		refused := other.Get(route+"RE-2026-00001?weiter="+path, "Accept: text/html").Want(404)
		if page := refused.Text(); !strings.Contains(page, text) || refused.Header.Get("Content-Disposition") != "" {
			t.Errorf("%s: %s", path, page)
		}
	}
	if cache := c.Get(route + "RE-2026-00001").Header.Get("Cache-Control"); !strings.Contains(cache, "no-store") && !strings.Contains(cache, "private") {
		t.Errorf("others may keep it: %q", cache)
	}
}
