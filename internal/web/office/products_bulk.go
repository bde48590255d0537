package office

import (
	"math"
	"net/http"

	"kontor/internal/jsvalue"
	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
	"kontor/internal/web/door"
	"kontor/internal/web/kit"
)

// bulkAnswer says which products a change of many has changed, or would change.
type bulkAnswer struct {
	OK        bool              `json:"ok"`
	Probe     bool              `json:"probe"`
	Geaendert int               `json:"geaendert"`
	Produkte  []bulkProductJSON `json:"produkte"`
}

type bulkProductJSON struct {
	Slug     string   `json:"slug"`
	PreisAlt float64  `json:"preis_alt"`
	PreisNeu float64  `json:"preis_neu"`
	Hinweise []string `json:"hinweise"`
}

func newBulkProductJSON(c *catalogue.Changed) bulkProductJSON {
	return bulkProductJSON{c.After.Slug, c.Before.Price, c.After.Price, append([]string{}, c.After.Hints...)}
}

// bulk is a change of many products.
type bulk struct {
	slugs  []string
	fields jsvalue.Value // to set in each
	prices catalogue.Repricing
}

// changeProducts answers PATCH /api/verwaltung/produkte: all are changed or none, and
// none with ?probe=1.
func (s *Office) changeProducts(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	q := kit.ReadQuery(r.URL.RawQuery)
	probe := q.Text("probe")
	if probe != "" && probe != "1" {
		q.Refuse("probe")
	}
	if q.Err != nil {
		return q.Err
	}
	body, err := kit.ReadJSON(w, r)
	if err != nil {
		return err
	}
	b, err := readBulk(body)
	if err != nil {
		return err
	}
	changed, err := s.shop.Catalogue.ChangeProducts(r.Context(), b.slugs, b.apply, b.prices, probe == "1")
	if err != nil {
		return err
	}
	return kit.WriteJSON(w, http.StatusOK, bulkAnswer{true, probe == "1", len(changed), kit.Mapped(changed, newBulkProductJSON)})
}

func readBulk(body jsvalue.Value) (b bulk, err error) {
	f := fields{body: body, refusal: catalogue.ErrInvalidProduct}
	var step float64
	f.list("slugs", &b.slugs)
	f.number("preis_prozent", &b.prices.Percent)
	f.number("runden", &step)
	f.read("aendern", "ein Objekt", func(v jsvalue.Value) bool {
		b.fields = v
		return v.Kind() == jsvalue.Object
	})
	b.prices.Step = shop.Cents(math.Round(step * 100))
	switch {
	case f.err != nil:
		return b, f.err
	case len(b.slugs) == 0 || len(b.slugs) > catalogue.MaxBulk:
		return b, f.refusal.With("„slugs“ muss 1 bis 500 Produkte nennen.")
	case !f.has("aendern") && !f.has("preis_prozent"):
		return b, shop.ErrNothingToChange
	case f.has("runden") && (!f.has("preis_prozent") || b.prices.Step < 1 || b.prices.Step.Euro() != step):
		return b, f.refusal.With("„runden“ muss ein Betrag in ganzen Cent sein, wie 0.05, und gehört zu „preis_prozent“.")
	case f.has("preis_prozent") && b.fields.Get("preis").Kind() != jsvalue.Undefined:
		return b, f.refusal.With("„preis“ und „preis_prozent“ schließen einander aus.")
	}
	return b, b.check()
}

// check refuses fields that are wrong for any product, be it one with a picture.
func (b *bulk) check() error {
	if err := b.prices.Check(); err != nil {
		return err
	}
	f := fields{body: b.fields, refusal: catalogue.ErrInvalidProduct}
	readProduct(&f, &catalogue.Product{Pictures: make([]catalogue.Picture, 1)})
	if err := kit.CheckProperties(b.fields, f.known); err != nil {
		return err
	}
	return f.err
}

func (b *bulk) apply(p *catalogue.Product) error {
	if b.fields.Kind() != jsvalue.Object {
		return nil
	}
	return applyFields(b.fields, p).err
}
