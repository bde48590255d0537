package web_test

import (
	"encoding/json"
	"encoding/xml"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"kontor/internal/demo"
	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
	"kontor/tests/shoptest"
)

func inFour(de, en, fr, it string) map[shop.Language]string {
	return map[shop.Language]string{"de": de, "en": en, "fr": fr, "it": it}
}

// stockVariants adds a maker, a group of three yarns of which the last is not sold, and
// a paint with warnings, to a shop with the demonstration's catalogue. The second yarn
// says nothing but its name and colour, and is reduced.
func stockVariants(t *testing.T, s *shoptest.Shop) {
	t.Helper()
	ctx := t.Context()
	must := func(err error) {
		if err != nil {
			t.Helper()
			t.Fatal(err)
		}
	}
	_, err := s.DB.CreateMaker(ctx, catalogue.Maker{
		Slug: "spinnerei", Name: "Spinnerei Beispiel", Brand: "Beispielgarn", Address: "Am Bach 1\n12345 Beispielstadt", Contact: "post@example.org",
		Country: "CH", EUName: "Vertretung Beispiel", EUAddress: "Hafen 2, 20457 Hamburg", EUContact: "https://example.org/eu",
	})
	must(err)
	_, err = s.DB.CreateGroup(ctx, catalogue.Group{Slug: "lace", Names: inFour("Lacegarn, 50 g", "Lace yarn, 50 g", "", "Filato lace, 50 g"), Feature1: "farbe"})
	must(err)
	yarn := func(slug string, place int64, price float64, de, en, fr, it string) catalogue.Product {
		return catalogue.Product{
			Slug: slug, CategorySlug: "wolle", Price: price, UnitPrice: price * 20, Unit: "1 kg", Active: true,
			Names: inFour("Lacegarn "+de+", 50 g", "Lace yarn "+en+", 50 g", "Fil dentelle "+fr+", 50 g", "Filato lace "+it+", 50 g"),
			Facts: catalogue.Facts{
				Content: catalogue.Content{Amount: 50, Unit: "g"}, Minimum: 1, Safety: catalogue.SafetyOpen,
				Group: "lace", Place: place, Feature1: inFour(de, en, fr, it),
			},
		}
	}
	first := yarn("lace-rost", 1, 7.95, "Rost", "Rust", "Rouille", "Ruggine")
	first.Maker, first.Number, first.GTIN = "spinnerei", "LG-17", "4006381333931"
	first.Fibres = []catalogue.Share{{Fibre: "schurwolle", Percent: 75}, {Fibre: "seide", Percent: 25}}
	first.Safety = catalogue.SafetyNone
	first.Texts = &catalogue.Texts{Description: inFour("Ein **feines** Garn für Tücher.\n\n- weich\n- leicht\n\n<script>alert(1)</script>", "A **fine** yarn for shawls.", "", "")}
	second := yarn("lace-moos", 2, 6.95, "Moos", "Moss", "Mousse", "Muschio")
	gone := yarn("lace-nacht", 3, 1.95, "Nacht", "Night", "Nuit", "Notte")
	gone.Active = false
	paint := catalogue.Product{
		Slug: "beize", CategorySlug: "farben", Price: 12.5, UnitPrice: 50, Unit: "1 l", Active: true, Names: inFour("Beize", "Wood stain", "Teinture", "Mordente"),
		Facts: catalogue.Facts{
			Content: catalogue.Content{Amount: 250, Unit: "ml"}, Minimum: 2, Safety: catalogue.SafetyGiven, Hazards: []string{"GHS02", "GHS07"}, Signal: "achtung",
		},
		Texts: &catalogue.Texts{Warnings: inFour("Von Flammen fernhalten.", "", "", "")},
	}
	s.Stock(first, second, gone, paint)
	s.Clock.Advance(time.Hour)
	operator := s.Operator()
	operator.Patch("/api/verwaltung/produkte/lace-moos", shoptest.Body{"preis": 5.95, "ermaessigt": true}).Want(http.StatusOK)
	operator.Post("/api/verwaltung/produkte/lace-moos/bild", photoFile(t, 60), fileType).Want(http.StatusOK)
}

func wantTexts(t *testing.T, what, text string, wanted ...string) {
	t.Helper()
	for _, want := range wanted {
		if !strings.Contains(text, want) {
			t.Errorf("%s lacks %q", what, want)
		}
	}
}

func wantNone(t *testing.T, what, text string, unwanted ...string) {
	t.Helper()
	for _, word := range unwanted {
		if strings.Contains(text, word) {
			t.Errorf("%s has %q", what, word)
		}
	}
}

// A product's page says all that is known, a variant also what the first one says, and
// in German what nobody has translated. Rules: P28.
func TestP28_ProductPageSaysWhatIsKnown(t *testing.T) {
	t.Parallel()
	s := demoShop(t)
	stockVariants(t, s)
	visitor := s.Anonymous()
	page := visitor.Get("/en/produkt/lace-moos").Want(http.StatusOK).Text()
	wantTexts(t, "the variant", page, "Lace yarn Moss, 50 g", "<strong>fine</strong>", "75\u00a0% virgin wool, 25\u00a0% silk", "Spinnerei Beispiel", "12345 Beispielstadt",
		`href="mailto:post@example.org"`, `href="https://example.org/eu"`, "This product needs no warnings.", "<s>€6.95</s>", "€119.00",
		`href="/en/produkt/lace-rost">Rust</a>`, `aria-current="page">Moss</a>`)
	wantNone(t, "the variant", page, "LG-17", "Night", "lace-nacht", "alert(1)")
	page = visitor.Get("/fr/produkt/lace-rost").Text()
	wantTexts(t, "in French", page, `<div class="written" lang="de"><p>Ein <strong>feines</strong>`, "75\u00a0% laine vierge", "LG-17", "4006381333931")
	page = visitor.Get("/it/produkt/beize").Text()
	wantTexts(t, "the stain", page, `<p lang="de">Von Flammen fernhalten.</p>`, "Attenzione", "Infiammabile (GHS02)", "Quantità minima: 2", `value="2" data-least="2"`, "250 ml")
	s.Stock(catalogue.Product{Slug: "karg", CategorySlug: "wolle", Price: 1, Active: true, Names: inFour("Karg", "Bare", "Nu", "Nudo"), Facts: catalogue.Facts{Minimum: 1, Safety: catalogue.SafetyOpen}})
	page = visitor.Get("/produkt/karg").Want(http.StatusOK).Text()
	wantNone(t, "a product without facts", page, "Beschreibung", "Eigenschaften", "Sicherheit und Hersteller")
	visitor.Get("/produkt/lace-nacht").Want(http.StatusNotFound)
}

// The catalogue shows a group once, and its category has a page.
func TestP25_GroupsAndCategories(t *testing.T) {
	t.Parallel()
	s := demoShop(t)
	stockVariants(t, s)
	visitor := s.Anonymous()
	page := visitor.Get("/kategorie/wolle/").Want(http.StatusOK)
	if got := shown(page); len(got) != 5 || !slices.Contains(got, "lace-moos") || slices.Contains(got, "lace-rost") {
		t.Errorf("the category shows %v", got)
	}
	wantTexts(t, "the category", page.Text(), "<h1>Wolle und Garn</h1>", "2 Farben,", "ab 5,95", "Lacegarn, 50 g", `<link rel="canonical" href="`+s.URL+`/kategorie/wolle/">`)
	wantTexts(t, "in French", visitor.Get("/fr/kategorie/wolle/").Text(), "Laine et fil", `<span class="name" lang="de">Lacegarn, 50 g</span>`)
	wantTexts(t, "the old address", visitor.Get("/?kategorie=wolle").Text(), `<link rel="canonical" href="`+s.URL+`/kategorie/wolle/">`)
	wantTexts(t, "sorted", visitor.Get("/kategorie/wolle/?sortierung=preis").Text(), `<meta name="robots" content="noindex">`)
	wantTexts(t, "found", visitor.Get("/?q=wolle").Text(), `<meta name="robots" content="noindex">`)
	visitor.Get("/kategorie/gibtsnicht/").Want(http.StatusNotFound)
	visitor.Get("/kategorie/wolle").Want(http.StatusPermanentRedirect)
}

var dataBlock = regexp.MustCompile(`(?s)<script type="application/ld\+json">(.*?)</script>`)

type linkedData struct {
	Graph []struct {
		Type        string `json:"@type"`
		Name, URL   string
		Description string
		Gtin, Mpn   string
		Color, Size string
		Material    string
		Brand       struct{ Name string }
		Image       []string
		Offers      struct {
			Price, PriceCurrency, Availability string
			PriceSpecification                 []struct {
				Price, PriceType  string
				ReferenceQuantity struct{ UnitCode string }
			}
			ShippingDetails []any
		}
		IsVariantOf struct {
			ProductGroupID string
			HasVariant     []struct{ URL string }
		}
	} `json:"@graph"`
}

// P25: page, linked data, feed and basket say the same of a product.
func TestP25_MachinesReadWhatPagesSay(t *testing.T) {
	t.Parallel()
	s := demoShop(t)
	stockVariants(t, s)
	visitor := s.Anonymous()
	page := visitor.Get("/produkt/lace-moos").Want(http.StatusOK).Text()
	var data linkedData
	if err := json.Unmarshal([]byte(dataBlock.FindStringSubmatch(page)[1]), &data); err != nil || len(data.Graph) != 3 {
		t.Fatalf("linked data: %v, %d parts", err, len(data.Graph))
	}
	item := data.Graph[0]
	if item.Name != "Lacegarn Moos, 50 g" || item.URL != s.URL+"/produkt/lace-moos" || item.Color != "Moos" || item.Material != "75\u00a0% Schurwolle, 25\u00a0% Seide" ||
		item.Offers.Price != "5.95" || item.Offers.PriceCurrency != "EUR" || len(item.Offers.PriceSpecification) != 2 ||
		item.Offers.PriceSpecification[0].Price != "119.00" || item.Offers.PriceSpecification[0].ReferenceQuantity.UnitCode != "KGM" ||
		item.Offers.PriceSpecification[1].Price != "6.95" || item.IsVariantOf.ProductGroupID != "lace" || len(item.IsVariantOf.HasVariant) != 1 {
		t.Errorf("linked data: %+v", item)
	}
	wantTexts(t, "the head", page, `<meta name="description" content="Ein feines Garn für Tücher.">`, `<meta property="og:image" content="`+item.Image[0]+`">`)
	rows := table(t, visitor.Get("/feeds/google-de.tsv"))
	if len(rows) != 1 {
		t.Fatalf("the feed has %d products, but only one has an own picture", len(rows))
	}
	row := rows["lace-moos"]
	for column, want := range map[string]string{
		"id": "lace-moos", "title": item.Name, "link": item.URL, "price": "6.95 EUR", "sale_price": "5.95 EUR", "color": "Moos",
		"item_group_id": "lace", "unit_pricing_measure": "50 g", "unit_pricing_base_measure": "1 kg", "availability": "in_stock",
		"product_type": "Wolle und Garn", "image_link": item.Image[0], "identifier_exists": "no",
	} {
		if row[column] != want {
			t.Errorf("the feed's %s is %q, want %q", column, row[column], want)
		}
	}
	var priced struct{ Artikel []struct{ Preis float64 } }
	visitor.Post("/api/warenkorb", shoptest.Body{"land": "de", "artikel": []any{shoptest.Body{"slug": "lace-moos", "menge": 1}}}).Into(&priced)
	if len(priced.Artikel) != 1 || priced.Artikel[0].Preis != 5.95 {
		t.Errorf("the basket: %+v", priced)
	}
}

// The sitemaps name every page that sells, in each language, and nothing else.
func TestP25_Sitemaps(t *testing.T) {
	t.Parallel()
	s := demoShop(t)
	stockVariants(t, s)
	visitor := s.Anonymous()
	index := visitor.Get("/sitemap.xml").Want(http.StatusOK).Text()
	wantTexts(t, "the index", index, s.URL+"/sitemap-de.xml", s.URL+"/sitemap-it.xml")
	var list struct {
		URLs []struct {
			Loc     string `xml:"loc"`
			Lastmod string `xml:"lastmod"`
			Links   []struct {
				Href string `xml:"href,attr"`
			} `xml:"link"`
		} `xml:"url"`
	}
	if err := xml.Unmarshal(visitor.Get("/sitemap-fr.xml").Want(http.StatusOK).Body, &list); err != nil {
		t.Fatal(err)
	}
	if len(list.URLs) != 1+len(demo.Categories())+len(demo.Products())+3 {
		t.Errorf("%d pages", len(list.URLs))
	}
	for _, page := range list.URLs {
		if len(page.Links) != 4 || !strings.HasPrefix(page.Loc, s.URL+"/fr/") || strings.Contains(page.Loc, "nacht") {
			t.Errorf("page %+v", page)
		}
		if strings.Contains(page.Loc, "/produkt/") != (page.Lastmod != "") {
			t.Errorf("%s changed on %q", page.Loc, page.Lastmod)
		}
	}
	visitor.Get(strings.TrimPrefix(list.URLs[3].Loc, s.URL)).Want(http.StatusOK)
	robots := visitor.Get("/robots.txt").Want(http.StatusOK).Text()
	wantTexts(t, "robots.txt", robots, "Disallow: /api/\n", "Disallow: /fr/kasse/\n", "Sitemap: "+s.URL+"/sitemap.xml")
	if icon := visitor.Get("/favicon.ico").Want(http.StatusOK); icon.Header.Get("Content-Type") != "image/x-icon" {
		t.Error("the icon is none")
	}
	if got := visitor.Get("/").Header.Get("X-Robots-Tag"); got != "" {
		t.Errorf("a public shop is hidden: %s", got)
	}
}

// P26: a closed shop shows machines nothing.
func TestP26_ClosedShopIsNotFound(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	visitor := s.Anonymous()
	for _, path := range []string{
		"/robots.txt", "/sitemap.xml", "/sitemap-de.xml", "/feeds/google-de.tsv", "/favicon.ico", "/kategorie/wolle/", "/api/suche?q=wolle", "/zugang/", "/healthz",
	} {
		got := visitor.Get(path)
		open := path == "/zugang/" || path == "/healthz"
		if open != (got.Status == http.StatusOK) {
			t.Errorf("%s: %d", path, got.Status)
		}
		if got.Header.Get("X-Robots-Tag") != "noindex" {
			t.Errorf("%s may be listed", path)
		}
	}
	s.Visitor().Get("/robots.txt").Want(http.StatusOK)
}
