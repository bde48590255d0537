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

// maxSearchWords bounds the work that one search can ask of the database. A name
// and an address such as anna-maria.von-der-au@web-laden.example.org together stay
// below it.
const maxSearchWords = 16

// filterReader reads the filters of the administration's lists.
type filterReader struct{ kit.Query }

// parseFilter reads the filter of the order list and of the exports.
//
// Errors: [shop.ErrInvalidFilter], [shop.ErrInvalidCursor].
func parseFilter(rawQuery string) (order.Filter, error) {
	q := filterReader{kit.ReadQuery(rawQuery)}
	f := order.Filter{
		Status:        q.status(),
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

// parseMailFilter reads the filter of the outbox.
//
// Errors: [shop.ErrInvalidFilter], [shop.ErrInvalidCursor].
func parseMailFilter(rawQuery string) (message.MessageFilter, error) {
	q := filterReader{kit.ReadQuery(rawQuery)}
	f := message.MessageFilter{
		State:   q.messageState(),
		OrderID: q.Id("bestellung"),
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

func (q *filterReader) messageState() message.MessageState {
	state := message.MessageState(q.Text("zustand"))
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
		return strings.Fields(text) // signs alone, which no word begins with
	}
	return words
}

// filterEuro is how an amount is written in a filter, as Germans or programs do.
var filterEuro = regexp.MustCompile(`^[0-9]{1,9}([.,][0-9]{1,2})?$`)

// euro reads an amount; nil when there is none.
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

// hint reads a kind of hint, or "ja" for any.
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
