package web_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"kontor/tests/shoptest"
)

// product returns a product as the administration shows it.
func shownProduct(admin *shoptest.Client, slug string) shoptest.Body {
	return admin.Get(productsPath + "/" + slug).Want(200).JSON()["produkt"].(map[string]any)
}

func TestProductFacts(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	admin := s.Operator()
	admin.Post(productsPath, newProduct+`,"hersteller":"spinnerei"}`).WantError(400, "Den Hersteller „spinnerei“ gibt es nicht.")
	admin.Post(makersPath, `{"slug":"spinnerei","name":"Spinnerei"}`).Want(201)
	admin.Post(groupsPath, `{"slug":"garn","name_de":"Garn","merkmal1":"farbe"}`).Want(201)
	facts := shoptest.Body{
		"hersteller": "spinnerei", "artikelnummer": "SP-1", "gtin": "4006381333931", "tierisch": true, "sicherheit": "angegeben",
		"fasern":   []any{map[string]any{"faser": "schurwolle", "prozent": 75.}, map[string]any{"faser": "polyamid", "prozent": 25.}},
		"gefahren": []any{"GHS02", "GHS07"}, "signalwort": "achtung", "gruppe": "garn", "gruppe_position": 2., "merkmal1_de": "Rot",
		"steuerklasse": "ermaessigt", "lieferzeit_tage": 5., "pflichten_ausnahme": "Einzelstück", "mindestmenge": 2., "beschreibung_de": "Weich.\n\nWaschbar.",
		"suchwoerter_fr": "tricot", "material_it": "corno", "warnhinweise_de": "Kleinteile.",
	}
	admin.Post(productsPath, newProduct+`}`).Want(201)
	admin.Patch(productsPath+"/garn-rot", facts).Want(200)
	whole := shownProduct(admin, "garn-rot")
	for name, want := range facts {
		if fmt.Sprint(whole[name]) != fmt.Sprint(want) {
			t.Errorf("%s is %v, want %v", name, whole[name], want)
		}
	}
	if said := whole["abgeleitet"].(map[string]any)["zusammensetzung_it"]; said != "75\u00a0% lana vergine, 25\u00a0% poliammidica" {
		t.Errorf("composed of %q", said)
	}

	// An answer may be sent back, even with its computed fields altered.
	whole["abgeleitet"] = map[string]any{"preis_vorher": 99}
	admin.Patch(productsPath+"/garn-rot", whole).Want(200)
	again := shownProduct(admin, "garn-rot")
	for _, changes := range []shoptest.Body{whole, again} {
		delete(changes, "version")
		delete(changes, "abgeleitet")
	}
	if !maps.EqualFunc(whole, again, func(a, b any) bool { return fmt.Sprint(a) == fmt.Sprint(b) }) {
		t.Errorf("sent back\n%v\nbecame\n%v", whole, again)
	}
	for _, text := range []string{"Weich.", "Kleinteile"} {
		if strings.Contains(admin.Get(productsPath).Text(), text) {
			t.Errorf("the list has the long text %q", text)
		}
	}
	admin.Delete(makersPath+"/spinnerei").WantError(409, "Von dem Hersteller ist noch 1 Produkt.")
	admin.Delete(groupsPath+"/garn").WantError(409, "In der Gruppe ist noch 1 Produkt.")
	s.Visitor().Get("/produkt/garn-rot").Want(200)
}

// P19: what a product route does not know is refused, wherever it stands.
func TestP19_UnknownFieldsOfProducts(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	admin := s.Operator()
	admin.Post(productsPath, newProduct+`}`).Want(201)
	const text = "Unbekanntes Feld „beschreibun“."
	for _, path := range []string{productsPath, categoriesPath, makersPath, groupsPath} {
		admin.Post(path, `{"slug":"x","beschreibun":"weich"}`).WantError(400, text)
		admin.Patch(path+"/garn-rot", `{"beschreibun":"weich"}`).WantError(400, text)
		admin.Delete(path + "/garn-rot?beschreibun=1").Want(400)
	}
	admin.Patch(productsPath+"/garn-rot", `{"fasern":[{"faser":"wolle","prozent":100,"anteil":1}]}`).Want(400)
	admin.PostOrder(shoptest.Order(shoptest.Set("beschreibun", "weich"))).Want(201) // orders ignore it
	if v := shownProduct(admin, "garn-rot")["version"]; v != 1. {
		t.Errorf("a refusal left version %v", v)
	}
}

func TestFactRefusals(t *testing.T) {
	t.Parallel()
	admin := shoptest.Start(t).Operator()
	admin.Post(productsPath, newProduct+`}`).Want(201)
	for body, text := range map[string]string{
		`"fasern":[{"faser":"wolle","prozent":99.5}]`: "„fasern“ muss eine Liste wie [{\"faser\":\"baumwolle\",\"prozent\":100}] sein.",
		`"fasern":"wolle"`:                            "„fasern“ muss eine Liste wie [{\"faser\":\"baumwolle\",\"prozent\":100}] sein.",
		`"gefahren":[1]`:                              "„gefahren“ muss eine Liste von Texten sein.",
		`"mindestmenge":0`:                            "„mindestmenge“ muss eine ganze Zahl von 1 bis 1000 sein.",
		`"mindestmenge":"2"`:                          "„mindestmenge“ muss eine ganze Zahl von 0 an sein.",
		`"lieferzeit_tage":1.5`:                       "„lieferzeit_tage“ muss eine ganze Zahl von 0 an sein.",
		`"inhalt":0`:                                  "„inhalt“ muss eine ganze Zahl über 0 oder null sein.",
		`"inhalt":50`:                                 "Inhalt und Einheit gehören zusammen; der Inhalt ist eine ganze Zahl über 0.",
		`"schnittware":true`:                          "Schnittware braucht als Inhalt die Länge eines Stücks in cm.",
		`"sicherheit":"vielleicht"`:                   "„sicherheit“ muss offen, keine oder angegeben sein.",
		`"gtin":"4006381333932"`:                      "Die GTIN braucht 8, 12, 13 oder 14 Ziffern, deren letzte zu den anderen passt.",
		`"gruppe":"keine"`:                            "Die Gruppe „keine“ gibt es nicht.",
		`"ermaessigt":true`:                           "Keine Ermäßigung: das Produkt hatte noch keinen Preis.",
	} {
		admin.Post(productsPath, newProduct+`,"slug":"neu",`+body+`}`).WantError(400, text)
		admin.Patch(productsPath+"/garn-rot", `{`+body+`}`).WantError(400, text)
	}
}

// P20: the price by measure follows from price and content; another one is refused.
func TestP20_UnitPriceFollowsTheContent(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	admin := s.Operator()
	const computed = "Der Grundpreis wird aus Preis und Inhalt errechnet."
	wantUnitPrice := func(price, unit any) {
		t.Helper()
		for _, p := range []shoptest.Body{
			shownProduct(admin, "garn-rot"), admin.Get(productsPath).JSON()["produkte"].([]any)[0].(map[string]any),
		} {
			if p["grundpreis"] != price || p["grundpreis_einheit"] != unit {
				t.Errorf("%v for %v, want %v for %v", p["grundpreis"], p["grundpreis_einheit"], price, unit)
			}
		}
	}
	admin.Post(productsPath, newProduct+`,"preis":5.95,"inhalt":50,"inhalt_einheit":"g","grundpreis":118.99}`).WantError(400, computed)
	admin.Post(productsPath, newProduct+`,"preis":5.95,"inhalt":50,"inhalt_einheit":"g"}`).Want(201)
	wantUnitPrice(119., "1 kg")
	if page := s.Visitor().Get("/produkt/garn-rot").Text(); !strings.Contains(page, "119,00") {
		t.Error("the product page lacks the price by measure")
	}
	admin.Patch(productsPath+"/garn-rot", `{"preis":6.95,"grundpreis":119,"grundpreis_einheit":"1 kg"}`).WantError(400, computed)
	admin.Patch(productsPath+"/garn-rot", `{"grundpreis_einheit":"100 g"}`).WantError(400, computed)
	admin.Patch(productsPath+"/garn-rot", `{"preis":6.95}`).Want(200)
	wantUnitPrice(139., "1 kg")
	admin.Patch(productsPath+"/garn-rot", `{"preis":16.95,"inhalt":750,"inhalt_einheit":"ml","grundpreis":22.6,"grundpreis_einheit":"1 l"}`).Want(200)
	wantUnitPrice(22.6, "1 l")
	admin.Patch(productsPath+"/garn-rot", `{"inhalt":9}`).Want(200)
	wantUnitPrice(nil, nil)
	admin.Patch(productsPath+"/garn-rot", `{"inhalt":10}`).Want(200)
	wantUnitPrice(1695., "1 l")
	admin.Patch(productsPath+"/garn-rot", `{"inhalt":null,"inhalt_einheit":null}`).Want(200)
	wantUnitPrice(nil, nil)
	admin.Patch(productsPath+"/garn-rot", `{"inhalt":10,"inhalt_einheit":"cm","schnittware":true,"preis":1.29,"breite_cm":145}`).Want(200)
	wantUnitPrice(12.9, "1 m")
	if each := shownProduct(admin, "garn-rot")["abgeleitet"].(map[string]any)["grundpreis_m2"]; each != 8.9 {
		t.Errorf("a square metre costs %v", each)
	}
}

// P21: a reduction is compared with the lowest price of the 30 days before;
// the crossed-out price cannot be typed.
func TestP21_ReducedThroughTheAPI(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t, shoptest.StartAt(time.Date(2026, 9, 1, 9, 0, 0, 0, time.UTC)))
	admin := s.Operator()
	later := func(days int) {
		s.Clock.Advance(time.Duration(days) * 24 * time.Hour)
		admin = s.Operator()
	}
	path := productsPath + "/garn-rot"
	derived := func() map[string]any { return shownProduct(admin, "garn-rot")["abgeleitet"].(map[string]any) }
	admin.Post(productsPath, newProduct+`,"preis":5.95}`).Want(201)
	later(40)
	admin.Patch(path, `{"preis":4.95}`).Want(200) // not announced
	later(10)
	refused := admin.Patch(path, `{"preis":4.95,"ermaessigt":true}`)
	refused.WantError(400, "Keine Ermäßigung: der niedrigste Preis der letzten 30 Tage war 4,95 €.")
	if refused.Code() != "keine_ermaessigung" {
		t.Errorf("code %s", refused.Code())
	}
	admin.Patch(path, `{"preis":3.95,"ermaessigt":true}`).Want(200)
	if d := derived(); d["preis_vorher"] != 4.95 || d["ermaessigt_seit"] == nil {
		t.Errorf("derived %v", d)
	}
	later(40)
	admin.Patch(path, `{"preis":2.95}`).Want(200)
	if d := derived(); d["preis_vorher"] != 4.95 {
		t.Errorf("after a further cut %v", d)
	}
	admin.Patch(path, `{"abgeleitet":{"preis_vorher":9.95},"aktiv":true}`).Want(200)
	later(1)
	ended := admin.Patch(path, `{"preis":4.5,"ermaessigt":true}`).Want(200).JSON()
	if hints := ended["hinweise"].([]any); len(hints) != 1 || derived()["preis_vorher"] != nil {
		t.Errorf("after a higher price: %v, %v", hints, derived())
	}
	later(1)
	admin.Patch(path, `{"preis":2.5,"ermaessigt":true}`).Want(200)
	admin.Patch(path, `{"ermaessigt":false}`).Want(200)
	if p := shownProduct(admin, "garn-rot"); p["ermaessigt"] != false || p["preis"] != 2.5 {
		t.Errorf("no longer reduced: %v", p)
	}
}

func TestProductListFilters(t *testing.T) {
	t.Parallel()
	admin := shoptest.Start(t).Operator()
	admin.Post(makersPath, `{"slug":"spinnerei","name":"Spinnerei"}`).Want(201)
	admin.Post(groupsPath, `{"slug":"faeden","name_de":"Fäden"}`).Want(201)
	for i, facts := range []string{`"hersteller":"spinnerei"`, `"gruppe":"faeden"`, `"artikelnummer":"Zö-17"`, `"kategorie_slug":"knopf"`, `"name_fr":"Été"`} {
		admin.Post(productsPath, newProduct+fmt.Sprintf(`,"slug":"p-%d",`, i)+facts+`}`).Want(201)
	}
	list := func(query string) (slugs []string, next any) {
		answer := admin.Get(productsPath + "?" + query).Want(200).JSON()
		for _, p := range answer["produkte"].([]any) {
			slugs = append(slugs, p.(map[string]any)["slug"].(string))
		}
		return slugs, answer["weiter"]
	}
	for query, want := range map[string][]string{
		"": {"p-0", "p-1", "p-2", "p-3", "p-4"}, "hersteller=spinnerei": {"p-0"}, "gruppe=faeden": {"p-1"}, "q=zo-17": {"p-2"},
		"kategorie=knopf": {"p-3"}, "q=ete": {"p-4"}, "q=garn+rot": {"p-0", "p-1", "p-2", "p-3", "p-4"}, "q=seide": nil,
		"kategorie=knopf&hersteller=spinnerei": nil, "cursor=p-3": {"p-4"},
	} {
		if got, next := list(query); !slices.Equal(got, want) || next != nil {
			t.Errorf("%q: %v, then %v", query, got, next)
		}
	}
	var all []string
	for cursor, pages := any(""), 0; cursor != nil; pages++ {
		var page []string
		page, cursor = list(fmt.Sprintf("limit=2&cursor=%v", cursor))
		if all = append(all, page...); len(page) > 2 || pages > 3 {
			t.Fatalf("page %d: %v", pages, page)
		}
	}
	if len(all) != 5 || !slices.IsSorted(all) {
		t.Errorf("by pages: %v", all)
	}
	admin.Get(productsPath+"?limit=x").WantError(400, "Ungültiger Filter: limit.")
	admin.Get(productsPath+"/unbekannt").WantError(404, productMissing)
}
