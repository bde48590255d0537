package order

import (
	"slices"
	"time"

	"kontor/internal/shop"
)

// RetentionTerms says for how many years orders to a country are kept, counted
// from the end of the calendar year in which they were placed.
type RetentionTerms map[shop.Country]int

// Retention is what the laws of the shop's countries demand for invoices:
// § 147 AO and § 14b UStG in Germany, § 132 BAO in Austria, Art. 958f OR in
// Switzerland, Art. 16 Code de commerce in Luxembourg.
var Retention = RetentionTerms{"de": 8, "at": 7, "ch": 10, "lu": 10}

// FreeOn returns the first day on which the personal data of orders to the
// country from a calendar year may be deleted.
func (r RetentionTerms) FreeOn(country shop.Country, year int) shop.Day {
	return yearStart(year + r[country] + 1)
}

// FreeBefore returns the day before which orders to the country were placed
// whose personal data may be deleted on the given day.
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

// Countries returns those that have a term, in the alphabet's order.
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

// RetentionYear is the orders to one country from one calendar year in Berlin.
type RetentionYear struct {
	Country     shop.Country
	Year        int
	Orders      int64
	Anonymous   int64    // of them without personal data already
	First, Last string   // numbers of the oldest and the newest order
	FreeOn      shop.Day // when the personal data may be deleted
}

// Due returns how many orders have personal data that may be deleted on that
// day.
func (y *RetentionYear) Due(today shop.Day) int64 {
	if today < y.FreeOn {
		return 0
	}
	return y.Orders - y.Anonymous
}

// What stands in an order in place of the person. The domain "invalid" belongs
// to nobody, so nothing is ever sent there.
const (
	AnonymousName  = "Anonymisiert"
	AnonymousEmail = "anonymisiert@anonym.invalid"
)

// Anonymize takes the person out of an order. What was sold, when, to which
// country and for how much stays, and so does the payment's receipt, which names
// nobody.
func (o *Order) Anonymize() {
	o.Customer = Person{Name: AnonymousName, Email: AnonymousEmail}
	o.CustomerID, o.Note, o.Hints = 0, "", nil
}

// RetentionReason tells a customer who deletes the account why the orders stay.
const RetentionReason = "Bestellungen bleiben ohne Verbindung zum Konto gespeichert, solange das Gesetz es verlangt " +
	"(in Deutschland 8 Jahre ab dem Ende des Kalenderjahres)."
