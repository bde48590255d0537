package demo

import (
	"math/rand/v2"
	"strconv"
	"strings"

	"kontor/internal/shop"
	"kontor/internal/shop/order"
)

// buyer is a fictional person with the language that they shop in.
type buyer struct {
	order.Person
	country  shop.Country
	language shop.Language
}

// newBuyer returns the person with the given number. The number is part of the e-mail
// address, so that it is unique.
func newBuyer(seed uint64, number int) buyer {
	random := rand.New(rand.NewPCG(seed, uint64(number)))
	region := &regions[regionWeights.draw(random)]
	culture := region.culture
	first, last := one(random, culture.first), one(random, culture.last)
	town := one(random, region.towns)
	return buyer{
		Person: order.Person{
			Name:     first.name + " " + last.name,
			Email:    first.mailbox + "." + last.mailbox + strconv.Itoa(number+1) + "@" + one(random, domains),
			Street:   region.address(one(random, culture.streets), 1+random.IntN(1+random.IntN(120))),
			Postcode: town.postcode,
			City:     town.name,
		},
		country:  region.country,
		language: region.language,
	}
}

// domains are reserved for examples (RFC 2606): they have no mailboxes.
var domains = []string{"example.org", "example.com", "example.net"}

// address writes street and house number in the order customary in the region.
func (r *region) address(street string, house int) string {
	if r.houseFirst {
		return strconv.Itoa(house) + ", " + street
	}
	if r.country == "ch" { // Swiss spelling has no ß
		street = strings.ReplaceAll(street, "ß", "ss")
	}
	return street + " " + strconv.Itoa(house)
}

// part is a first or last name and its form in an e-mail address.
type part struct{ name, mailbox string }

var toASCII = strings.NewReplacer(
	"ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss", "é", "e", "è", "e", "ë", "e", "ê", "e",
	"ç", "c", "ï", "i", "î", "i", "ı", "i", "ò", "o", "ô", "o", "’", "", " ", "",
)

// parts parses a comma-separated list of names.
func parts(list string) []part {
	var parts []part
	for name := range strings.SplitSeq(list, ", ") {
		parts = append(parts, part{name, toASCII.Replace(strings.ToLower(name))})
	}
	return parts
}
