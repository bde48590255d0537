package web

import (
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"kontor"
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
// Errors: [kontor.ErrInvalidFilter], [kontor.ErrInvalidCursor].
func parseFilter(rawQuery string) (kontor.Filter, error) {
	query, err := url.ParseQuery(rawQuery)
	if err != nil {
		return kontor.Filter{}, kontor.ErrInvalidFilter
	}
	q := filterReader{query: query}
	f := kontor.Filter{
		Status:        q.status(),
		Words:         q.words(),
		Country:       q.country(),
		PaymentMethod: q.text("zahlungsart"),
		AtMost:        q.euro("betrag_bis"),
		Coupon:        kontor.NormalizeCode(q.text("gutschein")),
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
// Errors: [kontor.ErrInvalidFilter], [kontor.ErrInvalidCursor].
func parseMailFilter(rawQuery string) (kontor.MessageFilter, error) {
	query, err := url.ParseQuery(rawQuery)
	if err != nil {
		return kontor.MessageFilter{}, kontor.ErrInvalidFilter
	}
	q := filterReader{query: query}
	f := kontor.MessageFilter{
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
	if !wellFormed(s) || utf8.RuneCountInString(s) > kontor.MaxText {
		q.refuse(name)
	}
	return s
}

func (q *filterReader) status() kontor.Status {
	status := kontor.Status(q.text("status"))
	if status != "" && !status.Valid() {
		q.refuse("status")
	}
	return status
}

func (q *filterReader) messageState() kontor.MessageState {
	state := kontor.MessageState(q.text("zustand"))
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

func (q *filterReader) country() kontor.Country {
	country := kontor.Country(strings.ToLower(q.text("land")))
	if country != "" && !country.Valid() {
		q.refuse("land")
	}
	return country
}

func (q *filterReader) words() []string {
	text := q.text("q")
	words := kontor.SplitWords(text)
	switch {
	case len(words) > maxSearchWords:
		q.refuse("q")
	case len(words) == 0:
		return strings.Fields(text) // signs alone, which no word begins with
	}
	return words
}

// days reads a range of days, either end of which may be open.
func (q *filterReader) days() (from, until kontor.Day) {
	from, until = q.day("von"), q.day("bis")
	if until != "" && from > until && q.err == nil {
		q.err = kontor.ErrInvalidFilter.With("Ungültiger Filter: von liegt nach bis.")
	}
	return from, until
}

func (q *filterReader) day(name string) kontor.Day {
	day, err := kontor.ParseDay(q.text(name))
	if err != nil {
		q.refuse(name)
	}
	return day
}

// filterEuro is how an amount is written in a filter, as Germans or programs do.
var filterEuro = regexp.MustCompile(`^[0-9]{1,9}([.,][0-9]{1,2})?$`)

// euro reads an amount; nil when there is none.
func (q *filterReader) euro(name string) *kontor.Cents {
	s := q.text(name)
	if s == "" {
		return nil
	}
	amount, err := strconv.ParseFloat(strings.Replace(s, ",", ".", 1), 64)
	if err != nil || !filterEuro.MatchString(s) {
		q.refuse(name)
		return nil
	}
	cents := kontor.CentsOf(amount)
	return &cents
}

// hint reads a kind of hint, or "ja" for any.
func (q *filterReader) hint() (any bool, kind kontor.HintKind) {
	switch kind = kontor.HintKind(q.text("hinweis")); {
	case kind == "" || slices.Contains(kontor.HintKinds, kind):
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
		return kontor.DefaultLimit
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 {
		q.refuse("limit")
	}
	return min(n, kontor.MaxLimit)
}

func (q *filterReader) cursor() int64 {
	s := q.text("cursor")
	if s == "" {
		return 0
	}
	id, err := strconv.ParseInt(s, 10, 64)
	if (err != nil || id < 1) && q.err == nil {
		q.err = kontor.ErrInvalidCursor
	}
	return id
}

// refuse names the parameter but not its value, which may be anything.
func (q *filterReader) refuse(name string) {
	if q.err == nil {
		q.err = kontor.ErrInvalidFilter.With("Ungültiger Filter: " + name + ".")
	}
}

// wellFormed tells whether both engines can take the text: PostgreSQL refuses
// U+0000 and broken UTF-8.
func wellFormed(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsRune(s, 0)
}
