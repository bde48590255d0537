package web_test

import (
	"strings"
	"testing"

	"kontor/tests/shoptest"
)

const (
	productMissing = "Produkt nicht gefunden."
	newProduct     = `{"slug":"garn-rot","name_de":" Garn rot ","name_en":"Red yarn","name_fr":"Fil rouge","name_it":"Filo rosso",
		"kategorie_slug":"garn","preis":3.5`

	// What a product says of which only its name and price are known.
	noFacts = `"steuerklasse":"voll","ermaessigt":false,"inhalt":null,"inhalt_einheit":null,"schnittware":false,"mindestmenge":1,"breite_cm":null,
		"hersteller":"","artikelnummer":"","gtin":"","fasern":[],"tierisch":false,"sicherheit":"offen","gefahren":[],"signalwort":"",
		"gruppe":"","gruppe_position":0,"merkmal1_de":"","merkmal1_en":"","merkmal1_fr":"","merkmal1_it":"","merkmal2_de":"",
		"merkmal2_en":"","merkmal2_fr":"","merkmal2_it":"","lieferzeit_tage":0,"pflichten_ausnahme":"","abgeleitet":{"preis_vorher":null,
		"ermaessigt_seit":null,"grundpreis_m2":null,"bestand":null,"zusammensetzung_de":"","zusammensetzung_en":"","zusammensetzung_fr":"","zusammensetzung_it":"",
		"fehlt":["eigenes Bild","Hersteller","Angabe zur Sicherheit"],"empfohlen":["Beschreibung","GTIN"]}`
	noTexts = `"beschreibung_de":"","beschreibung_en":"","beschreibung_fr":"","beschreibung_it":"","suchwoerter_de":"","suchwoerter_en":"",
		"suchwoerter_fr":"","suchwoerter_it":"","material_de":"","material_en":"","material_fr":"","material_it":"",
		"warnhinweise_de":"","warnhinweise_en":"","warnhinweise_fr":"","warnhinweise_it":""`
)

func TestProductLifeCycle(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	admin := s.Operator()
	admin.Get(productsPath).WantJSON(`{"ok":true,"produkte":[],"weiter":null}`)

	created := admin.Post(productsPath, newProduct+`}`).Want(201)
	created.WantJSON(`{"ok":true,"produkt":{"slug":"garn-rot","name_de":"Garn rot","name_en":"Red yarn","name_fr":"Fil rouge",
		"name_it":"Filo rosso","kategorie_slug":"garn","preis":3.5,"grundpreis":null,"grundpreis_einheit":null,
		"aktiv":true,"bestseller_label":false,"bild":null,"bilder":[],"alt_de":"","alt_en":"","alt_fr":"","alt_it":"","demo":false,"version":1,` +
		noFacts + `,` + noTexts + `},"hinweise":["Zum Verkauf fehlen noch: eigenes Bild, Hersteller, Angabe zur Sicherheit.",
		"Die Kategorie „garn“ ist neu angelegt; sie heißt noch „Garn“."]}`)
	admin.Post(productsPath, newProduct+`}`).WantError(409, "Ein Produkt mit diesem Kürzel gibt es schon.")

	changed := admin.Patch(productsPath+"/garn-rot", `{"slug":"garn-rot","preis":4,"grundpreis":8,"grundpreis_einheit":"100 g",
		"bestseller_label":true,"name_fr":"Laine rouge"}`, `If-Match: "1"`).Want(200)
	if tag := changed.Header.Get("ETag"); tag != `"2"` {
		t.Errorf("ETag %s", tag)
	}
	whole := `{"slug":"garn-rot","name_de":"Garn rot","name_en":"Red yarn","name_fr":"Laine rouge",
		"name_it":"Filo rosso","kategorie_slug":"garn","preis":4,"grundpreis":8,"grundpreis_einheit":"100 g",
		"aktiv":true,"bestseller_label":true,"bild":null,"bilder":[],"alt_de":"","alt_en":"","alt_fr":"","alt_it":"","demo":false,"version":2,` +
		strings.Replace(noFacts, `"GTIN"]`, `"GTIN","Etikett „Bestseller“ nur in der Top 6"]`, 1)
	changed.WantJSON(`{"ok":true,"produkt":` + whole + `,` + noTexts +
		`},"hinweise":["Der Grundpreis ist von Hand eingetragen; mit Inhalt und Einheit rechnet ihn der Shop aus."]}`)
	admin.Get(productsPath).WantJSON(`{"ok":true,"produkte":[` + whole + `}],"weiter":null}`)
	admin.Get(productsPath + "/garn-rot").WantJSON(`{"ok":true,"produkt":` + whole + `,` + noTexts + `},"hinweise":[]}`)
	admin.Patch(productsPath+"/garn-rot", `{"aktiv":false}`, `If-Match: "1"`).WantError(412, stale)
	admin.Patch(productsPath+"/garn-rot", `{"grundpreis":null,"grundpreis_einheit":null,"preis":0}`).Want(200)

	// The label is the operator's; it does not make a product a best seller.
	admin.Get("/api/bestseller").WantJSON(`{"ok":true,"bestseller":[]}`)

	admin.Delete(productsPath+"/garn-rot", `If-Match: "2"`).WantError(412, stale)
	admin.Delete(productsPath+"/garn-rot", `If-Match: "3"`).WantJSON(`{"ok":true}`)
	admin.Delete(productsPath+"/garn-rot").WantError(404, productMissing)
	admin.Patch(productsPath+"/garn-rot", `{"aktiv":true}`).WantError(404, productMissing)
}

func TestProductRefusals(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	admin := s.Operator()
	admin.Post(productsPath, newProduct+`}`).Want(201)
	const together = "Grundpreis und Einheit gehören zusammen."
	for body, text := range map[string]string{
		`"preis":"3,50"`:             "„preis“ muss eine Zahl sein.",
		`"preis":null`:               "„preis“ muss eine Zahl sein.",
		`"preis":-1`:                 "Der Preis muss eine Zahl von 0 an sein.",
		`"preis":1e12`:               "Der Preis muss eine Zahl von 0 an sein.",
		`"grundpreis":"8"`:           "„grundpreis“ muss eine Zahl oder null sein.",
		`"grundpreis":8`:             together,
		`"grundpreis_einheit":"1 m"`: together,
		`"grundpreis":-8,"grundpreis_einheit":"1 m"`: together,
		`"grundpreis_einheit":7`:                     "„grundpreis_einheit“ muss ein Text oder null sein.",
		`"aktiv":0`:                                  "„aktiv“ muss true oder false sein.",
		`"bestseller_label":"ja"`:                    "„bestseller_label“ muss true oder false sein.",
		`"name_it":null`:                             "„name_it“ muss ein Text sein.",
		`"name_it":" "`:                              "Der Name fehlt in der Sprache „it“ oder ist zu lang.",
		`"kategorie_slug":"Garn & Co"`:               "Die Kategorie darf nur Kleinbuchstaben, Ziffern und Bindestriche enthalten.",
	} {
		admin.Post(productsPath, newProduct+`,"slug":"neu",`+body+`}`).WantError(400, text)
		admin.Patch(productsPath+"/garn-rot", `{`+body+`}`).WantError(400, text)
	}
	const badSlug = "Das Kürzel darf nur Kleinbuchstaben, Ziffern und Bindestriche enthalten."
	for _, slug := range []string{`""`, `"Garn"`, `"../x"`, `"g\u0430rn"`} {
		admin.Post(productsPath, newProduct+`,"slug":`+slug+`}`).WantError(400, badSlug)
	}
	admin.Post(productsPath, `{"slug":"ohne-preis","name_de":"a","name_en":"a","name_fr":"a","name_it":"a","kategorie_slug":"k"}`).
		WantError(400, "Der Preis muss eine Zahl von 0 an sein.")
	admin.Patch(productsPath+"/garn-rot", `{"slug":"garn-blau"}`).WantError(400, "„slug“ muss unverändert sein.")
	admin.Patch(productsPath+"/garn-rot", `{}`).WantError(400, nothingToDo)

	var left struct{ Produkte []struct{ Version int } }
	admin.Get(productsPath).Into(&left)
	if len(left.Produkte) != 1 || left.Produkte[0].Version != 1 {
		t.Errorf("a refusal left traces: %+v", left.Produkte)
	}
}
