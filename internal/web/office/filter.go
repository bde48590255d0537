package office

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"kontor/internal/shop"
	"kontor/internal/shop/coupon"
	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
	"kontor/internal/web/kit"
)

// maxSearchWords bounds the database work of one search. A name together with an
// address such as anna-maria.von-der-au@web-laden.example.org stays below it.
const maxSearchWords = 16

// filterReader parses the filters of the administration's lists.
type filterReader struct{ kit.Query }

// parseFilter parses the filter of the order list and of the exports.
//
// Errors: [shop.ErrInvalidFilter], [shop.ErrInvalidCursor].
func parseFilter(rawQuery string) (order.Filter, error) {
	q := filterReader{kit.ReadQuery(rawQuery)}
	f := order.Filter{
		Status:        q.status(),
		Dispatch:      q.dispatchState(),
		Words:         q.words(),
		Country:       q.country(),
		PaymentMethod: q.Text("zahlungsart"),
		AtMost:        q.euro("betrag_bis"),
		Coupon:        coupon.NormalizeCode(q.Text("gutschein")),
		Limit:         q.Limit(),
		Before:        q.Cursor(),
	}
	f.From, f.Until = q.Days()
	if least := q.euro("betrag_von"); least != nil {
		f.AtLeast = *least
	}
	f.AnyHint, f.Hint = q.hint()
	return f, q.Err
}

// parseMailFilter parses the filter of the outbox.
//
// Errors: [shop.ErrInvalidFilter], [shop.ErrInvalidCursor].
func parseMailFilter(rawQuery string) (message.Filter, error) {
	q := filterReader{kit.ReadQuery(rawQuery)}
	f := message.Filter{
		State:   q.messageState(),
		OrderID: q.ID("bestellung"),
		Limit:   q.Limit(),
		Before:  q.Cursor(),
	}
	return f, q.Err
}

func (q *filterReader) status() order.Status {
	status := order.Status(q.Text("status"))
	if status != "" && !status.Valid() {
		q.Refuse("status")
	}
	return status
}

func (q *filterReader) dispatchState() order.DispatchState {
	state := order.DispatchState(q.Text("versand"))
	if state != "" && !state.Valid() {
		q.Refuse("versand")
	}
	return state
}

func (q *filterReader) messageState() message.State {
	state := message.State(q.Text("zustand"))
	if state != "" && !state.Valid() {
		q.Refuse("zustand")
	}
	return state
}

func (q *filterReader) country() shop.Country {
	country := shop.Country(strings.ToLower(q.Text("land")))
	if country != "" && !country.Valid() {
		q.Refuse("land")
	}
	return country
}

func (q *filterReader) words() []string {
	text := q.Text("q")
	words := order.SplitWords(text)
	switch {
	case len(words) > maxSearchWords:
		q.Refuse("q")
	case len(words) == 0:
		return strings.Fields(text) // signs alone, with which no word begins
	}
	return words
}

// filterEuro matches an amount in a filter, in German or in programs' notation.
var filterEuro = regexp.MustCompile(`^[0-9]{1,9}([.,][0-9]{1,2})?$`)

// euro parses an amount; nil if there is none.
func (q *filterReader) euro(name string) *shop.Cents {
	s := q.Text(name)
	if s == "" {
		return nil
	}
	amount, err := strconv.ParseFloat(strings.Replace(s, ",", ".", 1), 64)
	if err != nil || !filterEuro.MatchString(s) {
		q.Refuse(name)
		return nil
	}
	cents := shop.CentsOf(amount)
	return &cents
}

// hint parses a kind of hint, or "ja" for any.
func (q *filterReader) hint() (any bool, kind order.HintKind) {
	switch kind = order.HintKind(q.Text("hinweis")); {
	case kind == "" || slices.Contains(order.HintKinds, kind):
		return false, kind
	case kind == "ja":
		return true, ""
	}
	q.Refuse("hinweis")
	return false, ""
}
