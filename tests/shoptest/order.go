package shoptest

import (
	"encoding/json"
	"maps"
	"strings"
)

// Body is the body of a request: names and JSON values.
type Body = map[string]any

// Order returns the body of a valid order by bank transfer: two pieces of
// "merinowolle-petrol" and one of "stricknadeln-bambus-4" at the prices of the demo's
// catalogue, 22.20 euro with shipping. The changes are applied in order.
func Order(changes ...func(Body)) Body {
	body := Body{
		"land": "de",
		"kunde": Body{
			"name": "Erika Mustermann", "email": "erika@example.org",
			"strasse": "Heidestraße 17", "plz": "51147", "ort": "Köln",
		},
		"artikel": []any{
			Item("merinowolle-petrol", 2, 5.95),
			Item("stricknadeln-bambus-4", 1, 5.40),
		},
		"zwischensumme": 17.30,
		"versandkosten": 4.90,
		"rabattGesamt":  0,
		"summe":         22.20,
		"zahlungsart":   "ueberweisung",
	}
	for _, change := range changes {
		change(body)
	}
	return body
}

// Item returns one line of an order, at a price in euro.
func Item(slug string, quantity, price float64) Body {
	return Body{"slug": slug, "name": "Artikel " + slug, "menge": quantity, "preis": price}
}

// Set returns a change that sets one field of an order. "kunde.name" is a field of its
// customer, and "artikel.menge" one of its first line.
func Set(name string, value any) func(Body) {
	return func(body Body) {
		if rest, ok := strings.CutPrefix(name, "kunde."); ok {
			body["kunde"].(Body)[rest] = value
		} else if rest, ok := strings.CutPrefix(name, "artikel."); ok {
			body["artikel"].([]any)[0].(Body)[rest] = value
		} else {
			body[name] = value
		}
	}
}

// SetJSON returns a change like [Set] to a value written in JSON, for values that Go
// lacks: 1e999, or half of a character.
func SetJSON(name, value string) func(Body) { return Set(name, json.RawMessage(value)) }

// Without returns a change that leaves out a field.
func Without(name string) func(Body) {
	return func(body Body) { delete(body, name) }
}

// Email returns a change that sets the customer's address.
func Email(address string) func(Body) {
	return Set("kunde.email", address)
}

// Items returns a change that sets the lines of an order, and its amounts to their sum,
// without shipping.
func Items(items ...Body) func(Body) {
	return func(body Body) {
		lines, sum := make([]any, len(items)), 0.0
		for i, item := range items {
			lines[i] = maps.Clone(item)
			if item["gratis"] != true {
				sum += item["menge"].(float64) * item["preis"].(float64)
			}
		}
		body["artikel"], body["zwischensumme"], body["versandkosten"], body["summe"] = lines, sum, 0, sum
	}
}
