package bank

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"kontor/internal/shop"
	"kontor/internal/shop/order"
)

// BankEntry is one entry of a bank statement.
type BankEntry struct {
	Booked   shop.Day
	Amount   shop.Cents // above 0 when the money came in
	Currency string     // ISO 4217
	Name     string     // of who paid, or was paid; empty: the bank does not say
	IBAN     string     // of theirs, without spaces; empty: the bank does not say
	Purpose  string     // whatever the payer wrote, in one line
}

// squeeze keeps what survives the way through two banks: letters and digits, in
// upper case.
func squeeze(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToUpper(r)
		}
		return -1
	}, s)
}

// BankEntryKeys returns what tells each entry of a statement from all others of
// the account, in any file that a bank makes of it: day, amount, purpose and name,
// and for entries that are alike in all of that their place among them. Files hold
// whole days, so the key stays the same where two files overlap.
func BankEntryKeys(entries []BankEntry) []string {
	seen := make(map[string]int)
	keys := make([]string, len(entries))
	for i, e := range entries {
		same := fmt.Sprintf("%s|%d|%s|%s|%s", e.Booked, e.Amount, e.Currency, squeeze(e.Purpose), squeeze(e.Name))
		seen[same]++
		digest := sha256.Sum256([]byte(same + "|" + strconv.Itoa(seen[same])))
		keys[i] = hex.EncodeToString(digest[:16])
	}
	return keys
}

// A number as people copy it: its year and what may follow, with O for 0 and I or
// L for 1. The prefix need not be there.
var yearAndID = regexp.MustCompile(`2[0O][0-9OIL]{2}[0-9OIL]{4,}`)

// letterDigits are the letters that stand for digits in copied numbers.
var letterDigits = strings.NewReplacer("O", "0", "I", "1", "L", "1")

// maxIDDigits bounds the ids that are looked for.
const maxIDDigits = 10

// OrderNumbersIn returns the order numbers that a purpose may name, the likelier
// ones first: spaces and hyphens do not count, the prefix may be missing, O may
// stand for 0 and I or L for 1. Where further digits follow a number at once, each
// possible end of it is one. Not all of them need to exist.
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

// maxNumbers bounds what a purpose full of digits can ask of the database.
const maxNumbers = 50

// numbersFrom returns the numbers that begin a run of digits, the longest first.
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

// BankVerdict says how an entry of a statement and the orders fit together.
type BankVerdict string

// The verdicts. Only BankFits may be booked without a second thought; nothing is
// ever booked without the operator.
const (
	BankFits      BankVerdict = "passt"         // one open order, exactly its total
	BankTooLittle BankVerdict = "zu_wenig"      // one open order, less than its total
	BankTooMuch   BankVerdict = "zu_viel"       // one open order, more than its total
	BankPaid      BankVerdict = "schon_bezahlt" // the order has been paid before
	BankCancelled BankVerdict = "storniert"     // the order is cancelled: the money goes back
	BankSeveral   BankVerdict = "mehrdeutig"    // more than one order may be meant
	BankUnknown   BankVerdict = "unbekannt"     // no order is named
	BankForeign   BankVerdict = "waehrung"      // not in euro
	BankOutgoing  BankVerdict = "ausgang"       // money that went out
)

// Label is what the operator reads, in German.
func (v BankVerdict) Label() string {
	switch v {
	case BankFits:
		return "Betrag passt"
	case BankTooLittle:
		return "zu wenig bezahlt"
	case BankTooMuch:
		return "zu viel bezahlt"
	case BankPaid:
		return "Bestellung ist schon bezahlt"
	case BankCancelled:
		return "Bestellung ist storniert"
	case BankSeveral:
		return "mehrere Bestellungen möglich"
	case BankUnknown:
		return "keine Bestellung erkannt"
	case BankForeign:
		return "andere Währung"
	case BankOutgoing:
		return "Abgang"
	}
	return string(v)
}

// JudgeBankEntry says what an entry means. The candidates are the orders that
// exist of those that [OrderNumbersIn] found, in its order; the one that is meant
// is returned too, or nil. When several are named, the only open one with exactly
// this total is meant.
func JudgeBankEntry(e *BankEntry, candidates []order.Order) (BankVerdict, *order.Order) {
	switch {
	case e.Amount <= 0:
		return BankOutgoing, nil
	case e.Currency != "EUR":
		return BankForeign, nil
	case len(candidates) == 0:
		return BankUnknown, nil
	}
	meant := &candidates[0]
	if len(candidates) > 1 {
		if meant = onlyFitting(e, candidates); meant == nil {
			return BankSeveral, nil
		}
	}
	switch total := meant.TotalCents(); {
	case meant.Status == order.StatusCancelled:
		return BankCancelled, meant
	case meant.Status == order.StatusPaid:
		return BankPaid, meant
	case e.Amount < total:
		return BankTooLittle, meant
	case e.Amount > total:
		return BankTooMuch, meant
	}
	return BankFits, meant
}

func onlyFitting(e *BankEntry, candidates []order.Order) *order.Order {
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
