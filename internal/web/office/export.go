package office

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"

	"kontor/internal/shop"
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
	table, err := newCSVTable(s.attachment(w, "csv", csvType), names)
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
		err = table.writeTo(s.attachment(w, "xlsx", xlsxType))
	}
	return errors.Join(err, table.close())
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
// a file never looks complete.
type attachment struct {
	w                 http.ResponseWriter
	name, contentType string
	begun             bool
}

// attachment returns the download of an export made today.
func (s *Office) attachment(w http.ResponseWriter, extension, contentType string) *attachment {
	today := shop.DayOf(s.Now())
	return &attachment{w: w, name: "bestellungen-" + string(today) + "." + extension, contentType: contentType}
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
