package web_test

import (
	"encoding/csv"
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
	"kontor/tests/shoptest"
)

// table reads a market's feed: its rows by the slugs of products.
func table(t *testing.T, feed shoptest.Answer) map[string]map[string]string {
	t.Helper()
	reader := csv.NewReader(strings.NewReader(feed.Want(http.StatusOK).Text()))
	reader.Comma = '\t'
	lines, err := reader.ReadAll() // refuses lines of different lengths
	if err != nil {
		t.Fatal(err)
	}
	rows := make(map[string]map[string]string)
	for _, line := range lines[1:] {
		row := make(map[string]string)
		for i, column := range lines[0] {
			row[column] = line[i]
		}
		rows[row["id"]] = row
	}
	return rows
}

var canonical = regexp.MustCompile(`<link rel="canonical" href="([^"]*)">`)

// What shows the same as another page names that one, in each language; what was
// searched, sorted or filtered, and what is one visitor's own, is not to be listed.
func TestP25_PagesSayWhatIsListed(t *testing.T) {
	t.Parallel()
	s := demoShop(t)
	visitor := s.Anonymous()
	for _, language := range shop.Languages {
		for path, main := range map[string]string{
			"/": "/", "/kategorie/wolle/": "/kategorie/wolle/", "/?kategorie=wolle": "/kategorie/wolle/", "/kategorie/wolle/?seite=9": "/kategorie/wolle/",
			"/produkt/bastelkleber": "/produkt/bastelkleber", "/produkt/bastelkleber?woher=feed": "/produkt/bastelkleber", "/versand/": "/versand/",
			"/?q=wolle": "", "/?sortierung=preis": "", "/?bestseller=1": "", "/?lieferbar=1": "", "/kategorie/wolle/?bestseller=1": "", "/kategorie/wolle/?sortierung=name": "",
			"/warenkorb/": "", "/kasse/": "", "/konto/": "",
		} {
			path, name := inLanguage(language, path), ""
			page := visitor.Get(path).Want(http.StatusOK).Text()
			if found := canonical.FindStringSubmatch(page); found != nil {
				name = found[1]
			}
			hidden, others := strings.Contains(page, `<meta name="robots" content="noindex">`), strings.Count(page, `<link rel="alternate" hreflang=`)
			switch {
			case main == "":
				if !hidden || name != "" || others != 0 || strings.Contains(page, `property="og:`) {
					t.Errorf("%s is to be listed as %q in %d languages", path, name, others)
				}
			case hidden || name != s.URL+inLanguage(language, main) || others != len(shop.Languages)+1 || !strings.Contains(page, `<meta property="og:url" content="`+name+`">`):
				t.Errorf("%s is to be listed as %q in %d languages, want %s", path, name, others, main)
			}
		}
	}
}

const hostile = `</script><script>hit=1</script>"'><!-- --!>{{.}} & \u003c`

// Hostile names and texts are nothing but texts in linked data, in the head and in
// feeds. Rules: P28.
func TestP28_HostileTextsAreInertForMachines(t *testing.T) {
	t.Parallel()
	s := demoShop(t)
	maker, err := s.DB.CreateMaker(t.Context(), catalogue.Maker{Slug: "boes", Name: hostile, Brand: hostile, Country: "DE"})
	if err != nil {
		t.Fatal(err)
	}
	group, err := s.DB.CreateGroup(t.Context(), catalogue.Group{Slug: "boese", Names: inFour(hostile, "", "", ""), Feature1: "laenge", Feature2: "staerke"})
	if err != nil {
		t.Fatal(err)
	}
	description := "Ein \"Absatz\tmit\" [Link](javascript:hit=1) </ScRiPt><script>hit=1</script>\nund Umbruch.\n\n\"noch einer"
	s.Stock(catalogue.Product{
		Slug: "boese-1", CategorySlug: "wolle", Price: 1, Active: true, Names: inFour(hostile, hostile, hostile, hostile),
		Facts: catalogue.Facts{
			Maker: maker.Slug, Number: "=1+1", Minimum: 1, Safety: catalogue.SafetyGiven, Group: group.Slug,
			Feature1: inFour(hostile, "", "", ""), Feature2: inFour("2,5 mm", "", "", ""),
		},
		Texts: &catalogue.Texts{Description: inFour(description, "", "", ""), Material: inFour(hostile, "", "", ""), Warnings: inFour(hostile, "", "", "")},
	})
	s.Operator().Post("/api/verwaltung/produkte/boese-1/bild", photoFile(t, 60), fileType).Want(http.StatusOK)
	visitor := s.Anonymous()
	plain := strings.Count(visitor.Get("/produkt/bastelkleber").Want(http.StatusOK).Text(), "<script")
	for _, language := range shop.Languages {
		page := visitor.Get(inLanguage(language, "/produkt/boese-1")).Want(http.StatusOK).Text()
		if got := strings.Count(page, "<script"); got != plain {
			t.Errorf("%s: %d scripts instead of %d", language, got, plain)
		}
		wantNone(t, string(language), page, "javascript:", "{{.}} & ")
		block := dataBlock.FindStringSubmatch(page)[1]
		var data linkedData
		if err := json.Unmarshal([]byte(block), &data); err != nil || strings.ContainsAny(block, "<>&") {
			t.Fatalf("%s: linked data: %v in %s", language, err, block)
		}
		if item := data.Graph[0]; item.Name != hostile || item.Material != hostile || item.Size != hostile+" / 2,5 mm" || item.Brand.Name != hostile {
			t.Errorf("%s: linked data: %+v", language, item)
		}
		row := table(t, visitor.Get("/feeds/google-"+string(language)+".tsv"))["boese-1"]
		if row["title"] != hostile || row["brand"] != hostile || row["size"] != hostile+" / 2,5 mm" || row["mpn"] != "=1+1" || !strings.HasSuffix(row["description"], `"noch einer`) {
			t.Errorf("%s: the feed: %q", language, row)
		}
	}
}

// A variant that says nothing itself is offered to markets with what the first one
// says, which need not be sold.
func TestP25_MarketsReadWhatVariantsInherit(t *testing.T) {
	t.Parallel()
	s := demoShop(t)
	stockVariants(t, s)
	operator, visitor := s.Operator(), s.Anonymous()
	for _, sold := range []bool{true, false} {
		operator.Patch("/api/verwaltung/produkte/lace-rost", shoptest.Body{"aktiv": sold}).Want(http.StatusOK)
		row := table(t, visitor.Get("/feeds/google-en.tsv"))["lace-moos"]
		for column, want := range map[string]string{
			"title": "Lace yarn Moss, 50 g", "description": "A fine yarn for shawls.", "brand": "Beispielgarn", "material": "virgin wool/silk", "color": "Moss",
			"link": s.URL + "/en/produkt/lace-moos", "mpn": "", "gtin": "", "identifier_exists": "no", "additional_image_link": "",
		} {
			if row[column] != want {
				t.Errorf("sold: %t: the feed's %s is %q, want %q", sold, column, row[column], want)
			}
		}
		wantTexts(t, "the page", visitor.Get("/en/produkt/lace-moos").Want(http.StatusOK).Text(), "<strong>fine</strong>", "Beispielgarn", `content="A fine yarn for shawls."`)
	}
}

// P25: what is sold out, and what is less than an order takes at least, is so for
// machines as well.
func TestP25_MachinesReadWhatIsLeft(t *testing.T) {
	t.Parallel()
	s := demoShop(t)
	stockVariants(t, s)
	operator, visitor := s.Operator(), s.Anonymous()
	operator.Patch("/api/verwaltung/produkte/lace-moos", shoptest.Body{"schnittware": true, "inhalt": 10, "inhalt_einheit": "cm", "mindestmenge": 3}).Want(http.StatusOK)
	for _, c := range []struct {
		pieces        any
		feed, offered string
	}{{0, "out_of_stock", "OutOfStock"}, {2, "out_of_stock", "OutOfStock"}, {3, "in_stock", "InStock"}, {nil, "in_stock", "InStock"}} {
		operator.Post("/api/verwaltung/produkte/lace-moos/bestand", shoptest.Body{"bestand": c.pieces}).Want(http.StatusOK)
		if got := table(t, visitor.Get("/feeds/google-de.tsv"))["lace-moos"]["availability"]; got != c.feed {
			t.Errorf("%v left: the feed says %q, want %q", c.pieces, got, c.feed)
		}
		wantTexts(t, "the page", visitor.Get("/produkt/lace-moos").Want(http.StatusOK).Text(), `"availability":"https://schema.org/`+c.offered+`"`)
		other := visitor.Get("/produkt/lace-rost").Want(http.StatusOK).Text()
		if named := strings.Contains(other, "Moos <small>Ausverkauft</small></a>"); named != (c.pieces == 0) {
			t.Errorf("%v left: the variant beside it is sold out: %t", c.pieces, named)
		}
	}
}
