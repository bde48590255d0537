package web_test

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kontor/internal/demo"
	"kontor/internal/shop"
	"kontor/tests/shoptest"
)

// storefront starts a public shop with the demonstration's catalogue.
func storefront(t *testing.T, options ...shoptest.Option) *shoptest.Shop {
	t.Helper()
	shop := shoptest.Start(t, append([]shoptest.Option{shoptest.Public()}, options...)...)
	shop.Stock(demo.Products()...)
	return shop
}

var cardSlug = regexp.MustCompile(`<li class="card" data-slug="([^"]+)">`)

// shown returns the slugs of the products on a page, in their order.
func shown(page shoptest.Answer) []string {
	var slugs []string
	for _, match := range cardSlug.FindAllStringSubmatch(page.Text(), -1) {
		slugs = append(slugs, match[1])
	}
	return slugs
}

func TestCatalogueShowsWhatIsAskedFor(t *testing.T) {
	t.Parallel()
	shop := storefront(t)
	visitor := shop.Anonymous()
	for path, want := range map[string][]string{
		"/?kategorie=farben&sortierung=preis":       {"stoffmalfarbe-indigo", "acrylfarben-set", "kreidefarbe-salbei", "aquarellkasten-12"},
		"/?q=knoepfe":                               {"holzknoepfe-olive", "perlmuttknoepfe", "holzperlen-natur", "reissverschluss-messing"},
		"/fr/?q=merinos":                            {"merinowolle-petrol"},
		"/en/?q=sock+yarn&kategorie=wolle&seite=99": {"sockenwolle-herbstwald"},
		"/it/?q=<script>":                           nil,
		"/?kategorie=gibtsnicht":                    nil,
	} {
		if got := shown(visitor.Get(path).Want(http.StatusOK)); !slices.Equal(got, want) {
			t.Errorf("%s shows %v, want %v", path, got, want)
		}
	}
	if got := len(shown(visitor.Get("/"))); got != 26 {
		t.Errorf("%d products on the first page", got)
	}
}

// Spec: GET /api/bestseller, rule 6.
func TestBestsellerFilterShowsTheRank(t *testing.T) {
	t.Parallel()
	shop := storefront(t)
	for i, slug := range []string{"bastelkleber", "merinowolle-petrol", "schneidematte-a3"} {
		shop.Visitor().PostOrder(shoptest.Order(shoptest.Items(shoptest.Item(slug, float64(i+1), 5)))).Want(http.StatusCreated)
	}
	operator := shop.Operator()
	for _, id := range []string{"1", "2"} {
		operator.Patch("/api/verwaltung/orders/"+id, shoptest.Body{"status": "bezahlt"}).Want(http.StatusOK)
	}
	var rank struct{ Bestseller []string }
	shop.Anonymous().Get("/api/bestseller").Into(&rank)
	want := []string{"merinowolle-petrol", "bastelkleber"} // the third is not paid
	if got := shown(shop.Anonymous().Get("/en/?bestseller=1")); !slices.Equal(got, want) || !slices.Equal(rank.Bestseller, want) {
		t.Errorf("page %v, API %v, want %v", got, rank.Bestseller, want)
	}
	cards := shop.Anonymous().Get("/karten/?slug=schneidematte-a3&slug=gibtsnicht&slug=bastelkleber").Want(http.StatusOK)
	if got := shown(cards); !slices.Equal(got, []string{"schneidematte-a3", "bastelkleber"}) {
		t.Errorf("cards %v", got)
	}
}

func TestCatalogueTurnsPages(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t, shoptest.Public())
	for i := range 50 {
		p := demo.Products()[0]
		p.Slug += "-" + strings.Repeat("a", i+1)
		p.Group = ""
		shop.Stock(p)
	}
	first, second := shop.Anonymous().Get("/en/?q=merino"), shop.Anonymous().Get("/en/?q=merino&seite=2")
	if len(shown(first)) != 48 || len(shown(second)) != 2 {
		t.Errorf("%d and %d products", len(shown(first)), len(shown(second)))
	}
	if !strings.Contains(first.Text(), `href="/en/?q=merino&amp;seite=2"`) || strings.Contains(second.Text(), `rel="next"`) ||
		!strings.Contains(second.Text(), `href="/en/?q=merino"`) {
		t.Error("the pages do not lead to each other")
	}
}

// Rules: H14, S1. What the operator or a visitor writes stays text.
func TestH14_S1_HostileTextsStayTexts(t *testing.T) {
	t.Parallel()
	const hostile = `<img src=x onerror=alert(1)>"'</script>`
	s := shoptest.Start(t, shoptest.Public())
	product := demo.Products()[0]
	product.Names = map[shop.Language]string{"de": hostile, "en": hostile, "fr": hostile, "it": hostile}
	s.Stock(product)
	for _, path := range []string{
		"/", "/fr/?q=%3Cimg+src%3Dx+onerror%3Dalert(1)%3E", "/produkt/" + product.Slug, "/karten/?slug=" + product.Slug,
		"/?kategorie=%22%3E%3Cscript%3Ealert(1)%3C/script%3E", "/?sortierung=%22onload=%22alert(1)",
		"/gibtsnicht/%3Cscript%3Ealert(1)%3C/script%3E",
	} {
		page := s.Anonymous().Get(path).Text()
		for _, word := range []string{"<img src=x", "<script>alert", `"onload=`} {
			if strings.Contains(page, word) {
				t.Errorf("%s contains %q", path, word)
			}
		}
	}
}

func TestUnknownPagesSpeakTheLanguage(t *testing.T) {
	t.Parallel()
	shop := storefront(t)
	for path, want := range map[string]string{
		"/gibtsnicht": "Diese Seite gibt es nicht.", "/en/produkt/gibtsnicht": "This page does not exist.",
		"/fr/x/y": "Cette page n’existe pas.", "/it/produkt/": "Questa pagina non esiste.",
	} {
		page := shop.Anonymous().Get(path).Want(http.StatusNotFound)
		if !strings.Contains(page.Text(), want) || page.Code() != "nicht_gefunden" {
			t.Errorf("%s says %q", path, page.Text())
		}
	}
}

func TestPagesNameTheirOtherLanguages(t *testing.T) {
	t.Parallel()
	shop := storefront(t)
	page := shop.Anonymous().Get("/fr/produkt/bastelkleber").Want(http.StatusOK).Text()
	for _, want := range []string{
		`<html lang="fr"`, `hreflang="de" href="` + shop.URL + `/produkt/bastelkleber"`,
		`hreflang="it" href="` + shop.URL + `/it/produkt/bastelkleber"`, `hreflang="x-default"`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("%s is missing", want)
		}
	}
	if !strings.Contains(shop.Anonymous().Get("/en/?q=wool&kategorie=wolle").Text(), `href="/it/?kategorie=wolle&amp;q=wool"`) {
		t.Error("the language switch loses the place")
	}
}

func TestPicturesAndFilesOfTheStorefront(t *testing.T) {
	t.Parallel()
	visitor := storefront(t).Anonymous()
	picture := visitor.Get("/bilder/wolle/merinowolle-petrol.svg").Want(http.StatusOK)
	if picture.Header.Get("Content-Type") != "image/svg+xml; charset=utf-8" || picture.Header.Get("ETag") == "" {
		t.Errorf("picture with %v", picture.Header)
	}
	for _, path := range []string{"/bilder/wolle/x.png", "/bilder/wolle/" + strings.Repeat("a", 200) + ".svg", "/assets/x/gibtsnicht.js"} {
		visitor.Get(path).Want(http.StatusNotFound)
	}
	address := regexp.MustCompile(`/assets/[0-9a-f]+/shop\.js`).FindString(visitor.Get("/").Text())
	for path, policy := range map[string]string{address: "public, max-age=31536000, immutable", "/assets/older/shop.js": "no-store"} {
		file := visitor.Get(path).Want(http.StatusOK)
		if file.Header.Get("Cache-Control") != policy || file.Header.Get("Content-Type") != "text/javascript; charset=utf-8" {
			t.Errorf("%s with %v", path, file.Header)
		}
	}
	visitor.Get("/en").Want(http.StatusPermanentRedirect)
}

// inLanguage is the address of a page in a language.
func inLanguage(language shop.Language, path string) string {
	if language == "de" {
		return path
	}
	return "/" + string(language) + path
}
