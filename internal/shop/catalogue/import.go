package catalogue

import (
	"context"
	"errors"
	"fmt"
	"reflect"

	"kontor/internal/shop"
	"kontor/internal/shop/stock"
)

// MaxImport is how many products one file may have.
const MaxImport = 10_000

// ErrImportFailed is the refusal of a file with mistakes, none of which was stored.
var ErrImportFailed = &shop.Error{Code: "import_fehlerhaft", Text: "Die Datei hat Fehler; nichts wurde übernommen."}

// Row is what a line of a file says about a product.
type Row struct {
	Line    int
	Slug    string
	Columns []string // that have a value
	// Set changes the product as all columns say, or as one of them does alone. An error
	// is a refusal in German.
	Set   func(p *Product, only string) error
	Value func(column string) string // as it is in the file
	// Count is what it says about the product's pieces, once Set has understood it; nil: nothing.
	Count func() *stock.Recount
}

// RowError is a mistake in a file. Column is empty if it is about the whole line.
type RowError struct {
	Line                int
	Column, Value, Text string
}

// Replacement is a product as a file changes it, with its texts.
type Replacement struct {
	Before *Product // nil: it is new
	After  Product
}

// Whole returns what the product was before, or [Nothing].
func (r *Replacement) Whole() *Product {
	if r.Before == nil {
		return Nothing(r.After.Slug)
	}
	return r.Before
}

// Nothing returns a product of which nothing is said yet.
func Nothing(slug string) *Product {
	return &Product{Slug: slug, Facts: Facts{Safety: SafetyOpen, Minimum: 1}, Texts: &Texts{}}
}

// Imported is what a file did to the catalogue, or would do.
type Imported struct {
	Lines, New, Changed, Unchanged int
	Errors                         []RowError
	Hints                          []string
	State                          int64 // of the catalogue with which the file was compared
}

// Import creates and changes products as a file says: all in one transaction, or none if
// any line is wrong. With probe nothing is stored; what would happen is returned all the
// same. If state is not 0, it is that of the catalogue which the operator has approved.
//
// Errors: [shop.ErrStale] if the catalogue is another by now; [ErrImportFailed] with the
// number of wrong lines, unless it is a probe.
func (s *Service) Import(ctx context.Context, rows []Row, state int64, probe bool) (Imported, error) {
	a, err := s.store.Assortment(ctx)
	if err != nil {
		return Imported{}, err
	}
	whole, now, err := s.store.WholeProducts(ctx)
	switch {
	case err != nil:
		return Imported{}, err
	case state != 0 && state != now:
		return Imported{}, shop.ErrStale
	}
	in := importing{Service: s, around: a, products: make(map[string]*Product, len(whole)), seen: make(map[string]int, len(rows))}
	for i := range whole {
		in.products[whole[i].Slug] = &whole[i]
	}
	in.Lines, in.State = len(rows), now
	if in.left, err = s.store.Stock(ctx); err != nil {
		return Imported{}, err
	}
	for i := range rows {
		if err := in.read(ctx, &rows[i]); err != nil {
			return Imported{}, err
		}
	}
	switch {
	case probe:
		return in.Imported, nil
	case len(in.Errors) > 0:
		return in.Imported, ErrImportFailed.With(wrongLines(in.Errors))
	case len(in.changes)+len(in.counts) > 0:
		return in.Imported, s.store.ImportProducts(ctx, in.changes, in.counts, s.now(), now)
	}
	return in.Imported, nil
}

func wrongLines(all []RowError) string {
	lines := make(map[int]bool)
	for _, e := range all {
		lines[e.Line] = true
	}
	if len(lines) == 1 {
		return "1 Zeile hat Fehler; nichts wurde übernommen."
	}
	return fmt.Sprintf("%d Zeilen haben Fehler; nichts wurde übernommen.", len(lines))
}

// importing is a file while it is compared with the catalogue.
type importing struct {
	*Service
	Imported
	around   *Assortment
	products map[string]*Product
	seen     map[string]int // lines by slug
	left     stock.Stock
	changes  []Replacement
	counts   []stock.Change
}

// read compares a line with the catalogue. Only what is no refusal is an error.
func (in *importing) read(ctx context.Context, row *Row) error {
	if first, twice := in.seen[row.Slug]; twice {
		in.refuse(row, "slug", fmt.Sprintf("Das Kürzel steht schon in Zeile %d.", first))
		return nil
	}
	in.seen[row.Slug] = row.Line
	before := in.products[row.Slug]
	start := *Nothing(row.Slug)
	if start.Price, start.Active = -1, true; before != nil {
		start = *before
	}
	after := start.Clone()
	err := row.Set(&after, "")
	same := err == nil && before != nil && reflect.DeepEqual(start, after)
	if err == nil && !same {
		err = in.check(ctx, before, &after)
	}
	if refused, err := in.refused(row, &start, err); refused || err != nil {
		return err
	}
	counted, err := in.count(row)
	if err != nil {
		in.refuse(row, "bestand", err.Error())
		return nil
	}
	in.note(row, before, &after, same, counted)
	return nil
}

// refused notes a mistake that makes an error a refusal, and returns any other error.
func (in *importing) refused(row *Row, start *Product, err error) (bool, error) {
	if refusal := (*shop.Error)(nil); errors.As(err, &refusal) && !errors.Is(err, shop.ErrDatabaseUnavailable) {
		in.refuse(row, in.culprit(row, start), refusal.Text)
		return true, nil
	}
	return false, err
}

// count reports whether a line changes the stock. Its errors are refusals.
func (in *importing) count(row *Row) (bool, error) {
	said := row.Count()
	if said == nil {
		return false, nil
	}
	change, err := in.left.Recount(row.Slug, *said)
	if err != nil || change == nil {
		return false, err
	}
	in.counts = append(in.counts, *change)
	return true, nil
}

// note counts a line without mistakes.
func (in *importing) note(row *Row, before, after *Product, same, counted bool) {
	for _, hint := range after.Hints {
		in.Hints = append(in.Hints, fmt.Sprintf("Zeile %d, „%s“: %s", row.Line, row.Slug, hint))
	}
	if !same {
		in.changes = append(in.changes, Replacement{before, *after})
	}
	switch {
	case before == nil:
		in.New++
	case same && !counted:
		in.Unchanged++
	default:
		in.Changed++
	}
}

func (in *importing) check(ctx context.Context, before, after *Product) error {
	switch {
	case after.Maker != "" && in.around.Maker(after) == nil:
		return ErrInvalidProduct.With("Den Hersteller „" + shortly(after.Maker) + "“ gibt es nicht.")
	case after.Group != "" && in.around.Group(after) == nil:
		return ErrInvalidProduct.With("Die Gruppe „" + shortly(after.Group) + "“ gibt es nicht.")
	}
	return in.settle(ctx, before, after, in.now())
}

// culprit returns the column that is wrong by itself; empty if none is, as where two do
// not fit together.
func (in *importing) culprit(row *Row, start *Product) string {
	for _, column := range row.Columns {
		alone := start.Clone()
		err := row.Set(&alone, column)
		if err == nil && start.Version > 0 {
			if err = alone.measure(); err == nil {
				err = alone.Check()
			}
		}
		if err == nil && (column == "hersteller" && in.around.Maker(&alone) == nil || column == "gruppe" && in.around.Group(&alone) == nil) {
			err = ErrInvalidProduct
		}
		if err != nil {
			return column
		}
	}
	return ""
}

func (in *importing) refuse(row *Row, column, text string) {
	e := RowError{Line: row.Line, Column: column, Text: text}
	if column != "" {
		e.Value = shortly(row.Value(column))
	}
	in.Errors = append(in.Errors, e)
}

// WholeProducts returns all products by slug with their texts.
func (s *Service) WholeProducts(ctx context.Context) ([]Product, error) {
	products, _, err := s.store.WholeProducts(ctx)
	return products, err
}
