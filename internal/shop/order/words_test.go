package order_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kontor/internal/shop/order"
)

func TestSplitWords(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"":                       nil,
		" -.@ ":                  nil,
		"MÜLLER":                 {"müller"},
		"Mu\u0308ller":           {"müller"},
		"P-2026-0042":            {"p", "2026", "0042"},
		"max.muster+1@x.de":      {"max", "muster", "1", "x", "de"},
		"D’Angelo, Jean-Luc":     {"d", "angelo", "jean", "luc"},
		"Weiß_Groß":              {"weiß", "groß"},
		"Ωμέγα ЖУК":              {"ωμέγα", "жук"},
		"15 × 15 cm":             {"15", "15", "cm"},
		"<img src=x onerror=1>":  {"img", "src", "x", "onerror", "1"},
		"a\u0301\u0323 b\u200bc": {"ạ\u0301", "b", "c"}, // marks stay with their letter
	} {
		if diff := cmp.Diff(want, order.SplitWords(text)); len(want)+len(order.SplitWords(text)) > 0 && diff != "" {
			t.Errorf("SplitWords(%q):\n%s", text, diff)
		}
	}
}

func TestSearchWords(t *testing.T) {
	t.Parallel()
	order := &order.Order{
		Number:   "BK-2026-0042",
		Customer: order.Person{Name: "Jörg MÜLLER", Email: "J.Mueller@Example.org", City: "Ulm", Street: "Weg 5"},
		Items: []order.Item{
			{Slug: "merinowolle-petrol", Name: "Merinowolle Petrol"},
			{Slug: "knoepfe", Name: "Knöpfe Müller"},
		},
		Note: "geheim",
	}
	want := []string{
		"bk", "2026", "0042", "jörg", "müller", "j", "mueller", "example", "org",
		"merinowolle", "petrol", "knoepfe", "knöpfe", "42",
	}
	if diff := cmp.Diff(want, order.SearchWords()); diff != "" {
		t.Error(diff)
	}
}

func TestSearchWordsOfUnpaddedIDs(t *testing.T) {
	t.Parallel()
	for number, want := range map[string][]string{
		"BK-2026-10000": {"bk", "2026", "10000"},
		"BK-2026-0100":  {"bk", "2026", "0100", "100"},
		"":              {},
	} {
		if diff := cmp.Diff(want, (&order.Order{Number: number}).SearchWords()); diff != "" {
			t.Errorf("%q:\n%s", number, diff)
		}
	}
}

// A query finds an order if each of its words is the beginning of a word of the order.
func TestH45_QueriesMeetWords(t *testing.T) {
	t.Parallel()
	o := &order.Order{
		Number:   "P-2026-0042",
		Customer: order.Person{Name: "Mira Müller", Email: "mira.m@werkstatt.example"},
		Items:    []order.Item{{Slug: "wolle", Name: "Sockenwolle"}},
	}
	words := o.SearchWords()
	found := func(query string) bool {
		return !slices.ContainsFunc(order.SplitWords(query), func(asked string) bool {
			return !slices.ContainsFunc(words, func(word string) bool { return strings.HasPrefix(word, asked) })
		})
	}
	for query, want := range map[string]bool{
		"müller": true, "MÜLLER": true, "mu\u0308l": true, "P-2026-0042": true, "42": true, "0042": true,
		"werkstatt": true, "mira.m@werkstatt.example": true, "mira socken": true, "": true,
		"mueller": false, "43": false, "illa": false, "mira garn": false,
	} {
		if found(query) != want {
			t.Errorf("query %q finds the order: %t, want %t", query, !want, want)
		}
	}
}
