package web_test

import (
	"testing"
	"time"

	"kontor/tests/shoptest"
)

func TestManyProductsAreChangedOrNone(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	admin := s.Operator()
	for _, p := range []string{`"slug":"a","preis":1.99`, `"slug":"b","preis":5.95,"inhalt":50,"inhalt_einheit":"g"`, `"slug":"c","preis":0.01`} {
		admin.Post(productsPath, newProduct+`,`+p+`}`).Want(201)
	}
	const cut = `{"slugs":["b","a","b"],"preis_prozent":-10,"runden":0.05,"aendern":{"bestseller_label":true}}`
	const rows = `"geaendert":2,"produkte":[{"slug":"a","preis_alt":1.99,"preis_neu":1.8,"hinweise":[]},{"slug":"b","preis_alt":5.95,"preis_neu":5.35,"hinweise":[]}]}`
	s.Clock.Advance(time.Minute)
	admin.Patch(productsPath+"?probe=1", cut).WantJSON(`{"ok":true,"probe":true,` + rows)
	if p := shownProduct(admin, "b"); p["preis"] != 5.95 || p["version"] != 1. || p["bestseller_label"] != false {
		t.Errorf("the trial changed %v", p)
	}
	admin.Patch(productsPath, cut).WantJSON(`{"ok":true,"probe":false,` + rows)
	if p := shownProduct(admin, "b"); p["preis"] != 5.35 || p["grundpreis"] != 107. || p["version"] != 2. || p["bestseller_label"] != true {
		t.Errorf("changed to %v", p)
	}

	s.Clock.Advance(time.Minute)
	none := func(body, text string) {
		t.Helper()
		for _, path := range []string{productsPath + "?probe=1", productsPath} {
			if answer := admin.Patch(path, body); answer.Status < 400 || answer.Error() != text {
				t.Errorf("%s %s: %d %q, want %q", path, body, answer.Status, answer.Error(), text)
			}
		}
	}
	none(`{"slugs":["a","c"],"preis_prozent":-60}`, "„c“: Der Preis würde 0.")
	none(`{"slugs":["a","x"],"aendern":{"aktiv":false}}`, "„x“: Produkt nicht gefunden.")
	none(`{"slugs":["a","b"],"aendern":{"hersteller":"niemand"}}`, "„a“: Den Hersteller „niemand“ gibt es nicht.")
	none(`{"slugs":["a","b"],"aendern":{"schnittware":true}}`, "„a“: Schnittware braucht als Inhalt die Länge eines Stücks in cm.")
	none(`{"slugs":["a"],"aendern":{"ermaessigt":true}}`, "„a“: Keine Ermäßigung: der niedrigste Preis der letzten 30 Tage war 1,80 €.")
	none(`{"slugs":["a"],"aendern":{"preis":1},"preis_prozent":1}`, "„preis“ und „preis_prozent“ schließen einander aus.")
	none(`{"slugs":["a"],"preis_prozent":-100}`, "„preis_prozent“ muss über -100 und höchstens 1000 sein, mit höchstens zwei Nachkommastellen.")
	none(`{"slugs":["a"],"preis_prozent":1,"runden":0.001}`, "„runden“ muss ein Betrag in ganzen Cent sein, wie 0.05, und gehört zu „preis_prozent“.")
	none(`{"slugs":[],"preis_prozent":1}`, "„slugs“ muss 1 bis 500 Produkte nennen.")
	none(`{"slugs":["a"]}`, nothingToDo)
	none(`{"slugs":["a"],"aendern":{"beschreibun":"x"}}`, "Unbekanntes Feld „beschreibun“.") // P19
	none(`{"slugs":["a"],"aendern":{"slug":"x"}}`, "Unbekanntes Feld „slug“.")
	admin.Patch(productsPath+"?probe=ja", cut).WantError(400, "Ungültiger Filter: probe.")
	for slug, version := range map[string]float64{"a": 2, "b": 2, "c": 1} {
		if p := shownProduct(admin, slug); p["version"] != version {
			t.Errorf("a refusal left %v", p)
		}
	}
	admin.Patch(productsPath, `{"slugs":["a","b"],"aendern":{"aktiv":true}}`).WantJSON(`{"ok":true,"probe":false,"geaendert":0,"produkte":[]}`)
}
