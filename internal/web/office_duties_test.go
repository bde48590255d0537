package web_test

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"kontor/internal/shop/catalogue"
	"kontor/internal/web"
	"kontor/tests/shoptest"
)

// strictShop is one that puts no product on sale without what the law demands, with a
// maker, a category and a product that has all of it, but is not sold.
func strictShop(t *testing.T) (*shoptest.Shop, *shoptest.Client) {
	t.Helper()
	s := shoptest.Start(t, shoptest.Web(func(o *web.Options) { o.Shop.Catalogue.Strict = true }))
	admin := s.Operator()
	for path, body := range map[string]shoptest.Body{
		"kategorien": {"slug": "wolle", "name_de": "Wolle", "textil": true, "grundpreis_art": "g"},
		"hersteller": {"slug": "spinnerei", "name": "Spinnerei", "anschrift": "Weg 1, 04109 Leipzig", "kontakt": "post@spinnerei.test", "land": "DE"},
	} {
		admin.Post("/api/verwaltung/"+path, body).Want(http.StatusCreated)
	}
	admin.Post(productsPath, completeProduct("garn")).Want(http.StatusCreated)
	admin.Post(productsPath+"/garn/bild", photoFile(t, 60), fileType).Want(http.StatusOK)
	return s, admin
}

func completeProduct(slug string) shoptest.Body {
	return shoptest.Body{
		"slug": slug, "name_de": "Garn", "name_en": "Yarn", "name_fr": "Fil", "name_it": "Filo", "kategorie_slug": "wolle", "preis": 4.9, "aktiv": false,
		"hersteller": "spinnerei", "fasern": []any{shoptest.Body{"faser": "wolle", "prozent": 100}}, "inhalt": 50, "inhalt_einheit": "g",
		"sicherheit": "angegeben", "warnhinweise_de": "Kleinteile.",
	}
}

// P22: each missing duty alone refuses that a product is put on sale, and is named; one
// that has an exemption is sold all the same. What is on sale stays there, whatever is
// changed of it.
func TestP22_MissingDutiesRefuseASale(t *testing.T) {
	t.Parallel()
	_, admin := strictShop(t)
	product, maker, on, off := productsPath+"/garn", "/api/verwaltung/hersteller/spinnerei", shoptest.Body{"aktiv": true}, shoptest.Body{"aktiv": false}
	for _, lack := range []struct {
		path       string
		lack, mend shoptest.Body
		refused    string
	}{
		{product, shoptest.Body{"hersteller": ""}, shoptest.Body{"hersteller": "spinnerei"}, "Hersteller"},
		{maker, shoptest.Body{"anschrift": ""}, shoptest.Body{"anschrift": "Weg 1"}, "Anschrift und Kontakt des Herstellers"},
		{maker, shoptest.Body{"kontakt": ""}, shoptest.Body{"kontakt": "post@spinnerei.test"}, "Anschrift und Kontakt des Herstellers"},
		{maker, shoptest.Body{"land": "CN"}, shoptest.Body{"land": "DE"}, "verantwortliche Person in der EU"},
		{product, shoptest.Body{"sicherheit": "offen"}, shoptest.Body{"sicherheit": "angegeben"}, "Angabe zur Sicherheit"},
		{product, shoptest.Body{"warnhinweise_de": ""}, shoptest.Body{"warnhinweise_de": "Kleinteile."}, "Warnhinweise"},
		{product, shoptest.Body{"fasern": []any{}}, shoptest.Body{"fasern": []any{shoptest.Body{"faser": "seide", "prozent": 100}}}, "Faserzusammensetzung"},
		{product, shoptest.Body{"inhalt": nil, "inhalt_einheit": nil}, shoptest.Body{"inhalt": 50, "inhalt_einheit": "g"}, "Inhalt für den Grundpreis"},
		{product, shoptest.Body{"preis": 0}, shoptest.Body{"preis": 4.9}, "Preis"},
	} {
		admin.Patch(lack.path, lack.lack).Want(http.StatusOK)
		admin.Patch(product, on).WantError(http.StatusConflict, "Zum Verkauf fehlen: "+lack.refused+".")
		admin.Patch(productsPath, shoptest.Body{"slugs": []string{"garn"}, "aendern": on}).WantError(http.StatusConflict, "„garn“: Zum Verkauf fehlen: "+lack.refused+".")
		admin.Patch(lack.path, lack.mend).Want(http.StatusOK)
	}
	admin.Delete(product + "/bild").Want(http.StatusOK)
	admin.Patch(product, on).WantError(http.StatusConflict, "Zum Verkauf fehlen: eigenes Bild.")
	refused := completeProduct("garn-zwei")
	refused["aktiv"], refused["hersteller"] = true, ""
	admin.Post(productsPath, refused).WantError(http.StatusConflict, "Zum Verkauf fehlen: eigenes Bild, Hersteller.")

	admin.Patch(product, shoptest.Body{"aktiv": true, "pflichten_ausnahme": "Einzelstück vom Flohmarkt"}).Want(http.StatusOK)
	admin.Patch(product, shoptest.Body{"pflichten_ausnahme": "", "sicherheit": "offen", "preis": 5.9}).Want(http.StatusOK)
	if now := admin.Get(product).JSON()["produkt"].(map[string]any); now["aktiv"] != true {
		t.Error("a product on sale is hidden")
	}
	admin.Patch(product, off).Want(http.StatusOK)
	admin.Patch(product, on).Want(http.StatusConflict)
}

// P22: a shop that is not strict sells the product, and says what it lacks.
func TestP22_OtherShopsAreHinted(t *testing.T) {
	t.Parallel()
	admin := shoptest.Start(t).Operator()
	sold := completeProduct("garn")
	sold["aktiv"], sold["hersteller"], sold["kategorie_slug"] = true, "", "garn"
	if hints := admin.Post(productsPath, sold).Want(http.StatusCreated).Text(); !strings.Contains(hints, `"Zum Verkauf fehlen noch: eigenes Bild, Hersteller."`) {
		t.Error(hints)
	}
}

// Lists show what lacks something, and what a variant inherits counts.
func TestListsShowWhatProductsLack(t *testing.T) {
	t.Parallel()
	s, admin := strictShop(t)
	admin.Post("/api/verwaltung/produktgruppen", shoptest.Body{"slug": "farben", "name_de": "Farben"}).Want(http.StatusCreated)
	admin.Patch(productsPath+"/garn", shoptest.Body{"gruppe": "farben", "gruppe_position": 1, "beschreibung_de": "Weich."}).Want(http.StatusOK)
	variant := completeProduct("garn-rot")
	maps.Copy(variant, shoptest.Body{"gruppe": "farben", "gruppe_position": 2, "hersteller": "", "fasern": []any{}, "sicherheit": "offen", "warnhinweise_de": ""})
	admin.Post(productsPath, variant).Want(http.StatusCreated)
	admin.Patch(productsPath+"/garn", shoptest.Body{"bestseller_label": true}).Want(http.StatusOK)
	for query, want := range map[string][]string{
		"fehlt=pflicht": {"garn-rot"}, "fehlt=bild": {"garn-rot"}, "fehlt=hersteller": nil, "fehlt=fasern": nil, "fehlt=warnhinweise": nil,
		"fehlt=beschreibung": nil, "fehlt=uebersetzung": {"garn", "garn-rot"}, "fehlt=gtin&limit=1": {"garn"}, "fehlt=gtin&limit=1&cursor=garn": {"garn-rot"},
		"fehlt=etikett":       {"garn"},
		"gruppe=farben&q=rot": {"garn-rot"}, "hersteller=spinnerei": {"garn"}, "kategorie=stoffe": nil,
	} {
		var got []string
		for _, p := range admin.Get(productsPath + "?" + query).Want(http.StatusOK).JSON()["produkte"].([]any) {
			got = append(got, p.(map[string]any)["slug"].(string))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", query, got, want)
		}
	}
	s.Visitor().PostOrder(shoptest.Order(shoptest.Set("artikel", []any{shoptest.Body{"slug": "garn", "name": "Garn", "menge": 1, "preis": 22.2}}))).
		Want(http.StatusCreated)
	admin.Patch("/api/verwaltung/orders/1", shoptest.Body{"status": "bezahlt"}).Want(http.StatusOK)
	if left := admin.Get(productsPath + "?fehlt=etikett").JSON()["produkte"].([]any); len(left) != 0 {
		t.Errorf("the label of a best seller is pointed out: %v", left)
	}
	whole, err := catalogue.New(s.DB, s.Clock.Now).Complete(t.Context(), "garn-rot")
	if err != nil || whole.Maker != "spinnerei" || whole.Texts.Description["de"] != "Weich." || whole.Texts.Warnings["de"] != "Kleinteile." {
		t.Errorf("as shoppers see it: %+v, %+v, %v", whole.Facts, whole.Texts, err)
	}
	admin.Get(productsPath + "?fehlt=alles").Want(http.StatusBadRequest)
	admin.Post(productsPath+"/garn-rot/bild", photoFile(t, 90), fileType).Want(http.StatusOK)
	admin.Patch(productsPath+"/garn-rot", shoptest.Body{"aktiv": true}).Want(http.StatusOK)
}
