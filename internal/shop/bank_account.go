package shop

import (
	"fmt"
	"strings"
)

// BankAccount is the shop's account for bank transfers. Banks compare the holder with
// the account's name, so it is spelt as the bank has it. The zero value is no account.
type BankAccount struct {
	Holder string // at most 70 characters
	IBAN   string // without spaces
	BIC    string // may be empty
}

// Limits of a GiroCode. EPC069-12, version 2.
const (
	maxGiroAmount    = Cents(999_999_999_99)
	maxGiroHolder    = 70
	maxGiroReference = 140
)

// GiroText returns the content of a GiroCode for a transfer of an amount to the
// account, with a human-readable reference. It is empty if no code can express it.
// Pictures of it use error correction level M. Source: EPC069-12.
func (b BankAccount) GiroText(amount Cents, reference string) string {
	if amount < 1 || amount > maxGiroAmount || b.IBAN == "" ||
		b.Holder == "" || len([]rune(b.Holder)) > maxGiroHolder || len([]rune(reference)) > maxGiroReference {
		return ""
	}
	return strings.Join([]string{
		"BCD", "002", "1", // version 2 makes the BIC optional; 1 is UTF-8
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
