package office

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/tax"
)

// columnKind is how a field of a product stands in a table.
type columnKind int

const (
	textColumn   columnKind = iota
	amountColumn            // with a decimal comma or point
	wholeColumn             // an integer
	flagColumn              // ja, nein
	wordsColumn             // separated by spaces
	sharesColumn            // "75 schurwolle, 25 polyamid"
	piecesColumn            // an integer about the stock, which is no field
)

// productColumn is a field of a product as a column; cleared is its value when a file
// clears it, nil if that is not possible.
type productColumn struct {
	name    string
	kind    columnKind
	cleared any
}

// The columns about the stock: how many pieces there are, and how many there were when the
// table was made.
const (
	columnStock       = "bestand"
	columnStockBefore = "bestand_alt"
)

// productColumns are the columns of a table of products, in the order of the export.
// What the shop computes, pictures, and where a product came from are none.
var productColumns = func() []productColumn {
	columns := []productColumn{{"slug", textColumn, nil}}
	texts := func(name string) {
		for _, language := range shop.Languages {
			columns = append(columns, productColumn{name + "_" + string(language), textColumn, ""})
		}
	}
	texts("name")
	columns = append(columns, productColumn{"kategorie_slug", textColumn, ""}, productColumn{"preis", amountColumn, nil},
		productColumn{"ermaessigt", flagColumn, false}, productColumn{"steuerklasse", textColumn, string(tax.Standard)}, productColumn{"inhalt", wholeColumn, null}, productColumn{"inhalt_einheit", textColumn, null},
		productColumn{"grundpreis", amountColumn, null}, productColumn{"grundpreis_einheit", textColumn, null},
		productColumn{"schnittware", flagColumn, false}, productColumn{"mindestmenge", wholeColumn, 1}, productColumn{"breite_cm", wholeColumn, null},
		productColumn{"aktiv", flagColumn, false}, productColumn{"bestseller_label", flagColumn, false},
		productColumn{columnStock, piecesColumn, null}, productColumn{columnStockBefore, piecesColumn, nil},
		productColumn{"hersteller", textColumn, ""}, productColumn{"artikelnummer", textColumn, ""}, productColumn{"gtin", textColumn, ""},
		productColumn{"fasern", sharesColumn, []any{}}, productColumn{"tierisch", flagColumn, false},
		productColumn{"sicherheit", textColumn, string(catalogue.SafetyOpen)}, productColumn{"gefahren", wordsColumn, []any{}},
		productColumn{"signalwort", textColumn, ""}, productColumn{"gruppe", textColumn, ""}, productColumn{"gruppe_position", wholeColumn, 0})
	texts("merkmal1")
	texts("merkmal2")
	columns = append(columns, productColumn{"lieferzeit_tage", wholeColumn, 0}, productColumn{"pflichten_ausnahme", textColumn, ""})
	for _, name := range []string{"alt", "beschreibung", "suchwoerter", "material", "warnhinweise"} {
		texts(name)
	}
	return columns
}()

// null is the JSON value.
var null = json.RawMessage("null")

func columnOf(name string) (productColumn, bool) {
	i := slices.IndexFunc(productColumns, func(c productColumn) bool { return c.name == name })
	if i < 0 {
		return productColumn{}, false
	}
	return productColumns[i], true
}

// cellsOf returns a product's cells by the names of the columns. A price by measure that
// the shop computes is left to it.
func cellsOf(p *catalogue.Product) (map[string]string, error) {
	encoded, err := json.Marshal(newWholeProductJSON(p, nil))
	if err != nil {
		return nil, err
	}
	var fields map[string]any
	if err := json.Unmarshal(encoded, &fields); err != nil {
		return nil, err
	}
	if p.Content.Amount > 0 {
		fields["grundpreis"], fields["grundpreis_einheit"] = nil, nil
	}
	fields["fasern"] = p.Fibres
	cells := make(map[string]string, len(productColumns))
	for _, column := range productColumns {
		cells[column.name] = column.cell(fields[column.name])
	}
	return cells, nil
}

func (c productColumn) cell(value any) string {
	switch v := value.(type) {
	case string:
		return v
	case bool:
		if v {
			return "ja"
		}
		return "nein"
	case float64:
		if c.kind == amountColumn {
			return strings.Replace(strconv.FormatFloat(v, 'f', 2, 64), ".", ",", 1)
		}
		return strconv.FormatFloat(v, 'f', -1, 64)
	case []any:
		words := make([]string, len(v))
		for i, word := range v {
			words[i] = fmt.Sprint(word)
		}
		return strings.Join(words, " ")
	case []catalogue.Share:
		parts := make([]string, len(v))
		for i, share := range v {
			parts[i] = fmt.Sprint(share.Percent, " ", share.Fibre)
		}
		return strings.Join(parts, ", ")
	}
	return ""
}

// read returns what a cell means as JSON; false if it means nothing in this column.
func (c productColumn) read(cell string) (any, bool) {
	if cell == "-" {
		return c.cleared, c.cleared != nil
	}
	switch c.kind {
	case amountColumn:
		amount, err := strconv.ParseFloat(plainNumber(cell), 64)
		return amount, err == nil
	case wholeColumn, piecesColumn:
		number, err := wholeNumber(cell)
		return number, err == nil
	case flagColumn:
		yes := slices.Contains([]string{"ja", "1", "true", "wahr", "x"}, strings.ToLower(cell))
		return yes, yes || slices.Contains([]string{"nein", "0", "false", "falsch"}, strings.ToLower(cell))
	case wordsColumn:
		return strings.Fields(strings.ReplaceAll(cell, ",", " ")), true
	case sharesColumn:
		return readShares(cell)
	}
	return cell, true
}

func wholeNumber(cell string) (int64, error) {
	return strconv.ParseInt(strings.TrimSuffix(plainNumber(cell), ".00"), 10, 64)
}

// plainNumber returns a number with a decimal point: of several signs the last one
// separates the decimals.
func plainNumber(cell string) string {
	cell = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(cell), "€"))
	if strings.Contains(cell, ",") && strings.LastIndex(cell, ",") > strings.LastIndex(cell, ".") {
		return strings.Replace(strings.ReplaceAll(cell, ".", ""), ",", ".", 1)
	}
	return strings.ReplaceAll(cell, ",", "")
}

func readShares(cell string) (any, bool) {
	shares := []catalogue.Share{}
	for part := range strings.SplitSeq(cell, ",") {
		percent, fibre, ok := strings.Cut(strings.TrimSpace(part), " ")
		number, err := strconv.ParseInt(strings.TrimSuffix(percent, "%"), 10, 64)
		if !ok || err != nil {
			return nil, false
		}
		shares = append(shares, catalogue.Share{Fibre: strings.ToLower(strings.TrimSpace(strings.TrimPrefix(fibre, "%"))), Percent: number})
	}
	return shares, true
}
