package kontor

import "strings"

// Hint is something about an order that the operator should look at. It never
// stops the order.
type Hint struct {
	Kind HintKind `json:"art"`
	Text string   `json:"text"` // German, names the figures
}

// HintKind says what a hint is about.
type HintKind string

// The kinds of hints.
const (
	HintTotal     HintKind = "summe"    // the order's own numbers do not add up
	HintPrice     HintKind = "preis"    // an item's price is not the catalogue's
	HintUnknown   HintKind = "artikel"  // an item is not in the catalogue
	HintDuplicate HintKind = "dublette" // the same order came shortly before
	HintAlias     HintKind = "alias"    // a coupon for one person, an address much like an earlier one
	HintRehearsal HintKind = "probe"    // nobody meant it: the shop was being rehearsed
)

// rehearsalHint marks every order of a rehearsal.
var rehearsalHint = Hint{HintRehearsal, "PROBE: weder Bestellung noch Zahlung sind echt"}

// HintKinds are all kinds, as the filter of the order list accepts them.
var HintKinds = []HintKind{HintTotal, HintPrice, HintUnknown, HintDuplicate, HintAlias, HintRehearsal}

// Label is what the administration calls hints of this kind, in German.
func (k HintKind) Label() string {
	switch k {
	case HintTotal:
		return "Summe weicht ab"
	case HintPrice:
		return "Preis weicht ab"
	case HintUnknown:
		return "Artikel unbekannt"
	case HintDuplicate:
		return "mögliche Dublette"
	case HintAlias:
		return "Alias-Adresse"
	case HintRehearsal:
		return "Probe"
	}
	return string(k)
}

// PriceCheck says what becomes of an order whose prices do not fit.
type PriceCheck string

// The settings of PREISPRUEFUNG.
const (
	PriceCheckHint   PriceCheck = "hinweis" // store it, tell the operator
	PriceCheckStrict PriceCheck = "streng"  // refuse it
	PriceCheckOff    PriceCheck = "aus"     // do not look
)

// CheckPrices compares an order in cents with itself and with the catalogue,
// keyed by slug, and returns what does not fit. A free item has no price to
// compare; a product that is not active counts as unknown.
func (o *Order) CheckPrices(catalogue map[string]Product) []Hint {
	var hints []Hint
	if expected := o.ExpectedTotal(); expected != o.TotalCents() {
		hints = append(hints, Hint{HintTotal, "Summe weicht ab (erwartet " + expected.String() + ")"})
	}
	for _, item := range o.Items {
		product, ok := catalogue[item.Slug]
		switch {
		case !ok || !product.Active:
			hints = append(hints, Hint{HintUnknown, "Artikel nicht im Sortiment: " + item.Slug})
		case !item.Free && CentsOf(product.Price) != CentsOf(item.Price):
			hints = append(hints, Hint{HintPrice, "Preis von " + item.Slug + " weicht ab (Katalog " + CentsOf(product.Price).String() + ")"})
		}
	}
	return firstOfEach(hints)
}

// firstOfEach keeps the first hint of each kind, so that a large order does not
// store a page of them.
func firstOfEach(hints []Hint) []Hint {
	var kept []Hint
	seen := make(map[HintKind]bool)
	for _, hint := range hints {
		if !seen[hint.Kind] {
			kept = append(kept, hint)
		}
		seen[hint.Kind] = true
	}
	return kept
}

// HasHint reports whether the order carries a hint of the given kind.
func (o *Order) HasHint(kind HintKind) bool {
	for _, hint := range o.Hints {
		if hint.Kind == kind {
			return true
		}
	}
	return false
}

// Marks returns the hints with which the order came, before anybody compared it
// with anything.
func (o *Order) Marks() []Hint {
	if o.HasHint(HintRehearsal) {
		return []Hint{rehearsalHint}
	}
	return nil
}

// HintTexts returns the hints' texts in one line.
func (o *Order) HintTexts() string {
	texts := make([]string, len(o.Hints))
	for i, hint := range o.Hints {
		texts[i] = hint.Text
	}
	return strings.Join(texts, "; ")
}
