package storefront

import (
	"net/http"
	"slices"
	"strings"

	"kontor/internal/picture"
	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
	"kontor/internal/web/kit"
)

// suggestionsAtMost is how many products are suggested while somebody types.
const suggestionsAtMost = 8

// suggestionsAnswer is the body of GET /api/suche.
type suggestionsAnswer struct {
	OK          bool         `json:"ok"`
	Whole       bool         `json:"vollstaendig"` // each has all the words that were typed
	Suggestions []suggestion `json:"vorschlaege"`  // the most suitable first; never null
}

type suggestion struct {
	Slug    string `json:"slug"`
	Name    string `json:"name"`
	Address string `json:"adresse"` // path of its page in the language
	Picture string `json:"bild"`    // path
	Price   string `json:"preis"`   // as it is shown
}

// suggestProducts answers with what somebody may be about to search for.
func (s *Storefront) suggestProducts(w http.ResponseWriter, r *http.Request) error {
	q := kit.ReadQuery(r.URL.RawQuery)
	query, language := q.Text("q"), shop.Language(q.Text("sprache"))
	if language == "" {
		language = shop.Languages[0]
	}
	if !slices.Contains(shop.Languages, language) {
		q.Refuse("sprache")
	}
	if q.Err != nil {
		return q.Err
	}
	left, err := s.shop.Stock.Recent(r.Context())
	if err != nil {
		return err
	}
	found, err := s.shop.Catalogue.Find(r.Context(), query, language, left)
	if err != nil {
		return err
	}
	assortment, err := s.shop.Catalogue.Assortment(r.Context())
	if err != nil {
		return err
	}
	answer := suggestionsAnswer{OK: true, Whole: found.Whole, Suggestions: []suggestion{}}
	page := &shopPage{Translator: s.translator(language, ""), Language: language}
	offers := assortment.Offers(found.Products, language)
	for _, offer := range offers[:min(len(offers), suggestionsAtMost)] {
		answer.Suggestions = append(answer.Suggestions, page.suggestion(offer.Product))
	}
	body, err := kit.EncodeJSON(answer)
	if err != nil {
		return err
	}
	s.ForEverybody(r)
	s.WriteRevalidated(w, r, "application/json; charset=utf-8", body)
	return nil
}

func (p *shopPage) suggestion(product *catalogue.Product) suggestion {
	return suggestion{
		Slug: product.Slug, Name: product.Names[p.Language], Address: p.Path(productPath(product.Slug)),
		Picture: pictureURL(product, picture.Widths[0]), Price: p.Amount(int64(shop.CentsOf(product.Price))),
	}
}

// SuggestionCount returns the text with the number of suggestions, for scripts: their
// number is left in braces unless it is one.
func (p *shopPage) SuggestionCount(n int64) (string, error) {
	text, err := p.Count("goods.search.count", n)
	if n > 1 {
		text = strings.Replace(text, p.Number(n), "{N}", 1)
	}
	return text, err
}
