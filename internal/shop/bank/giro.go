package bank

import (
	"fmt"
	"strings"

	"kontor/internal/shop"
)

// BankAccount is the shop's account for bank transfers. The holder is spelt as
// the bank has it: banks compare it with the account's name. The zero value is
// no account.
type BankAccount struct {
	Holder string // at most 70 characters
	IBAN   string // without spaces
	BIC    string // may be empty
}

// Limits of a GiroCode. EPC069-12, version 2.
const (
	maxGiroAmount    = shop.Cents(999_999_999_99)
	maxGiroHolder    = 70
	maxGiroReference = 140
)

// GiroText returns what a GiroCode says: a transfer of an amount to the account,
// with a reference that people read. It is empty when the code cannot say it.
// Pictures of it have the error correction level M. Source: EPC069-12.
func (b BankAccount) GiroText(amount shop.Cents, reference string) string {
	if amount < 1 || amount > maxGiroAmount || b.IBAN == "" ||
		b.Holder == "" || len([]rune(b.Holder)) > maxGiroHolder || len([]rune(reference)) > maxGiroReference {
		return ""
	}
	return strings.Join([]string{
		"BCD", "002", "1", // version 2 leaves the BIC optional; 1 is UTF-8
		"SCT", b.BIC, b.Holder, b.IBAN,
		fmt.Sprintf("EUR%d.%02d", amount/100, amount%100),
		"", "", // purpose and structured reference
		reference,
	}, "\n")
}

// GroupedIBAN returns the IBAN in groups of four, as people read it.
func (b BankAccount) GroupedIBAN() string {
	iban := b.IBAN
	var groups []string
	for ; len(iban) > 4; iban = iban[4:] {
		groups = append(groups, iban[:4])
	}
	return strings.Join(append(groups, iban), " ")
}
