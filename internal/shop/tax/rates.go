package tax

import (
	"slices"

	"kontor/internal/shop"
)

// Class is what a product is to the tax offices.
type Class string

// The classes.
const (
	Standard Class = "voll"       // everything else
	Reduced  Class = "ermaessigt" // books and printed matter
	Zero     Class = "null"
)

// Classes are all classes; the first is that of a product of which nothing is known.
var Classes = []Class{Standard, Reduced, Zero}

// Rate is a rate of tax, in thousandths of the net price: 190 is 19 %.
type Rate int64

// Row is a rate that is in force from a day on, until a later row of the same country
// and class.
type Row struct {
	Country shop.Country
	Class   Class
	From    shop.Day // empty: ever since
	Rate    Rate
}

// Rates is a table of rates, in no particular order.
type Rates []Row

// Lawful are the rates of all destinations. In Luxembourg books have the lowest rate.
//
// Source: § 12 and § 28 UStG; § 10 UStG 1994 (Austria), with its years of the pandemic;
// the Luxembourg VAT law of 1979, articles 39 and 40; article 25 MWSTG (Switzerland).
var Lawful = Rates{
	{"de", Standard, "", 190}, {"de", Standard, "2020-07-01", 160}, {"de", Standard, "2021-01-01", 190},
	{"de", Reduced, "", 70}, {"de", Reduced, "2020-07-01", 50}, {"de", Reduced, "2021-01-01", 70},
	{"at", Standard, "", 200},
	{"at", Reduced, "", 100}, {"at", Reduced, "2020-07-01", 50}, {"at", Reduced, "2022-01-01", 100},
	{"lu", Standard, "", 170}, {"lu", Standard, "2023-01-01", 160}, {"lu", Standard, "2024-01-01", 170},
	{"lu", Reduced, "", 30},
	{"ch", Standard, "", 77}, {"ch", Standard, "2024-01-01", 81},
	{"ch", Reduced, "", 25}, {"ch", Reduced, "2024-01-01", 26},
}

// With returns the table in which rows of own stand in place of all rows of their
// country and class.
func (r Rates) With(own Rates) Rates {
	replaced := func(row Row) bool {
		return slices.ContainsFunc(own, func(o Row) bool { return o.Country == row.Country && o.Class == row.Class })
	}
	return append(slices.DeleteFunc(slices.Clone(r), replaced), own...)
}

// On returns the rate of a class in a country on a day; 0 before the first row.
func (r Rates) On(country shop.Country, class Class, day shop.Day) Rate {
	var inForce Row
	for _, row := range r {
		if row.Country == country && row.Class == class && inForce.From <= row.From && row.From <= day {
			inForce = row
		}
	}
	return inForce.Rate
}
