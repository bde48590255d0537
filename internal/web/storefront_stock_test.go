package web_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"kontor/internal/shop/catalogue"
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

// Of products that a search finds equally well, what is left comes first; what suits better
// comes before both, left or not.
func TestP24_SearchesPreferWhatIsLeft(t *testing.T) {
	t.Parallel()
	s := demoShop(t)
	for i, slug := range []string{"zwilling-a", "zwilling-b", "zwilling-c"} {
		p := catalogue.Product{Slug: slug, CategorySlug: "wolle", Price: 1, Active: true, Names: inFour("Zwillinge "+slug, "Twins", "Jumeaux", "Gemelli"), Facts: catalogue.Facts{Minimum: 1, Safety: catalogue.SafetyOpen}}
		if i == 2 {
			p.Number = "Zwillinge"
		}
		s.Stock(p)
	}
	finds := func(want string) {
		t.Helper()
		s.Clock.Advance(time.Second)
		if got := strings.Join(shown(s.Anonymous().Get("/?q=zwillinge")), " "); got != want {
			t.Errorf("the page lists %s, want %s", got, want)
		}
		suggested := s.Anonymous().Get("/api/suche?q=zwillinge").Want(http.StatusOK).Text()
		at := -1
		for slug := range strings.FieldsSeq(want) {
			next := strings.Index(suggested, `"slug":"`+slug)
			if next <= at {
				t.Errorf("suggested in another order than %s: %s", want, suggested)
			}
			at = next
		}
	}
	admin := s.Operator()
	sells := func(slug string, pieces int) {
		admin.Post(productsPath+"/"+slug+"/bestand", shoptest.Body{"bestand": pieces}).Want(http.StatusOK)
	}
	finds("zwilling-c zwilling-a zwilling-b")
	sells("zwilling-a", 0)
	finds("zwilling-c zwilling-b zwilling-a")
	sells("zwilling-c", 0)
	finds("zwilling-c zwilling-b zwilling-a")
	sells("zwilling-b", 0)
	finds("zwilling-c zwilling-a zwilling-b")
}
