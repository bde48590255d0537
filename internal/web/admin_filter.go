package web

import (
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"kontor/internal/shop"
	"kontor/internal/shop/coupon"
	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
)

// maxSearchWords bounds the work that one search can ask of the database. A name
// and an address such as anna-maria.von-der-au@web-laden.example.org together stay
// below it.
const maxSearchWords = 16

// filterReader reads the query of an order list and keeps the first parameter
// that cannot be understood: a filter that is quietly left out would show, or
// export, more than was asked for.
type filterReader struct {
	query url.Values
	err   error
}

// parseFilter reads the filter of the order list and of the exports.
//
// Errors: [shop.ErrInvalidFilter], [shop.ErrInvalidCursor].
func parseFilter(rawQuery string) (order.Filter, error) {
	query, err := url.ParseQuery(rawQuery)
	if err != nil {
		return order.Filter{}, shop.ErrInvalidFilter
	}
	q := filterReader{query: query}
	f := order.Filter{
		Status:        q.status(),
		Words:         q.words(),
		Country:       q.country(),
		PaymentMethod: q.text("zahlungsart"),
		AtMost:        q.euro("betrag_bis"),
		Coupon:        coupon.NormalizeCode(q.text("gutschein")),
		Limit:         q.limit(),
		Before:        q.cursor(),
	}
	f.From, f.Until = q.days()
	if least := q.euro("betrag_von"); least != nil {
		f.AtLeast = *least
	}
	f.AnyHint, f.Hint = q.hint()
	return f, q.err
}

// parseMailFilter reads the filter of the outbox.
//
// Errors: [shop.ErrInvalidFilter], [shop.ErrInvalidCursor].
func parseMailFilter(rawQuery string) (message.MessageFilter, error) {
	query, err := url.ParseQuery(rawQuery)
	if err != nil {
		return message.MessageFilter{}, shop.ErrInvalidFilter
	}
	q := filterReader{query: query}
	f := message.MessageFilter{
		State:   q.messageState(),
		OrderID: q.id("bestellung"),
		Limit:   q.limit(),
		Before:  q.cursor(),
	}
	return f, q.err
}

// text returns a parameter as far as both engines can compare it.
func (q *filterReader) text(name string) string {
	s := q.query.Get(name)
	if !wellFormed(s) || utf8.RuneCountInString(s) > shop.MaxText {
		q.refuse(name)
	}
	return s
}

func (q *filterReader) status() order.Status {
	status := order.Status(q.text("status"))
	if status != "" && !status.Valid() {
		q.refuse("status")
	}
	return status
}

func (q *filterReader) messageState() message.MessageState {
	state := message.MessageState(q.text("zustand"))
	if state != "" && !state.Valid() {
		q.refuse("zustand")
	}
	return state
}

// id reads the id of an entry; 0 when there is none.
func (q *filterReader) id(name string) int64 {
	s := q.text(name)
	if s == "" {
		return 0
	}
	id, err := strconv.ParseInt(s, 10, 64)
	if err != nil || id < 1 {
		q.refuse(name)
	}
	return id
}

func (q *filterReader) country() shop.Country {
	country := shop.Country(strings.ToLower(q.text("land")))
	if country != "" && !country.Valid() {
		q.refuse("land")
	}
	return country
}

func (q *filterReader) words() []string {
	text := q.text("q")
	words := order.SplitWords(text)
	switch {
	case len(words) > maxSearchWords:
		q.refuse("q")
	case len(words) == 0:
		return strings.Fields(text) // signs alone, which no word begins with
	}
	return words
}

// days reads a range of days, either end of which may be open.
func (q *filterReader) days() (from, until shop.Day) {
	from, until = q.day("von"), q.day("bis")
	if until != "" && from > until && q.err == nil {
		q.err = shop.ErrInvalidFilter.With("Ungültiger Filter: von liegt nach bis.")
	}
	return from, until
}

func (q *filterReader) day(name string) shop.Day {
	day, err := shop.ParseDay(q.text(name))
	if err != nil {
		q.refuse(name)
	}
	return day
}

// filterEuro is how an amount is written in a filter, as Germans or programs do.
var filterEuro = regexp.MustCompile(`^[0-9]{1,9}([.,][0-9]{1,2})?$`)

// euro reads an amount; nil when there is none.
func (q *filterReader) euro(name string) *shop.Cents {
	s := q.text(name)
	if s == "" {
		return nil
	}
	amount, err := strconv.ParseFloat(strings.Replace(s, ",", ".", 1), 64)
	if err != nil || !filterEuro.MatchString(s) {
		q.refuse(name)
		return nil
	}
	cents := shop.CentsOf(amount)
	return &cents
}

// hint reads a kind of hint, or "ja" for any.
func (q *filterReader) hint() (any bool, kind order.HintKind) {
	switch kind = order.HintKind(q.text("hinweis")); {
	case kind == "" || slices.Contains(order.HintKinds, kind):
		return false, kind
	case kind == "ja":
		return true, ""
	}
	q.refuse("hinweis")
	return false, ""
}

// limit reads the size of a page. Whoever asks for more than a page holds gets
// a full page and its cursor.
func (q *filterReader) limit() int {
	s := q.text("limit")
	if s == "" {
		return order.DefaultLimit
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 {
		q.refuse("limit")
	}
	return min(n, order.MaxLimit)
}

func (q *filterReader) cursor() int64 {
	s := q.text("cursor")
	if s == "" {
		return 0
	}
	id, err := strconv.ParseInt(s, 10, 64)
	if (err != nil || id < 1) && q.err == nil {
		q.err = shop.ErrInvalidCursor
	}
	return id
}

// refuse names the parameter but not its value, which may be anything.
func (q *filterReader) refuse(name string) {
	if q.err == nil {
		q.err = shop.ErrInvalidFilter.With("Ungültiger Filter: " + name + ".")
	}
}

// wellFormed tells whether both engines can take the text: PostgreSQL refuses
// U+0000 and broken UTF-8.
func wellFormed(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsRune(s, 0)
}
