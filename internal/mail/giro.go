package mail

import (
	"fmt"
	"strings"

	"rsc.io/qr"

	"kontor"
)

// Limits of a GiroCode. EPC069-12, version 2.
const (
	maxGiroAmount = kontor.Cents(999_999_999_99)
	maxHolder     = 70
	maxReference  = 140
)

// giroText returns what a GiroCode says: a transfer of an amount to the shop's
// account, with a reference that people read. It is empty when the code cannot
// say it.
func giroText(b Bank, amount kontor.Cents, reference string) string {
	if amount < 1 || amount > maxGiroAmount || b.IBAN == "" ||
		b.Holder == "" || len([]rune(b.Holder)) > maxHolder || len([]rune(reference)) > maxReference {
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

// giroCode returns the picture of a GiroCode as PNG, or nil when there is none.
// It is drawn here and sent along: a picture's address would tell somebody else
// who pays how much.
func giroCode(b Bank, amount kontor.Cents, reference string) ([]byte, error) {
	text := giroText(b, amount, reference)
	if text == "" {
		return nil, nil
	}
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return nil, fmt.Errorf("mail: the GiroCode: %w", err)
	}
	return code.PNG(), nil
}

// grouped writes an IBAN in groups of four, as people read it.
func grouped(iban string) string {
	var groups []string
	for ; len(iban) > 4; iban = iban[4:] {
		groups = append(groups, iban[:4])
	}
	return strings.Join(append(groups, iban), " ")
}
