package order

import (
	"slices"
	"time"

	"kontor/internal/shop"
)

// RetentionTerms is the number of years for which orders to each country are kept,
// counted from the end of the calendar year in which they were placed.
type RetentionTerms map[shop.Country]int

// Retention is what the countries' laws require for invoices: § 147 AO and § 14b UStG
// in Germany, § 132 BAO in Austria, Art. 958f OR in Switzerland, Art. 16 Code de
// commerce in Luxembourg.
var Retention = RetentionTerms{"de": 8, "at": 7, "ch": 10, "lu": 10}

// FreeOn returns the first day on which the personal data of a calendar year's orders
// to the country may be deleted.
func (r RetentionTerms) FreeOn(country shop.Country, year int) shop.Day {
	return yearStart(year + r[country] + 1)
}

// FreeBefore returns the day such that, today, the personal data of all earlier orders
// to the country may be deleted.
func (r RetentionTerms) FreeBefore(country shop.Country, today shop.Day) shop.Day {
	return yearStart(yearOf(today) - r[country])
}

// Longest returns the longest term.
func (r RetentionTerms) Longest() int {
	years := 0
	for _, n := range r {
		years = max(years, n)
	}
	return years
}

// Countries returns the countries that have a term, in alphabetical order.
func (r RetentionTerms) Countries() []shop.Country {
	var countries []shop.Country
	for country := range r {
		countries = append(countries, country)
	}
	slices.Sort(countries)
	return countries
}

func yearStart(year int) shop.Day {
	return shop.Day(time.Date(year, time.January, 1, 0, 0, 0, 0, time.UTC).Format(time.DateOnly))
}

func yearOf(d shop.Day) int {
	t, _ := time.Parse(time.DateOnly, string(d))
	return t.Year()
}

// RetentionYear is one calendar year's orders to one country, in Berlin time.
type RetentionYear struct {
	Country     shop.Country
	Year        int
	Orders      int64
	Anonymous   int64    // of which already without personal data
	First, Last string   // numbers of the oldest and the newest order
	FreeOn      shop.Day // when the personal data may be deleted
}

// Due returns how many orders have personal data that may be deleted on that day.
func (y *RetentionYear) Due(today shop.Day) int64 {
	if today < y.FreeOn {
		return 0
	}
	return y.Orders - y.Anonymous
}

// What replaces the personal data of an order. Nobody can own the domain "invalid", so
// nothing is ever sent there.
const (
	AnonymousName  = "Anonymisiert"
	AnonymousEmail = "anonymisiert@anonym.invalid"
)

// Anonymize removes the personal data from an order. What was sold, when, to which
// country and for how much stays, and so does the payment's receipt, which identifies
// nobody.
func (o *Order) Anonymize() {
	o.Customer = Person{Name: AnonymousName, Email: AnonymousEmail}
	o.CustomerID, o.Note, o.Hints = 0, "", nil
}

// RetentionReason explains to customers who delete their account why the orders stay.
const RetentionReason = "Bestellungen bleiben ohne Verbindung zum Konto gespeichert, solange das Gesetz es verlangt " +
	"(in Deutschland 8 Jahre ab dem Ende des Kalenderjahres)."
