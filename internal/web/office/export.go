package office

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"kontor/internal/shop"
	"kontor/internal/shop/audit"
	"kontor/internal/shop/order"
	"kontor/internal/web/door"
)

// exportCSV answers GET /api/verwaltung/orders.csv: all orders that match the filter,
// newest first, one line each, sent while they are read.
func (s *Office) exportCSV(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	orders, err := s.exportedOrders(r)
	if err != nil {
		return err
	}
	names, err := s.shop.Catalogue.GermanNames(r.Context())
	if err != nil {
		return err
	}
	file, err := s.export(w, r, "csv", csvType)
	if err != nil {
		return err
	}
	table, err := newCSVTable(file, names)
	if err != nil {
		return err
	}
	if err := orders(table.add); err != nil {
		return err
	}
	return table.finish()
}

// exportXLSX answers GET /api/verwaltung/orders.xlsx with the same orders as a
// workbook.
func (s *Office) exportXLSX(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	orders, err := s.exportedOrders(r)
	if err != nil {
		return err
	}
	names, err := s.shop.Catalogue.GermanNames(r.Context())
	if err != nil {
		return err
	}
	table, err := newXLSXTable(names)
	if err != nil {
		return err
	}
	err = orders(table.add)
	if err == nil {
		err = s.sendXLSX(w, r, table)
	}
	return errors.Join(err, table.close())
}

func (s *Office) sendXLSX(w http.ResponseWriter, r *http.Request, table *xlsxTable) error {
	file, err := s.export(w, r, "xlsx", xlsxType)
	if err != nil {
		return err
	}
	return table.writeTo(file)
}

const (
	csvType  = "text/csv; charset=utf-8"
	xlsxType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
)

// exportedOrders returns the orders of an export: those that the operator selected by
// id, or all that match the list's filter, without its pages.
func (s *Office) exportedOrders(r *http.Request) (func(each func(*order.Order) error) error, error) {
	if chosen := r.URL.Query().Get("ids"); chosen != "" {
		ids, ok := parseIDs(chosen)
		if !ok {
			return nil, shop.ErrInvalidFilter.With("Ungültiger Filter: ids.")
		}
		return func(each func(*order.Order) error) error { return s.eachOf(r.Context(), ids, each) }, nil
	}
	filter, err := parseFilter(r.URL.RawQuery)
	filter.Limit, filter.Before = 0, 0
	return func(each func(*order.Order) error) error { return s.shop.Orders.EachOrder(r.Context(), filter, each) }, err
}

// eachOf calls each for the orders with these ids, newest first.
func (s *Office) eachOf(ctx context.Context, ids []int64, each func(*order.Order) error) error {
	slices.SortFunc(ids, func(a, b int64) int { return cmp.Compare(b, a) })
	for _, id := range slices.Compact(ids) {
		details, err := s.shop.Orders.Order(ctx, id)
		if err != nil {
			return err
		}
		if err := each(&details.Order); err != nil {
			return err
		}
	}
	return nil
}

// attachment is a download that begins with its first byte: earlier failures are
// answered as errors, and later ones cut the connection (see WriteError), so that half
// a file never looks complete. Only [Office.download] makes one.
type attachment struct {
	w                 http.ResponseWriter
	name, contentType string
	begun             bool
}

// download returns a download that is in the audit log: without its entry nothing leaves
// the shop.
func (s *Office) download(w http.ResponseWriter, r *http.Request, e audit.Entry, name, contentType string) (*attachment, error) {
	if err := s.shop.Audit.Record(r.Context(), e); err != nil {
		return nil, err
	}
	return &attachment{w: w, name: name, contentType: contentType}, nil
}

// export returns the download of an export made today. Its entry does not repeat the
// filter, in which there may be a name.
func (s *Office) export(w http.ResponseWriter, r *http.Request, extension, contentType string) (*attachment, error) {
	query, which := r.URL.Query(), "alle Bestellungen"
	if chosen := query.Get("ids"); chosen != "" {
		which = strconv.Itoa(strings.Count(chosen, ",")+1) + " ausgewählte Bestellungen"
	} else if len(query) > 0 {
		which = "gefilterte Bestellungen"
	}
	entry := audit.Entry{Action: audit.Export, To: extension + ", " + which}
	return s.download(w, r, entry, "bestellungen-"+string(shop.DayOf(s.Now()))+"."+extension, contentType)
}

// Write sends the download's headers before its first byte.
func (a *attachment) Write(p []byte) (int, error) {
	if !a.begun {
		a.begun = true
		a.w.Header().Set("Content-Type", a.contentType)
		a.w.Header().Set("Content-Disposition", `attachment; filename="`+a.name+`"`)
	}
	return a.w.Write(p)
}
