package order

import (
	"cmp"
	"fmt"
	"time"

	"kontor/internal/shop"
)

// RetentionTerms say for how many years orders are kept, counted from the end of the
// calendar year in which they were placed.
type RetentionTerms struct {
	Seat    shop.Country // of the shop, whose law applies; empty: Germany
	OSSFrom shop.Day     // since when sales abroad are declared for the one-stop shop; empty: never
	AtLeast int          // years, if that is longer than the law demands
}

// retentionYears is what the law of each seat requires for invoices: § 147 AO and § 14b
// UStG in Germany, § 132 BAO in Austria, Art. 958f OR in Switzerland, Art. 16 Code de
// commerce in Luxembourg.
var retentionYears = map[shop.Country]int{"de": 8, "at": 7, "ch": 10, "lu": 10}

// ossYears is how long sales have to be provable that are declared for the one-stop
// shop, at every seat: article 369k of Directive 2006/112/EC.
const ossYears = 10

// years returns the term of a calendar year's orders to a country.
func (r RetentionTerms) years(country shop.Country, year int) int {
	const switzerland = "ch"
	seat := cmp.Or(r.Seat, shop.Countries[0])
	term := max(retentionYears[seat], r.AtLeast)
	if country != seat && country != switzerland && seat != switzerland && r.OSSFrom != "" && year >= yearOf(r.OSSFrom) {
		term = max(term, ossYears)
	}
	return term
}

// FreeOn returns the first day on which the personal data of a calendar year's orders
// to the country may be deleted.
func (r RetentionTerms) FreeOn(country shop.Country, year int) shop.Day {
	return yearStart(year + r.years(country, year) + 1)
}

// DeclaredFreeOn is [RetentionTerms.FreeOn] for orders that were taxed where the goods
// arrived because the [tax.Threshold] was passed.
func (r RetentionTerms) DeclaredFreeOn(country shop.Country, year int) shop.Day {
	return yearStart(year + max(ossYears, r.years(country, year)) + 1)
}

// DeclaredFreeBefore returns the day such that, today, the personal data may be deleted of
// orders that were taxed where the goods arrived, on earlier days.
func DeclaredFreeBefore(today shop.Day) shop.Day { return yearStart(yearOf(today) - ossYears) }

// FreeBefore returns the day such that, today, the personal data of all earlier orders
// to the country may be deleted.
func (r RetentionTerms) FreeBefore(country shop.Country, today shop.Day) shop.Day {
	year := yearOf(today)
	for r.FreeOn(country, year-1) > today {
		year--
	}
	return yearStart(year)
}

// Longest returns the longest term.
func (r RetentionTerms) Longest() int {
	years := 0
	for _, country := range shop.Countries {
		years = max(years, r.years(country, yearOf(lastYear)))
	}
	return years
}

// lastYear is in a year that is after any other.
const lastYear shop.Day = "9999-01-01"

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
	o.CustomerID, o.Note, o.Hints, o.Particulars = 0, "", nil, Particulars{}
}

// Anonymous reports whether nobody is named in the order any longer.
func (o *Order) Anonymous() bool { return o.Customer.Email == AnonymousEmail }

// Reason explains to customers who delete their account why the orders stay.
func (r RetentionTerms) Reason() string {
	return fmt.Sprintf("Bestellungen bleiben ohne Verbindung zum Konto gespeichert, solange das Gesetz es verlangt "+
		"(bis zu %d Jahre ab dem Ende des Kalenderjahres).", r.Longest())
}
