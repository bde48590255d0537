package office

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"kontor/internal/jsvalue"
	"kontor/internal/shop"
	"kontor/internal/shop/audit"
	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/stock"
	"kontor/internal/web/door"
	"kontor/internal/web/kit"
)

const maxTable = 5 << 20 // bytes

// importAnswerJSON says what a file of products did, or would do.
type productImportAnswer struct {
	OK           bool              `json:"ok"`
	Probe        bool              `json:"probe"`
	Zeilen       int               `json:"zeilen"`
	Neu          int               `json:"neu"`
	Geaendert    int               `json:"geaendert"`
	Unveraendert int               `json:"unveraendert"`
	Fehler       []importErrorJSON `json:"fehler"`
	Hinweise     []string          `json:"hinweise"`
	Stand        int64             `json:"stand"`
}

type importErrorJSON struct {
	Zeile  int    `json:"zeile"`
	Spalte string `json:"spalte"`
	Wert   string `json:"wert"`
	Text   string `json:"text"`
}

func newImportErrorJSON(e *catalogue.RowError) importErrorJSON {
	return importErrorJSON{e.Line, e.Column, e.Value, e.Text}
}

// importProducts answers POST /api/verwaltung/produkte/import: the body is the file. With
// ?probe=1 nothing is stored, and mistakes are listed; with ?stand= the catalogue must be
// the one that the probe was compared with.
func (s *Office) importProducts(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	q := kit.ReadQuery(r.URL.RawQuery)
	probe, state := q.Text("probe"), int64(0)
	if probe != "" && probe != "1" {
		q.Refuse("probe")
	}
	if text := q.Text("stand"); text != "" {
		var err error
		if state, err = strconv.ParseInt(text, 10, 64); err != nil || state < 1 {
			q.Refuse("stand")
		}
	}
	if q.Err != nil {
		return q.Err
	}
	file, err := kit.ReadFile(w, r, maxTable)
	if err != nil {
		return err
	}
	rows, err := readTable(file)
	if err != nil {
		return err
	}
	in, err := s.shop.Catalogue.Import(r.Context(), rows, state, probe == "1")
	if err != nil {
		return err
	}
	return kit.WriteJSON(w, http.StatusOK, productImportAnswer{
		true, probe == "1", in.Lines, in.New, in.Changed, in.Unchanged,
		kit.Mapped(in.Errors, newImportErrorJSON), append([]string{}, in.Hints...), in.State,
	})
}

// newRow returns a line of a file as the catalogue understands it.
func newRow(line int, columns []productColumn, cells []string) (row catalogue.Row, err error) {
	if len(cells) > len(columns) {
		return row, errTable.With(fmt.Sprintf("Zeile %d hat mehr Zellen als die erste Zeile Spalten.", line))
	}
	values := make(map[string]string, len(cells))
	row = catalogue.Row{Line: line, Value: func(column string) string { return values[column] }}
	for i, cell := range cells {
		if cell = strings.TrimSpace(undo(cell)); cell != "" {
			values[columns[i].name] = cell
			row.Columns = append(row.Columns, columns[i].name)
		}
	}
	row.Slug = values["slug"]
	row.Set = func(p *catalogue.Product, only string) error { return setCells(p, columns, values, only) }
	row.Count = func() *stock.Recount { return recountOf(values) }
	return row, nil
}

// recountOf returns what the cells of a line, which can be read, say about the stock; nil:
// nothing.
func recountOf(values map[string]string) *stock.Recount {
	cell := values[columnStock]
	if cell == "" {
		return nil
	}
	count := &stock.Recount{End: cell == "-"}
	count.Pieces, _ = wholeNumber(cell)
	if before, err := wholeNumber(values[columnStockBefore]); err == nil {
		count.Before = &before
	}
	return count
}

// setCells sets in a product what the cells of its line say, or one of them alone. A
// cell that says what is so already is no change, however a spreadsheet has written it.
func setCells(p *catalogue.Product, columns []productColumn, values map[string]string, only string) error {
	now, err := cellsOf(p)
	if err != nil {
		return err
	}
	fields := make(map[string]any)
	for _, column := range columns {
		cell, given := values[column.name]
		if !given || column.name == "slug" || only != "" && only != column.name || cell == plainLines(now[column.name]) {
			continue
		}
		value, ok := column.read(cell)
		if !ok {
			return catalogue.ErrInvalidProduct.With(notInColumn(column, cell))
		}
		if column.kind == piecesColumn {
			continue
		}
		fields[column.name] = value
	}
	if len(fields) == 0 {
		return nil
	}
	encoded, err := json.Marshal(fields)
	if err != nil {
		return err
	}
	body, err := jsvalue.Parse(encoded)
	if err != nil {
		return err
	}
	return applyFields(body, p).err
}

// plainLines returns a text with lines as a CSV file has them after it was read.
func plainLines(text string) string {
	return strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n"))
}

func notInColumn(c productColumn, cell string) string {
	if cell == "-" {
		return "„" + c.name + "“ kann nicht geleert werden."
	}
	return "„" + c.name + "“ muss " + map[columnKind]string{
		amountColumn: "eine Zahl wie 4,95 sein.", wholeColumn: "eine ganze Zahl sein.", piecesColumn: "eine ganze Zahl sein.", flagColumn: "ja oder nein sein.",
		sharesColumn: "wie „75 schurwolle, 25 polyamid“ geschrieben sein.",
	}[c.kind]
}

// exportProducts answers GET /api/verwaltung/produkte.csv with all products, in a form
// that can be imported again.
func (s *Office) exportProducts(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	products, err := s.shop.Catalogue.WholeProducts(r.Context())
	if err != nil {
		return err
	}
	left, err := s.shop.Stock.Stock(r.Context())
	if err != nil {
		return err
	}
	entry := audit.Entry{Action: audit.Export, To: "csv, alle Produkte"}
	file, err := s.download(w, r, entry, "produkte-"+string(shop.DayOf(s.Now()))+".csv", csvType)
	if err != nil {
		return err
	}
	out := csvWriter(file)
	row := make([]string, len(productColumns))
	for i, column := range productColumns {
		row[i] = column.name
	}
	err = out.Write(row)
	for i := 0; err == nil && i < len(products); i++ {
		err = writeProductRow(out, &products[i], left, row)
	}
	out.Flush()
	if err == nil {
		err = out.Error()
	}
	return err
}

func writeProductRow(out *csv.Writer, p *catalogue.Product, left stock.Stock, row []string) error {
	cells, err := cellsOf(p)
	if err != nil {
		return err
	}
	if pieces, counted := left.Left(p.Slug); counted {
		cells[columnStock] = strconv.FormatInt(pieces, 10)
		cells[columnStockBefore] = cells[columnStock]
	}
	for i, column := range productColumns {
		row[i] = guarded(cells[column.name])
	}
	return out.Write(row)
}

// guarded returns a text that spreadsheets do not run as a formula, and that [undo]
// turns back into itself. A hyphen alone would clear the cell.
func guarded(text string) string {
	if bare := strings.TrimLeft(text, "'"); defuse(bare) != bare {
		return "'" + text
	}
	return text
}

// undo returns the text of which [guarded] made a cell.
func undo(cell string) string {
	if bare := strings.TrimLeft(cell, "'"); bare != cell && defuse(bare) != bare {
		return cell[1:]
	}
	return cell
}
