package storetest

import (
	"fmt"
	"slices"
	"strings"

	"kontor/internal/shop/checkout"
	"kontor/internal/shop/coupon"
	"kontor/internal/shop/order"
)

var searchScenarios = []scenario{
	{"H45 orders are found by number", searchNumbers},
	{"H45 digits never match the year of a number", searchYears},
	{"H45 orders are found by name, whatever case and composition", searchNames},
	{"H45 orders are found by e-mail and its parts", searchEmails},
	{"orders are found by their products", searchProducts},
	{"every prefix of every word finds the order", searchPrefixes},
	{"every word has to be found", searchAllWords},
	{"an order is found once it is stored, in whatever state", searchStates},
	{"S5 search syntax means nothing", searchHostile},
	{"many words are searched", searchManyWords},
}

// finds expects that the text finds exactly the orders with these ids.
func (s *suite) finds(text string, ids ...int64) {
	s.t.Helper()
	s.expect(order.Filter{Words: order.SplitWords(text)}, ids...)
}

func named(name string) func(*order.Order) {
	return func(o *order.Order) { o.Customer.Name = name }
}

func searchNumbers(s *suite) {
	for _, id := range []int64{42, 421, 10_042} {
		if err := s.SetNextID(id); err != nil {
			s.t.Fatal(err)
		}
		s.place()
	}
	s.finds("BK-2026-0042", 42)
	s.finds("bk 0042", 42)
	s.finds("0042", 42)
	s.finds("42", 421, 42) // both begin with it
	s.finds("421", 421)
	s.finds("BK-2026-10042", 10_042)
	s.finds("10042", 10_042)
	s.finds("bk", 10_042, 421, 42)
	s.finds("BK-2027-0042")
	s.finds("00421")
}

func searchYears(s *suite) {
	if err := s.SetNextID(42); err != nil {
		s.t.Fatal(err)
	}
	s.place(named("Anna Berg"))                                                                   // 42
	s.place(named("Anna Tal 2026"))                                                               // 43
	s.place(from("wolle-2026@example.org"))                                                       // 44
	s.place(of(item("kalender-2026", 1, 1)))                                                      // 45
	s.place(of(checkout.DraftItem{Slug: "k", Name: "Kalender (2026/27)", Quantity: 1, Price: 1})) // 46
	s.place(named("Max2026 Ü2"), of(item("nr12026", 1, 1)))                                       // 47: no word begins with it
	if err := s.SetNextID(2026); err != nil {
		s.t.Fatal(err)
	}
	s.place()
	if err := s.SetNextID(20_261); err != nil {
		s.t.Fatal(err)
	}
	s.place()

	for _, year := range []string{"2026", "202"} {
		s.finds(year, 20_261, 2026, 46, 45, 44, 43)
	}
	s.finds("2026 anna", 43)
	s.finds("anna 2026", 43)
	s.finds("2026 42")
	s.finds("2025")
	s.finds("bk-2026", 20_261, 2026, 46, 45, 44, 43)
	s.finds("BK-2026-0042", 42)
	s.finds("bk-2026-42", 42)
	s.finds("BK-2026-004", 47, 46, 45, 44, 43, 42)
	s.finds("BK-2026-20261", 20_261)
	s.finds("BK-2025-0042")
	s.finds("anna 2026 42")
	s.finds("kalender-2026", 46, 45)
	s.finds("42", 42)
	s.finds("46", 46)
}

func searchNames(s *suite) {
	s.place(named("Jörg MÜLLER-Lüdenscheidt"))
	s.place(named("Anna Mu\u0308ller")) // the umlaut as two characters
	s.place(named("Anna Muller"))
	s.place(named("Ève Çelik"))
	s.place(named("王小明"))
	s.place(named("Мария"))
	for _, text := range []string{"müller", "MÜLLER", "mu\u0308ller", "MU\u0308LLER", "Müll", "mü"} {
		s.finds(text, 2, 1)
	}
	s.finds("muller", 3)
	s.finds("lüdenscheidt", 1)
	s.finds("éve")
	s.finds("ÈVE ÇEL", 4)
	s.finds("王", 5)
	s.finds("мар", 6)
}

func searchEmails(s *suite) {
	s.place(from("max.muster+a@mail.example.org"), named("Anna"))
	s.place(from("MAX@example.com"), named("Anna"))
	s.finds("max.muster+a@mail.example.org", 1)
	s.finds("muster", 1)
	s.finds("mail", 1)
	s.finds("max", 2, 1)
	s.finds("example", 2, 1)
	s.finds("example.com", 2)
	s.finds("max@", 2, 1)
}

func searchProducts(s *suite) {
	s.place(of(item("merinowolle-petrol", 1, 1), item("nadel", 1, 1)))
	s.place(of(checkout.DraftItem{Slug: "x-17", Name: "Häkelnadel 3,5 mm (Größe M)", Quantity: 1, Price: 1}))
	s.finds("petrol", 1)
	s.finds("nadel", 1)
	s.finds("merinowolle-petrol", 1)
	s.finds("häkel", 2)
	s.finds("GRÖSSE")
	s.finds("größe m", 2)
	s.finds("3,5", 2)
	s.finds("x-17", 2)
}

func searchPrefixes(s *suite) {
	o := s.place(named("Bartholomäus Überschär"), from("b.ueberschaer@beispiel.example"), of(item("filzschnur-4mm", 1, 1)))
	s.place()
	for _, word := range append(slices.DeleteFunc(o.SearchWords(), func(word string) bool { return word == "2026" }), "bk", "0001", "1", "artikel") {
		for end := range word {
			if end > 0 {
				s.expectAmong(word[:end], o.ID)
			}
		}
		s.expectAmong(word, o.ID)
	}
}

// expectAmong expects that the word finds the order, possibly among others.
func (s *suite) expectAmong(word string, id int64) {
	s.t.Helper()
	if found := idsOf(s.page(order.Filter{Words: []string{word}}).Orders); !slices.Contains(found, id) {
		s.t.Errorf("%q does not find order %d", word, id)
	}
}

func searchAllWords(s *suite) {
	s.place(named("Anna Berg"))
	s.place(named("Anna Tal"))
	s.place(named("Bernd Berg"))
	s.finds("anna berg", 1)
	s.finds("berg anna", 1)
	s.finds("an be", 1)
	s.finds("anna anna an", 2, 1)
	s.finds("anna berg tal")
	s.finds("ann bernd")
}

func searchStates(s *suite) {
	o := s.place(named("Anna"))
	s.placeMany(2, named("Anna Import"))
	for _, status := range order.Statuses {
		s.setStatus(o.ID, status)
		s.finds("anna", 3, 2, 1)
	}
	s.refuse(coupon.ErrUnusable, named("Berta"), with("GIBTESNICHT"))
	s.finds("berta")
}

func searchHostile(s *suite) {
	s.place(named("Anna Or Near Not"))
	queries := append([]string{
		`anna OR zzz`, `anna NOT near`, `NEAR(anna zzz)`, `woerter:anna`, `^anna`, `"anna`, `anna"`, `""`, `"`, `*`, `anna*`,
		`-anna`, `+anna`, `(anna`, `anna)`, `anna AND`, `{woerter}: anna`, `anna & !zzz`, `a:*`, `<->`, "anna\x00zzz", "\xff\xfe", `';--`,
	}, hostile...)
	for _, q := range queries {
		for _, words := range [][]string{order.SplitWords(q), {q}, strings.Fields(q)} {
			f := order.Filter{Words: words, Limit: order.MaxLimit}
			if _, err := s.Store.Orders(s.t.Context(), f); err != nil {
				s.t.Errorf("%q: %v", words, err)
			}
		}
	}
	s.finds("anna OR zzz") // "OR" is a word like any other
	s.finds("anna or near not", 1)
	s.finds(`"anna"`, 1)
	s.finds("'; DROP TABLE orders;--")
	for _, signs := range []string{"%", "*", "_ -", `"`} {
		if found := idsOf(s.page(order.Filter{Words: strings.Fields(signs)}).Orders); len(found) > 0 {
			s.t.Errorf("%q finds %v", signs, found)
		}
	}
}

func searchManyWords(s *suite) {
	var items []checkout.DraftItem
	var words []string
	for i := range checkout.MaxItems {
		word := fmt.Sprintf("wort%dx", i)
		items = append(items, item(word, 1, 1))
		words = append(words, word)
	}
	s.place(of(items...))
	s.place()
	s.finds(strings.Join(words[:100], " "), 1)
	s.finds(words[199], 1)
	s.finds("artikel", 2, 1)
}
