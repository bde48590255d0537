package demo

import "kontor/internal/shop"

// region is a part of a country whose people share a language.
type region struct {
	country    shop.Country
	language   shop.Language
	weight     int // of 100 customers
	culture    *culture
	houseFirst bool // "12, Rue des Tilleuls"
	towns      []town
}

type town struct{ postcode, name string }

var regions = []region{
	{country: "de", language: "de", weight: 68, culture: &german, towns: germanTowns},
	{country: "de", language: "en", weight: 2, culture: &german, towns: germanTowns},
	{country: "at", language: "de", weight: 14, culture: &german, towns: []town{
		{"1070", "Wien"}, {"1180", "Wien"}, {"8010", "Graz"}, {"4020", "Linz"}, {"5020", "Salzburg"},
		{"6020", "Innsbruck"}, {"6900", "Bregenz"}, {"9020", "Klagenfurt am Wörthersee"}, {"3100", "St. Pölten"},
	}},
	{country: "ch", language: "de", weight: 7, culture: &german, towns: []town{
		{"8004", "Zürich"}, {"3011", "Bern"}, {"4051", "Basel"}, {"6003", "Luzern"}, {"9000", "St. Gallen"}, {"7000", "Chur"},
	}},
	{country: "ch", language: "fr", weight: 3, culture: &french, towns: []town{
		{"1204", "Genève"}, {"1003", "Lausanne"}, {"2000", "Neuchâtel"}, {"1700", "Fribourg"}, {"1950", "Sion"},
	}},
	{country: "ch", language: "it", weight: 2, culture: &italian, towns: []town{
		{"6900", "Lugano"}, {"6500", "Bellinzona"}, {"6600", "Locarno"}, {"6850", "Mendrisio"},
	}},
	{country: "lu", language: "fr", weight: 3, culture: &french, houseFirst: true, towns: luxembourgTowns},
	{country: "lu", language: "de", weight: 1, culture: &german, towns: luxembourgTowns},
}

var regionWeights = weigh(regions, func(r region) int { return r.weight })

var germanTowns = []town{
	{"10405", "Berlin"}, {"12047", "Berlin"}, {"20257", "Hamburg"}, {"22765", "Hamburg"}, {"80799", "München"},
	{"81541", "München"}, {"50674", "Köln"}, {"60316", "Frankfurt am Main"}, {"70176", "Stuttgart"}, {"40217", "Düsseldorf"},
	{"04229", "Leipzig"}, {"01099", "Dresden"}, {"28203", "Bremen"}, {"30451", "Hannover"}, {"90429", "Nürnberg"},
	{"79102", "Freiburg im Breisgau"}, {"72072", "Tübingen"}, {"37073", "Göttingen"}, {"48143", "Münster"},
	{"52062", "Aachen"}, {"99084", "Erfurt"}, {"18055", "Rostock"}, {"24103", "Kiel"}, {"66111", "Saarbrücken"},
}

var luxembourgTowns = []town{
	{"1118", "Luxembourg"}, {"2340", "Luxembourg"}, {"4010", "Esch-sur-Alzette"}, {"4501", "Differdange"}, {"9001", "Ettelbruck"},
}
