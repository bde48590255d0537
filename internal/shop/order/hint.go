package order

import "strings"

// Hint points the operator to something odd about an order. It never stops the order.
type Hint struct {
	Kind HintKind `json:"art"`
	Text string   `json:"text"` // German, includes the figures
}

// HintKind is the subject of a hint.
type HintKind string

const (
	HintTotal       HintKind = "summe"    // the order's own numbers do not add up
	HintPrice       HintKind = "preis"    // an item's price differs from the catalogue's
	HintUnknown     HintKind = "artikel"  // an item is not in the catalogue
	HintQuantity    HintKind = "menge"    // an item's quantity rounds to 0
	HintFree        HintKind = "gratis"   // an item is free that the shop does not give away
	HintShipping    HintKind = "versand"  // shipping differs from the country's rate
	HintDiscount    HintKind = "rabatt"   // coupon and bonuses do not explain the discount
	HintDuplicate   HintKind = "dublette" // the same order was placed shortly before
	HintTwin        HintKind = "doppelt"  // the shop finished another payment for it alone, see [Purchase.MayRepeat]
	HintAlias       HintKind = "alias"    // a once-per-person coupon, and an address much like an earlier one
	HintMail        HintKind = "mail"     // the customer's mail is held, see [message.MailLimit]
	HintLot         HintKind = "partie"   // a product comes from several dye lots
	HintParticulars HintKind = "angaben"  // what the buyer said besides cannot be used as it was sent
	HintRehearsal   HintKind = "probe"    // placed in a rehearsal, not real
)

// RehearsalHint marks every order of a rehearsal.
var RehearsalHint = Hint{HintRehearsal, "PROBE: weder Bestellung noch Zahlung sind echt"}

// HintKinds are all kinds, as the filter of the order list accepts them.
var HintKinds = []HintKind{
	HintTotal, HintPrice, HintUnknown, HintQuantity, HintFree, HintShipping, HintDiscount, HintDuplicate, HintTwin, HintAlias,
	HintMail, HintLot, HintParticulars, HintRehearsal,
}

// Label returns the administration's German name for hints of this kind.
func (k HintKind) Label() string {
	switch k {
	case HintTotal:
		return "Summe weicht ab"
	case HintPrice:
		return "Preis weicht ab"
	case HintUnknown:
		return "Artikel unbekannt"
	case HintQuantity:
		return "Menge 0"
	case HintFree:
		return "Gratis ohne Grund"
	case HintShipping:
		return "Versandkosten weichen ab"
	case HintDiscount:
		return "Rabatt weicht ab"
	case HintDuplicate:
		return "mögliche Dublette"
	case HintTwin:
		return "möglicherweise doppelt"
	case HintAlias:
		return "Alias-Adresse"
	case HintMail:
		return "E-Mail angehalten"
	case HintLot:
		return "mehrere Partien"
	case HintParticulars:
		return "Angaben prüfen"
	case HintRehearsal:
		return "Probe"
	}
	return string(k)
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

// Marks returns the hints known when the order arrived, before any comparison.
func (o *Order) Marks() []Hint {
	var marks []Hint
	for _, hint := range o.Hints {
		if hint.Kind == HintRehearsal || hint.Kind == HintParticulars {
			marks = append(marks, hint)
		}
	}
	return marks
}

// HintTexts returns the hints' texts on one line.
func (o *Order) HintTexts() string {
	texts := make([]string, len(o.Hints))
	for i, hint := range o.Hints {
		texts[i] = hint.Text
	}
	return strings.Join(texts, "; ")
}
