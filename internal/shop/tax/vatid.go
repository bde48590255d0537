package tax

import (
	"regexp"
	"strings"

	"kontor/internal/shop"
)

// vatIDForms are the forms of the numbers for value added tax, after the letters of the
// state, that the member states give out, and Northern Ireland for goods.
// Source: the European Commission's description of VIES.
var vatIDForms = map[string]string{
	"AT": `U\d{8}`, "BE": `[01]\d{9}`, "BG": `\d{9,10}`, "CY": `\d{8}[A-Z]`, "CZ": `\d{8,10}`, "DE": `\d{9}`, "DK": `\d{8}`,
	"EE": `\d{9}`, "EL": `\d{9}`, "ES": `[A-Z\d]\d{7}[A-Z\d]`, "FI": `\d{8}`, "FR": `[A-Z\d]{2}\d{9}`, "HR": `\d{11}`,
	"HU": `\d{8}`, "IE": `\d[A-Z\d+*]\d{5}[A-Z]{1,2}`, "IT": `\d{11}`, "LT": `(\d{9}|\d{12})`, "LU": `\d{8}`, "LV": `\d{11}`,
	"MT": `\d{8}`, "NL": `[A-Z\d+*]{12}`, "PL": `\d{10}`, "PT": `\d{9}`, "RO": `\d{2,10}`, "SE": `\d{12}`, "SI": `\d{8}`,
	"SK": `\d{10}`, "XI": `(\d{9}|\d{12}|(GD|HA)\d{3})`,
}

// swissForm is that of the Swiss numbers, which no member state recognises.
var swissForm = regexp.MustCompile(`^CHE\d{9}(MWST|TVA|IVA)?$`)

// CleanVATID returns a number for value added tax without the spaces, dots and hyphens
// with which people write it, in upper case.
func CleanVATID(text string) string {
	return strings.ToUpper(strings.Map(func(r rune) rune {
		if strings.ContainsRune(" .-/\u00a0\u202f\u2011\t", r) {
			return -1
		}
		return r
	}, shop.Composed(text, strings.TrimSpace)))
}

// MemberState returns the letters of the member state that gives out numbers of this
// form; empty: none does.
func MemberState(vatID string) string {
	if len(vatID) < 2 {
		return ""
	}
	form, known := vatIDForms[vatID[:2]]
	if !known || !regexp.MustCompile(`^`+form+`$`).MatchString(vatID[2:]) {
		return ""
	}
	return vatID[:2]
}

// VATIDFits reports whether a clean number has the form of those of some country.
func VATIDFits(vatID string) bool { return MemberState(vatID) != "" || swissForm.MatchString(vatID) }
