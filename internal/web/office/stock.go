package office

import (
	"context"
	"net/http"

	"kontor/internal/jsvalue"
	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/stock"
	"kontor/internal/web/door"
	"kontor/internal/web/kit"
)

// lotJSON is what is left of a product in one dye lot; partie is empty if no lots are
// kept.
type lotJSON struct {
	Partie  string `json:"partie"`
	Bestand int64  `json:"bestand"`
}

// stockEntryJSON is what came or went.
type stockEntryJSON struct {
	ID            int64   `json:"id"`
	Partie        string  `json:"partie"`
	Menge         int64   `json:"menge"`
	Art           string  `json:"art"`
	OrderID       *int64  `json:"order_id"`
	Bestellnummer *string `json:"bestellnummer"`
	Zahlung       *int64  `json:"zahlung"`
	Wer           string  `json:"wer"`
	Zeit          string  `json:"zeit"`
	Notiz         string  `json:"notiz"`
}

// stockAnswer is the stock of a product with its journal, newest first. Bestand is null
// if nobody counts it.
type stockAnswer struct {
	OK        bool             `json:"ok"`
	Slug      string           `json:"slug"`
	Bestand   *int64           `json:"bestand"`
	Partien   []lotJSON        `json:"partien"`
	Buchungen []stockEntryJSON `json:"buchungen"`
	Weiter    *string          `json:"weiter"`
}

func newStockEntryJSON(e *stock.Entry) stockEntryJSON {
	return stockEntryJSON{
		ID: e.ID, Partie: e.Lot, Menge: e.Pieces, Art: string(e.Kind),
		OrderID: kit.NullIfZero(e.OrderID), Bestellnummer: kit.NullIfZero(e.OrderNumber), Zahlung: kit.NullIfZero(e.PaymentID),
		Wer: e.Who, Zeit: shop.FormatTime(e.At), Notiz: e.Note,
	}
}

func writeStock(w http.ResponseWriter, r *http.Request, j *stock.Journal) error {
	answer := stockAnswer{
		OK: true, Slug: j.Slug, Partien: []lotJSON{}, Buchungen: kit.Mapped(j.Entries, newStockEntryJSON),
		Bestand: piecesOf(stock.Stock{j.Slug: j.Lots}, j.Slug),
	}
	if !j.Counted {
		answer.Bestand = nil
	}
	for _, lot := range j.Lots {
		answer.Partien = append(answer.Partien, lotJSON{lot.Name, lot.Pieces})
	}
	if j.More && r.Method == http.MethodGet {
		answer.Weiter = kit.NextPage(w, r, j.Entries[len(j.Entries)-1].ID)
	}
	return kit.WriteJSON(w, http.StatusOK, answer)
}

// showStock answers GET /api/verwaltung/produkte/:slug/bestand.
func (s *Office) showStock(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	q := kit.ReadQuery(r.URL.RawQuery)
	page := stock.Page{Before: q.Cursor(), Limit: q.Limit()}
	if q.Err != nil {
		return q.Err
	}
	slug := kit.PathText(r, "slug")
	if _, err := s.shop.Catalogue.Product(r.Context(), slug); err != nil {
		return err
	}
	journal, err := s.shop.Stock.StockJournal(r.Context(), slug, page)
	if err != nil {
		return err
	}
	return writeStock(w, r, &journal)
}

// changeStock answers POST /api/verwaltung/produkte/:slug/bestand.
func (s *Office) changeStock(w http.ResponseWriter, r *http.Request, by door.Operator) error {
	body, err := kit.ReadJSON(w, r)
	if err != nil {
		return err
	}
	change, err := parseStockChange(body)
	if err != nil {
		return err
	}
	change.Slug, change.Who = kit.PathText(r, "slug"), by.Actor()
	journal, err := s.shop.Stock.Change(r.Context(), change)
	if err != nil {
		return err
	}
	return writeStock(w, r, &journal)
}

func parseStockChange(body jsvalue.Value) (c stock.Change, err error) {
	f := fields{body: body, refusal: stock.ErrInvalid}
	f.pieces("aenderung", &c.By)
	var counted int64
	if f.pieces("bestand", &counted); f.has("bestand") {
		if c.End = body.Get("bestand").Kind() == jsvalue.Null; !c.End {
			c.To = &counted
		}
	}
	var expected stock.Expected
	if f.pieces("erwartet", &expected.Pieces); f.has("erwartet") {
		expected.Counted = body.Get("erwartet").Kind() != jsvalue.Null
		c.Expected = &expected
	}
	f.text("partie", &c.Lot)
	f.text("anfrage", &c.Request)
	f.text("notiz", &c.Note)
	if f.err == nil && f.has("aenderung") && f.has("bestand") {
		f.err = stock.ErrInvalid.With("„aenderung“ und „bestand“ schließen einander aus.")
	}
	return c, f.err
}

// pieces reads a whole number, or null where that has a meaning.
func (f *fields) pieces(name string, into *int64) {
	f.read(name, "eine ganze Zahl", func(v jsvalue.Value) bool {
		x := v.Float()
		*into = int64(x)
		return v.Kind() == jsvalue.Null && name != "aenderung" || x == float64(*into) && x >= -stock.MaxPieces && x <= stock.MaxPieces
	})
}

// piecesOf returns what is left of a product; nil: nobody counts it.
func piecesOf(left stock.Stock, slug string) *int64 {
	pieces, counted := left.Left(slug)
	if !counted {
		return nil
	}
	return &pieces
}

// stockFilters are the values of the filter of the product list.
var stockFilters = map[string]func(left *int64) bool{
	"":            func(*int64) bool { return true },
	"ungezaehlt":  func(left *int64) bool { return left == nil },
	"gezaehlt":    func(left *int64) bool { return left != nil },
	"ausverkauft": func(left *int64) bool { return left != nil && *left == 0 },
	"knapp":       func(left *int64) bool { return left != nil && *left > 0 && *left <= stock.Few },
	"lieferbar":   func(left *int64) bool { return left == nil || *left > 0 },
}

// inStock returns the products that the filter selects, with the stock of all.
func (s *Office) inStock(ctx context.Context, products []catalogue.Product, filter string) ([]catalogue.Product, stock.Stock, error) {
	selects, known := stockFilters[filter]
	if !known {
		return nil, nil, shop.ErrInvalidFilter.With("Ungültiger Filter: bestand.")
	}
	left, err := s.shop.Stock.Stock(ctx)
	if err != nil || filter == "" {
		return products, left, err
	}
	var selected []catalogue.Product
	for _, p := range products {
		if selects(piecesOf(left, p.Slug)) {
			selected = append(selected, p)
		}
	}
	return selected, left, nil
}
