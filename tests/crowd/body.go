package crowd

import (
	"fmt"
	"math/rand/v2"
)

// Body is an order as it is sent, and as the books are compared with it.
type Body struct {
	Land          string   `json:"land"`
	Kunde         Customer `json:"kunde"`
	Artikel       []Item   `json:"artikel"`
	Zwischensumme float64  `json:"zwischensumme"`
	Versandkosten float64  `json:"versandkosten"`
	RabattGesamt  float64  `json:"rabattGesamt"`
	Summe         float64  `json:"summe"`
	Zahlungsart   string   `json:"zahlungsart"`
	Treuebonus    bool     `json:"treuebonusVerwendet"`
	AboRabatt     bool     `json:"aboRabattVerwendet"`
	Gutschein     string   `json:"gutscheinCode"`
}

// Customer is the person who orders.
type Customer struct {
	Name    string `json:"name"` // the order's mark: unique among all orders
	Email   string `json:"email"`
	Strasse string `json:"strasse"`
	PLZ     string `json:"plz"`
	Ort     string `json:"ort"`
}

// Item is a line of an order.
type Item struct {
	Slug      string  `json:"slug"`
	Name      string  `json:"name"`
	Kategorie string  `json:"kategorie"`
	Menge     int64   `json:"menge"`
	Preis     float64 `json:"preis"`
	Gratis    bool    `json:"gratis"`
}

// CouponCode is a once-per-person coupon.
const CouponCode = "EINMAL10"

// RandomBody returns an order that differs from all others in its name, and mostly in
// everything else.
func RandomBody(rng *rand.Rand) Body {
	b := Body{
		Land: Pick(rng, "de", "at", "ch", "lu"),
		Kunde: Customer{
			Name:    fmt.Sprintf("Marke%016x", rng.Uint64()),
			Email:   fmt.Sprintf("kunde%d@example.org", rng.IntN(1_000_000)),
			Strasse: fmt.Sprintf("Hafenstraße %d", rng.IntN(200)),
			PLZ:     fmt.Sprintf("%05d", rng.IntN(100_000)),
			Ort:     Pick(rng, "Köln", "Wien", "Zürich", "Esch-sur-Alzette"),
		},
		Versandkosten: Pick(rng, 0, 4.9, 6.95),
		RabattGesamt:  Pick(rng, 0, 0, 1.5),
		Zahlungsart:   Pick(rng, "ueberweisung", "ueberweisung", "nachnahme"),
		Treuebonus:    rng.IntN(2) == 0,
		AboRabatt:     rng.IntN(2) == 0,
	}
	for range 1 + rng.IntN(4) {
		b.Artikel = append(b.Artikel, randomItem(rng))
	}
	for _, line := range b.Artikel {
		b.Zwischensumme += float64(line.Menge) * line.Preis
	}
	b.Summe = b.Zwischensumme + b.Versandkosten
	return b
}

func randomItem(rng *rand.Rand) Item {
	n := rng.IntN(20)
	return Item{
		Slug:      fmt.Sprintf("artikel-%02d", n),
		Name:      fmt.Sprintf("Artikel %d", n),
		Kategorie: Pick(rng, "", "wolle", "papier"),
		Menge:     1 + rng.Int64N(9),
		Preis:     float64(1+rng.IntN(5000)) / 100,
		Gratis:    rng.IntN(5) == 0,
	}
}

// WithCoupon returns the order with the coupon, for one of a few people, each of whom
// spells the address differently every time.
func (b Body) WithCoupon(rng *rand.Rand, people int) Body {
	b.Gutschein = CouponCode
	b.Kunde.Email = fmt.Sprintf("%s%d@%s", Pick(rng, "person", "Person", "PERSON"), rng.IntN(people), Pick(rng, "example.org", "Example.ORG"))
	return b
}

// NewRandom returns a random source with an unpredictable seed.
func NewRandom() *rand.Rand { return rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64())) }

// Pick returns one of the choices.
func Pick[T any](rng *rand.Rand, choices ...T) T { return choices[rng.IntN(len(choices))] }
