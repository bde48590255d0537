package payment

import (
	"regexp"
	"strconv"
	"strings"

	"kontor/internal/shop"
)

// CurrencyEuro is the shop's only currency. ISO 4217.
const CurrencyEuro = "EUR"

// PayPalAmount is an amount as PayPal states it. One that cannot be parsed, or is not
// in whole cents, has no currency, so it equals no other.
type PayPalAmount struct {
	Cents    shop.Cents // hundredths of the currency's unit
	Currency string     // ISO 4217; empty: there is no readable amount
}

// maxPayPalAmount is the maximum length of PayPal's amounts in characters.
const maxPayPalAmount = 32

// ReadPayPalAmount parses a decimal such as "27.30", "10" or "10.000" exactly; anything
// else gives the unreadable amount, which equals no other.
func ReadPayPalAmount(value, currency string) PayPalAmount {
	digits, negative := strings.CutPrefix(value, "-")
	whole, fraction, _ := strings.Cut(digits, ".")
	fraction = strings.TrimRight(fraction, "0")
	if len(value) > maxPayPalAmount || len(fraction) > 2 || !isDecimal(digits) || !currencyCode.MatchString(currency) {
		return PayPalAmount{}
	}
	n, err := strconv.ParseInt(whole+(fraction + "00")[:2], 10, 64)
	if err != nil {
		return PayPalAmount{}
	}
	if negative {
		n = -n
	}
	return PayPalAmount{shop.Cents(n), currency}
}

// currencyCode is the form of ISO 4217.
var currencyCode = regexp.MustCompile(`^[A-Z]{3}$`)

// isDecimal reports whether s is a decimal without a sign: "10", "10.5" or ".5".
func isDecimal(s string) bool {
	whole, fraction, point := strings.Cut(s, ".")
	return onlyDigits(whole) && onlyDigits(fraction) && (whole != "" || point) && (fraction != "" || !point)
}

func onlyDigits(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r < '0' || r > '9' })
}

// Readable reports whether the amount could be parsed.
func (a PayPalAmount) Readable() bool { return a.Currency != "" }

// Is reports whether the amount is exactly this many euro cents.
func (a PayPalAmount) Is(c shop.Cents) bool { return a.Cents == c && a.Currency == CurrencyEuro }

func (a PayPalAmount) negated() PayPalAmount { return PayPalAmount{-a.Cents, a.Currency} }

// String shows the amount with its currency.
func (a PayPalAmount) String() string {
	switch a.Currency {
	case "":
		return "einen unlesbaren Betrag"
	case CurrencyEuro:
		return a.Cents.String() + " €"
	}
	return a.Cents.String() + " " + a.Currency
}
