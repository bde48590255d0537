package jsvalue_test

import (
	"testing"

	"kontor/internal/jsvalue"
)

// order is a body of typical size: three items, a coupon, every optional field.
const order = `{"land":"de","kunde":{"name":"Anna Müller","email":"anna.mueller@example.org",` +
	`"strasse":"Lindenweg 12","plz":"10115","ort":"Berlin"},"artikel":[` +
	`{"slug":"wollpaket-alpaka","name":"Wollpaket Alpaka","menge":2,"preis":12.9,"kategorie":"wolle","gratis":false},` +
	`{"slug":"stickrahmen-20cm","name":"Stickrahmen 20 cm","menge":1,"preis":8.5,"kategorie":"sticken"},` +
	`{"slug":"probe-garn","name":"Probe \"Garn\"","menge":1,"preis":0,"kategorie":"wolle","gratis":true}],` +
	`"zwischensumme":34.3,"versandkosten":4.9,"rabattGesamt":0,"summe":39.2,"zahlungsart":"ueberweisung",` +
	`"treuebonusVerwendet":false,"aboRabattVerwendet":true,"gutscheinCode":"HERBST24","sprache":"de"}`

// readOrder reads every field of an order, as the order intake does, and returns the
// length of its texts plus its numbers.
func readOrder(body jsvalue.Value) (sum float64) {
	texts := func(v jsvalue.Value, names ...string) {
		for _, name := range names {
			sum += float64(len(jsvalue.Trim(v.Get(name).Text())))
		}
	}
	texts(body, "land", "zahlungsart", "gutscheinCode", "sprache")
	texts(body.Get("kunde"), "name", "email", "strasse", "plz", "ort")
	for item := range body.Get("artikel").Elements() {
		texts(item, "slug", "name", "kategorie")
		sum += item.Get("menge").Float() + item.Get("preis").Float()
		if item.Get("gratis").Truthy() {
			sum++
		}
	}
	for _, name := range []string{"zwischensumme", "versandkosten", "rabattGesamt"} {
		sum += body.Get(name).Float()
	}
	for _, name := range []string{"treuebonusVerwendet", "aboRabattVerwendet"} {
		if body.Get(name).Truthy() {
			sum++
		}
	}
	return sum + body.Get("summe").Number()
}

func BenchmarkParse(b *testing.B) {
	data := []byte(order)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := jsvalue.Parse(data); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkParseAndRead(b *testing.B) {
	data := []byte(order)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		body, err := jsvalue.Parse(data)
		if err != nil {
			b.Fatal(err)
		}
		readOrder(body)
	}
}

func BenchmarkHostile(b *testing.B) {
	for name, text := range hostileTexts {
		b.Run(name, func(b *testing.B) {
			data := []byte(text)
			b.ReportAllocs()
			for b.Loop() {
				body, err := jsvalue.Parse(data)
				if err != nil {
					b.Fatal(err)
				}
				readOrder(body)
			}
		})
	}
}
