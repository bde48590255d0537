package web_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"kontor/internal/demo"
	"kontor/tests/shoptest"
)

const stockPath = productsPath + "/" + countedWool + "/bestand"

// startCounted starts a shop with the demo's catalogue, whose wool is counted.
func startCounted(t *testing.T, pieces int) (*shoptest.Shop, *shoptest.Client) {
	t.Helper()
	s := shoptest.Start(t)
	s.Stock(demo.Products()...)
	admin := s.Operator()
	admin.Post(stockPath, shoptest.Body{"bestand": pieces}).Want(http.StatusOK)
	return s, admin
}

// Orders beyond the stock are refused by name, and leave nothing; those within take it.
func TestP3_OrdersTakeFromTheStock(t *testing.T) {
	t.Parallel()
	s, admin := startCounted(t, 5)
	customer := s.Visitor()
	twice := shoptest.Set("artikel", []any{shoptest.Item(countedWool, 3, 5.95), shoptest.Item(countedWool, 3, 5.95)})
	customer.PostOrder(shoptest.Order(twice)).WantError(http.StatusConflict, "Nicht genug auf Lager: „Artikel merinowolle-petrol“ (noch 5).")
	customer.PostOrder(shoptest.Order(shoptest.Set("artikel.menge", 5))).Want(http.StatusCreated)
	refused := customer.PostOrder(shoptest.Order())
	refused.WantError(http.StatusConflict, woolGone)
	if code := refused.Header.Get("X-Fehlercode"); code != "bestand_reicht_nicht" {
		t.Errorf("code %q", code)
	}
	has(t, admin.Get("/api/verwaltung/orders"), `"alle":1`)
	has(t, admin.Get(stockPath), `"bestand":0`, `"menge":-5`, `"bestellnummer":"BK-`)
	admin.Patch("/api/verwaltung/orders/1", `{"status":"storniert","bestand_zurueck":false}`).Want(http.StatusOK)
	has(t, admin.Get(stockPath), `"bestand":0`)
	admin.Patch("/api/verwaltung/orders/1", `{"notiz":"x","bestand_zurueck":false}`).
		WantError(http.StatusBadRequest, "„bestand_zurueck“ muss true oder false sein und gehört zum Status „storniert“.")
}

// The operator's changes: received goods, counts, the end of counting; and what is refused.
func TestP10_OperatorsChangeTheStock(t *testing.T) {
	t.Parallel()
	_, admin := startCounted(t, 15)
	goods := shoptest.Body{"aenderung": 10, "partie": "4711", "anfrage": "lieferung-1", "notiz": "Lieferung"}
	has(t, admin.Post(stockPath, goods), `"bestand":25`, `{"partie":"4711","bestand":10}`, `"notiz":"Lieferung"`)
	has(t, admin.Post(stockPath, goods), `"bestand":25`)
	goods["aenderung"] = 9
	admin.Post(stockPath, goods).Want(http.StatusUnprocessableEntity)
	admin.Post(stockPath, `{"bestand":12,"erwartet":14}`).WantError(http.StatusConflict, "Der Bestand hat sich geändert (jetzt 15).")
	has(t, admin.Post(stockPath, `{"bestand":12,"erwartet":15}`), `"bestand":22`)
	admin.Post(stockPath, `{"aenderung":-13}`).WantError(http.StatusConflict, "So viele sind nicht da (jetzt 12).")
	for body, text := range map[string]string{
		`{}`:                            "Genau eine Angabe ist nötig: „aenderung“ (nicht 0) oder „bestand“.",
		`{"aenderung":0}`:               "Genau eine Angabe ist nötig: „aenderung“ (nicht 0) oder „bestand“.",
		`{"aenderung":1,"bestand":1}`:   "„aenderung“ und „bestand“ schließen einander aus.",
		`{"aenderung":1.5}`:             "„aenderung“ muss eine ganze Zahl sein.",
		`{"aenderung":null}`:            "„aenderung“ muss eine ganze Zahl sein.",
		`{"bestand":-1}`:                "Die Menge ist zu groß oder negativ; erlaubt sind höchstens 1000000000 Stück.",
		`{"bestand":null,"partie":"A"}`: "Der Bestand endet für das ganze Produkt; „partie“ gehört nicht dazu.",
		`{"beztand":1}`:                 "Unbekanntes Feld „beztand“.",
	} {
		admin.Post(stockPath, body).WantError(http.StatusBadRequest, text)
	}
	admin.Post(productsPath+"/fehlt/bestand", `{"aenderung":1}`).WantError(http.StatusNotFound, productMissing)
	admin.Get(productsPath+"/fehlt/bestand").WantError(http.StatusNotFound, productMissing)
	has(t, admin.Get("/api/verwaltung/protokoll?aktion=bestand"), `"von":"15"`, `"nach":"12"`, `Partie 4711: 10`)

	first := admin.Get(stockPath + "?limit=2")
	if !strings.Contains(first.Header.Get("Link"), "cursor=") {
		t.Errorf("no next page: %v", first.Header)
	}
	has(t, admin.Post(stockPath, `{"bestand":null}`), `"bestand":null`, `"partien":[]`, `"art":"ende"`)
}

// Lists select products by stock, and baskets learn what is left of their products.
func TestP2_ListsAndBasketsKnowTheStock(t *testing.T) {
	t.Parallel()
	s, admin := startCounted(t, 3)
	admin.Post(stockPath, shoptest.Body{"aenderung": 3, "partie": "B"}).Want(http.StatusOK)
	for filter, found := range map[string]bool{"gezaehlt": true, "ungezaehlt": false, "ausverkauft": false, "knapp": false, "lieferbar": true} {
		listed := strings.Contains(admin.Get(productsPath+"?bestand="+filter).Text(), `"slug":"`+countedWool+`"`)
		if listed != found {
			t.Errorf("filter %s finds the wool: %v", filter, listed)
		}
	}
	admin.Get(productsPath+"?bestand=egal").WantError(http.StatusBadRequest, "Ungültiger Filter: bestand.")
	has(t, admin.Get(productsPath+"/"+countedWool), `"bestand":6`)
	for quantity, mixed := range map[int]bool{3: false, 4: true, 7: false} {
		body := fmt.Sprintf(`{"land":"de","artikel":[{"slug":%q,"menge":%d},{"slug":"stricknadeln-bambus-4","menge":1}]}`, countedWool, quantity)
		answer := s.Visitor().Post("/api/warenkorb", body)
		has(t, answer, fmt.Sprintf(`"verfuegbar":6,"partie_gemischt":%v,"laenge_cm":null`, mixed), `"verfuegbar":null`)
		for note, wanted := range map[string]bool{"verschiedenen Partien": mixed, `"hinweis":"Auf Lager"`: false, `"hinweis":"Nur noch 6"`: quantity > 6} {
			if strings.Contains(answer.Text(), note) != wanted {
				t.Errorf("%d pieces, %s: %s", quantity, note, answer.Text())
			}
		}
	}
}

// has expects an answer to contain texts.
func has(t *testing.T, a shoptest.Answer, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if !strings.Contains(a.Text(), text) {
			t.Errorf("no %s in %s", text, a.Text())
		}
	}
}
