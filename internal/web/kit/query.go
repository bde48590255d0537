package kit

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"kontor/internal/shop"
	"kontor/internal/shop/order"
)

// Query parses the parameters of a list and keeps the first malformed one: quietly
// ignoring a filter would show, or export, more than was requested.
type Query struct {
	values url.Values
	Err    error // [shop.ErrInvalidFilter] or [shop.ErrInvalidCursor]
}

// ReadQuery parses a query. One that is malformed is refused at the first parameter.
func ReadQuery(rawQuery string) (q Query) {
	if q.values, q.Err = url.ParseQuery(rawQuery); q.Err != nil {
		q.Err = shop.ErrInvalidFilter
	}
	return q
}

// Text returns a parameter, refused if the database engines cannot compare it.
func (q *Query) Text(name string) string {
	s := q.values.Get(name)
	if !wellFormed(s) || utf8.RuneCountInString(s) > shop.MaxText {
		q.Refuse(name)
	}
	return s
}

// ID parses the id of an entry; 0 if there is none.
func (q *Query) ID(name string) int64 {
	s := q.Text(name)
	if s == "" {
		return 0
	}
	id, err := strconv.ParseInt(s, 10, 64)
	if err != nil || id < 1 {
		q.Refuse(name)
	}
	return id
}

// Days parses a range of days, either end of which may be open.
func (q *Query) Days() (from, until shop.Day) {
	from, until = q.day("von"), q.day("bis")
	if until != "" && from > until && q.Err == nil {
		q.Err = shop.ErrInvalidFilter.With("Ungültiger Filter: von liegt nach bis.")
	}
	return from, until
}

func (q *Query) day(name string) shop.Day {
	day, err := shop.ParseDay(q.Text(name))
	if err != nil {
		q.Refuse(name)
	}
	return day
}

// Limit parses the size of a page. A larger one than allowed is reduced to a full page
// with its cursor.
func (q *Query) Limit() int {
	s := q.Text("limit")
	if s == "" {
		return order.DefaultLimit
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 {
		q.Refuse("limit")
	}
	return min(n, order.MaxLimit)
}

// Cursor parses the cursor of a page; 0 on the first.
func (q *Query) Cursor() int64 {
	s := q.Text("cursor")
	if s == "" {
		return 0
	}
	id, err := strconv.ParseInt(s, 10, 64)
	if (err != nil || id < 1) && q.Err == nil {
		q.Err = shop.ErrInvalidCursor
	}
	return id
}

// Refuse names the parameter but not its value, which may be anything.
func (q *Query) Refuse(name string) {
	if q.Err == nil {
		q.Err = shop.ErrInvalidFilter.With("Ungültiger Filter: " + name + ".")
	}
}

// wellFormed reports whether both engines accept the text: PostgreSQL refuses U+0000
// and broken UTF-8.
func wellFormed(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsRune(s, 0)
}

// NextPage returns the cursor of a list's next page, and sets the answer's Link header
// to it. A cursor of 0 means that this page is the last: nil.
func NextPage(w http.ResponseWriter, r *http.Request, next int64) *string {
	if next == 0 {
		return nil
	}
	return NextPageAfter(w, r, strconv.FormatInt(next, 10))
}

// NextPageAfter is [NextPage] for cursors that are texts.
func NextPageAfter(w http.ResponseWriter, r *http.Request, cursor string) *string {
	if cursor == "" {
		return nil
	}
	values := r.URL.Query()
	values.Set("cursor", cursor)
	page := url.URL{Path: r.URL.Path, RawQuery: values.Encode()}
	w.Header().Set("Link", "<"+page.String()+`>; rel="next"`)
	return &cursor
}
