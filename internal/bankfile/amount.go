package bankfile

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"kontor/internal/shop"
)

// amountSigns removes what surrounds an amount's digits: currencies, spaces of all
// kinds, and thousands separators that are never a decimal point.
var amountSigns = strings.NewReplacer("EUR", "", "CHF", "", "€", "", " ", "", "\u00a0", "", "\u202f", "", "'", "", "’", "", "−", "-")

// parseAmount reads an amount as banks write it: 1.234,56 or 1,234.56, with the sign in
// front or behind, and with up to two decimals.
func parseAmount(s string) (shop.Cents, bool) {
	s = amountSigns.Replace(s)
	negative := strings.HasPrefix(s, "-") || strings.HasSuffix(s, "-")
	s = strings.Trim(s, "+-")
	whole, fraction := s, ""
	if at := strings.LastIndexAny(s, ",."); at >= 0 {
		if rest := s[at+1:]; len(rest) <= 2 {
			whole, fraction = s[:at], rest
		}
	}
	whole, ok := ungroup(whole)
	if !ok || len(whole) > 12 {
		return 0, false
	}
	n, err := strconv.ParseUint(whole+(fraction + "00")[:2], 10, 63)
	if err != nil {
		return 0, false
	}
	if negative {
		return -shop.Cents(n), true
	}
	return shop.Cents(n), true
}

// xmlAmount matches amounts in XML: no grouping, decimals after a dot. "22.200" is
// 22,20 €, not 22200 €.
var xmlAmount = regexp.MustCompile(`^(\d{1,12})(?:\.(\d{0,2})0*)?$`)

func parseXMLAmount(s string) (shop.Cents, bool) {
	m := xmlAmount.FindStringSubmatch(strings.TrimSpace(s))
	if m == nil {
		return 0, false
	}
	n, err := strconv.ParseInt(m[1]+(m[2] + "00")[:2], 10, 64)
	return shop.Cents(n), err == nil
}

// ungroup removes the separators between groups of three digits.
func ungroup(whole string) (string, bool) {
	groups := strings.FieldsFunc(whole, func(r rune) bool { return r == '.' || r == ',' })
	if len(groups) == 0 {
		return "", false
	}
	for _, group := range groups[1:] {
		if len(group) != 3 {
			return "", false
		}
	}
	digits := strings.Join(groups, "")
	return digits, strings.Trim(digits, "0123456789") == ""
}

// dayForms are the date formats that banks use.
var dayForms = []string{"2.1.2006", "2.1.06", time.DateOnly, "2006/01/02", "02/01/2006", "20060102"}

// isoInstant matches a day followed by a time or a zone.
var isoInstant = regexp.MustCompile(`^(\d{4}-\d\d-\d\d)(?:[T +-].*|Z)$`)

func parseDay(s string) (shop.Day, bool) {
	s = strings.TrimSpace(s)
	if instant := isoInstant.FindStringSubmatch(s); instant != nil {
		s = instant[1]
	}
	for _, form := range dayForms {
		if t, err := time.Parse(form, s); err == nil {
			return shop.Day(t.Format(time.DateOnly)), true
		}
	}
	return "", false
}
