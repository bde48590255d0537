package store

import (
	"strings"

	"kontor/internal/store/base"
)

// yearDigits is the number of digits in a number's year.
const yearDigits = 4

// addYears keeps the words of a search from matching the year of an order number, which
// is indexed with the order's other words: otherwise "2026" would find every order of
// 2026. So digits that could begin a year must also begin the order's id or a word of
// its customer or products, unless they are the year of a whole number, such as "bk",
// "2026", "0042".
func addYears(q *base.Conditions, d *dialect, words []string) {
	for i, word := range words {
		if !beginsYear(word) {
			continue
		}
		id := q.Param(word + "%")
		text := q.Param(d.wordPattern(word))
		elsewhere := []string{
			"CAST(o.id AS TEXT) LIKE " + id,
			"' ' || o.kunde_name || ' ' || o.kunde_email " + d.likePattern + text,
			"EXISTS (SELECT 1 FROM order_items i WHERE i.order_id = o.id AND ' ' || i.produkt_slug || ' ' || i.name " + d.likePattern + text + ")",
		}
		if i > 0 && i+1 < len(words) && len(word) == yearDigits && digitsOnly(words[i+1]) {
			elsewhere = append(elsewhere, numberIs(q, words[i-1]+"-"+word+"-", words[i+1]))
		}
		q.Where = append(q.Where, "("+strings.Join(elsewhere, " OR ")+")")
	}
}

// numberIs is the condition that an order's number begins with a text up to its id, and
// that the id begins with digits, with or without leading zeros.
func numberIs(q *base.Conditions, upToID, id string) string {
	upToID = strings.ToUpper(upToID)
	return "o.bestellnummer LIKE " + q.Param(upToID+id+"%") +
		" OR o.bestellnummer LIKE " + q.Param(upToID+"%") + " AND CAST(o.id AS TEXT) LIKE " + q.Param(id+"%")
}

// beginsYear reports whether a year could begin with the word. Years have four digits,
// the first of which is not zero.
func beginsYear(word string) bool {
	return len(word) <= yearDigits && word[0] != '0' && digitsOnly(word)
}

func digitsOnly(word string) bool { return strings.Trim(word, "0123456789") == "" }
