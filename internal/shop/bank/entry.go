package bank

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"kontor/internal/shop"
)

// Entry is one entry of a bank statement.
type Entry struct {
	Booked   shop.Day
	Amount   shop.Cents // above 0 for money received
	Currency string     // ISO 4217
	Name     string     // of the other party; empty: not stated by the bank
	IBAN     string     // of the other party, without spaces; empty: not stated by the bank
	Purpose  string     // the payer's own words, on one line
}

// squeeze keeps what survives being copied through two banks: letters and digits, in
// upper case.
func squeeze(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToUpper(r)
		}
		return -1
	}, s)
}

// EntryKeys returns a key for each entry of a statement that distinguishes it from
// all others of the account, in whatever file the bank exports it: day, amount, purpose
// and name, and for otherwise equal entries their position among them. Files contain
// whole days, so keys are the same where two files overlap.
func EntryKeys(entries []Entry) []string {
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
