package web_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"kontor/tests/shoptest"
)

// Pages say what is left: nothing of what nobody counts, the number if it is small. What is
// sold out keeps its page, without a button, and comes last in the catalogue.
func TestP2_PagesSayWhatIsLeft(t *testing.T) {
	t.Parallel()
	s, admin := startCounted(t, 6)
	visitor := s.Visitor()
	product := func() shoptest.Answer { return visitor.Get("/produkt/" + countedWool).Want(http.StatusOK) }
	has(t, product(), `<p class="stock">Auf Lager</p>`, "data-buy=")
	s.Visitor().PostOrder(shoptest.Order(shoptest.Set("artikel.menge", 3))).Want(http.StatusCreated)
	has(t, product(), `<p class="stock">Auf Lager</p>`)
	s.Clock.Advance(time.Second)
	has(t, product(), `<p class="stock">Nur noch 3</p>`, "data-buy=")
	if uncounted := visitor.Get("/produkt/stricknadeln-bambus-4").Text(); strings.Contains(uncounted[:strings.Index(uncounted, "</article>")], `class="stock"`) {
		t.Error("the page of a product that nobody counts speaks of stock")
	}
	admin.Post(stockPath, shoptest.Body{"bestand": 0}).Want(http.StatusOK)
	gone := product()
	has(t, gone, `<p class="stock">Ausverkauft</p>`)
	has(t, visitor.Get("/en/produkt/"+countedWool), `<p class="stock">Sold out</p>`)
	if strings.Contains(gone.Text(), "data-buy=") {
		t.Error("what is sold out can be bought")
	}

	// Its other colours are left, so the group is not sold out.
	const socks = "sockenwolle-herbstwald"
	admin.Post(productsPath+"/"+socks+"/bestand", shoptest.Body{"bestand": 0}).Want(http.StatusOK)
	cards := strings.Split(visitor.Get("/kategorie/wolle/?sortierung=preis-ab").Want(http.StatusOK).Text(), `<li class="card"`)
	if last := cards[len(cards)-1]; !strings.Contains(last, socks) || !strings.Contains(last, `<p class="stock">Ausverkauft</p>`) || strings.Contains(last, "data-add") {
		t.Errorf("what is sold out is not last, or can be bought: %s", last)
	}
	filtered := visitor.Get("/kategorie/wolle/?lieferbar=1").Want(http.StatusOK)
	has(t, filtered, `name="lieferbar" value="1" checked`, "/en/kategorie/wolle/?lieferbar=1", countedWool)
	if strings.Contains(filtered.Text(), socks) {
		t.Error("what is sold out is listed as in stock")
	}
	has(t, visitor.Get("/?q=socken"), socks)
	if strings.Contains(visitor.Get("/?kategorie=papier").Text(), `name="lieferbar"`) {
		t.Error("a filter is offered that makes no difference")
	}
}
