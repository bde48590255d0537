package bank

import (
	"regexp"
	"strings"

	"kontor/internal/shop/order"
)

// A number as people copy it: its year and what may follow, with O for 0 and I or L for
// 1. The prefix may be missing.
var yearAndID = regexp.MustCompile(`2[0O][0-9OIL]{2}[0-9OIL]{4,}`)

// letterDigits maps the letters that stand for digits in copied numbers.
var letterDigits = strings.NewReplacer("O", "0", "I", "1", "L", "1")

// maxIDDigits bounds the ids that are searched for.
const maxIDDigits = 10

// OrderNumbersIn returns the order numbers that a purpose may contain, likelier ones
// first: spaces and hyphens do not matter, the prefix may be missing, O may stand for 0
// and I or L for 1. If more digits directly follow a number, each possible end counts
// as one. The orders need not exist.
func OrderNumbersIn(purpose, prefix string) []string {
	text := squeeze(purpose)
	var whole, bare []string
	for at := 0; at < len(text); {
		found := yearAndID.FindStringIndex(text[at:])
		if found == nil {
			break
		}
		start := at + found[0]
		numbers := numbersFrom(letterDigits.Replace(text[start:at+found[1]]), prefix)
		if strings.HasSuffix(text[:start], prefix) {
			whole = append(whole, numbers...)
		} else {
			bare = append(bare, numbers...)
		}
		at = start + 1
	}
	numbers := unique(append(whole, bare...))
	return numbers[:min(len(numbers), maxNumbers)]
}

// maxNumbers bounds how many database queries a purpose full of digits can cause.
const maxNumbers = 50

// numbersFrom returns the order numbers that a run of digits may begin with, longest
// first.
func numbersFrom(digits, prefix string) []string {
	year, rest := digits[:4], digits[4:]
	var numbers []string
	for n := min(len(rest), maxIDDigits); n >= 4; n-- {
		if n > 4 && rest[0] == '0' {
			continue // only short ids are padded
		}
		numbers = append(numbers, prefix+"-"+year+"-"+rest[:n])
	}
	return numbers
}

func unique(list []string) []string {
	seen := make(map[string]bool)
	var kept []string
	for _, s := range list {
		if !seen[s] {
			kept = append(kept, s)
		}
		seen[s] = true
	}
	return kept
}

// Verdict says how an entry of a statement relates to the orders.
type Verdict string

// The verdicts. Only VerdictFits can be booked without further thought; nothing is ever
// booked without the operator.
const (
	VerdictFits      Verdict = "passt"         // one open order, exactly its total
	VerdictTooLittle Verdict = "zu_wenig"      // one open order, less than its total
	VerdictTooMuch   Verdict = "zu_viel"       // one open order, more than its total
	VerdictPaid      Verdict = "schon_bezahlt" // the order has been paid before
	VerdictCancelled Verdict = "storniert"     // the order is cancelled: the money goes back
	VerdictSeveral   Verdict = "mehrdeutig"    // more than one order may be meant
	VerdictUnknown   Verdict = "unbekannt"     // no order is mentioned
	VerdictForeign   Verdict = "waehrung"      // not in euro
	VerdictOutgoing  Verdict = "ausgang"       // money paid out
)

// Label returns the German name shown to the operator.
func (v Verdict) Label() string {
	switch v {
	case VerdictFits:
		return "Betrag passt"
	case VerdictTooLittle:
		return "zu wenig bezahlt"
	case VerdictTooMuch:
		return "zu viel bezahlt"
	case VerdictPaid:
		return "Bestellung ist schon bezahlt"
	case VerdictCancelled:
		return "Bestellung ist storniert"
	case VerdictSeveral:
		return "mehrere Bestellungen möglich"
	case VerdictUnknown:
		return "keine Bestellung erkannt"
	case VerdictForeign:
		return "andere Währung"
	case VerdictOutgoing:
		return "Abgang"
	}
	return string(v)
}

// Judge matches an entry with orders. The candidates are the existing ones
// among those that [OrderNumbersIn] returned, in its order. The matching order is
// returned too, or nil. If there are several candidates, the only open one with exactly
// this total matches.
func Judge(e *Entry, candidates []order.Order) (Verdict, *order.Order) {
	switch {
	case e.Amount <= 0:
		return VerdictOutgoing, nil
	case e.Currency != "EUR":
		return VerdictForeign, nil
	case len(candidates) == 0:
		return VerdictUnknown, nil
	}
	meant := &candidates[0]
	if len(candidates) > 1 {
		if meant = onlyFitting(e, candidates); meant == nil {
			return VerdictSeveral, nil
		}
	}
	switch total := meant.TotalCents(); {
	case meant.Status == order.StatusCancelled:
		return VerdictCancelled, meant
	case meant.Status == order.StatusPaid:
		return VerdictPaid, meant
	case e.Amount < total:
		return VerdictTooLittle, meant
	case e.Amount > total:
		return VerdictTooMuch, meant
	}
	return VerdictFits, meant
}

func onlyFitting(e *Entry, candidates []order.Order) *order.Order {
	var fitting *order.Order
	for i := range candidates {
		if o := &candidates[i]; o.Status == order.StatusPaymentOpen && o.TotalCents() == e.Amount {
			if fitting != nil {
				return nil
			}
			fitting = o
		}
	}
	return fitting
}
