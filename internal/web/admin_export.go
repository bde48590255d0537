package web

import (
	"errors"
	"net/http"
	"time"

	"kontor"
)

// exportCSV answers GET /api/verwaltung/orders.csv: all orders that pass the
// filter, newest first, one line each, sent while they are read.
func (s *Server) exportCSV(w http.ResponseWriter, r *http.Request) error {
	filter, err := s.exportFilter(r)
	if err != nil {
		return err
	}
	table, err := newCSVTable(s.attachment(w, "csv", csvType))
	if err != nil {
		return err
	}
	if err := s.shop.EachOrder(r.Context(), filter, table.add); err != nil {
		return err
	}
	return table.finish()
}

// exportXLSX answers GET /api/verwaltung/orders.xlsx with the same orders as a
// workbook.
func (s *Server) exportXLSX(w http.ResponseWriter, r *http.Request) error {
	filter, err := s.exportFilter(r)
	if err != nil {
		return err
	}
	table, err := newXLSXTable()
	if err != nil {
		return err
	}
	err = s.shop.EachOrder(r.Context(), filter, table.add)
	if err == nil {
		err = table.writeTo(s.attachment(w, "xlsx", xlsxType))
	}
	return errors.Join(err, table.close())
}

const (
	csvType  = "text/csv; charset=utf-8"
	xlsxType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
)

// exportFilter is the filter of the list without its pages.
func (s *Server) exportFilter(r *http.Request) (kontor.Filter, error) {
	if _, err := s.requireAdmin(r); err != nil {
		return kontor.Filter{}, err
	}
	filter, err := parseFilter(r.URL.RawQuery)
	filter.Limit, filter.Before = 0, 0
	return filter, err
}

// attachment is a download that begins with its first byte: what goes wrong
// before is still answered as an error, and what goes wrong later cuts the
// connection (see writeError), so that half a file never looks whole.
type attachment struct {
	w                 http.ResponseWriter
	name, contentType string
	begun             bool
}

// writePatience is how long a client may take for one piece of a download; as
// long as it takes pieces, the whole may take any time.
const writePatience = time.Minute

// attachment returns the download of an export made today.
func (s *Server) attachment(w http.ResponseWriter, extension, contentType string) *attachment {
	today := kontor.DayOf(s.now())
	return &attachment{w: w, name: "bestellungen-" + string(today) + "." + extension, contentType: contentType}
}

// Write sends the download's headers before its first byte.
func (a *attachment) Write(p []byte) (int, error) {
	if !a.begun {
		a.begun = true
		a.w.Header().Set("Content-Type", a.contentType)
		a.w.Header().Set("Content-Disposition", `attachment; filename="`+a.name+`"`)
	}
	deadline := time.Now().Add(writePatience)
	if err := http.NewResponseController(a.w).SetWriteDeadline(deadline); err != nil {
		return 0, err
	}
	return a.w.Write(p)
}
