package bankfile

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// columns holds the positions of a CSV file's columns. Where a field has several
// candidates, the first that is not empty counts.
type columns struct {
	day, amount, in, out, mark, currency, payer, payee, iban, purpose []int

	unit string // the currency named in the amounts' headings; empty: none
}

// The headings that banks use, in the form that [heading] returns, best first.
var (
	dayHeadings      = []string{"buchungstag", "buchungsdatum", "buchung", "bookingdate", "datum", "date", "valutadatum", "valuta", "wertstellung"}
	amountHeadings   = []string{"betrag", "umsatz", "amount", "montant"}
	inHeadings       = []string{"haben", "gutschrift", "eingang"}
	outHeadings      = []string{"soll", "lastschrift", "ausgang"}
	markHeadings     = []string{"sollhaben", "sh", "habensoll"}
	currencyHeadings = []string{"waehrung", "currency", "devise"}
	partyHeadings    = []string{
		"beguenstigterzahlungspflichtiger", "auftraggeberempfaenger", "auftraggeberbeguenstigter", "beguenstigterauftraggeber", "namezahlungsbeteiligter",
		"empfaengerzahlungspflichtiger", "empfaengerauftraggeber", "partnername", "partner", "payee", "name", "empfaenger",
	}
	payerHeadings   = append([]string{"zahlungspflichtiger", "auftraggeber", "auftraggebername", "namedeszahlers"}, partyHeadings...)
	payeeHeadings   = append([]string{"zahlungsempfaengerin", "zahlungsempfaenger", "empfaengername"}, partyHeadings...)
	ibanHeadings    = []string{"kontonummeriban", "ibankontonummer", "ibanzahlungsbeteiligter", "ibandesauftraggebers", "partneriban", "iban", "kontonummer", "accountnumber"}
	purposeHeadings = []string{
		"verwendungszweck", "vorgangverwendungszweck", "zahlungsreferenz", "paymentreference", "zahlungsgrund", "avisierungstext", "communication", "buchungsdetails", "buchungsinfo",
		"buchungstext", "text", "kundenreferenzendtoend", "endtoendreferenz", "kundenreferenz",
	}
)

// newColumns reads a row and reports whether it is the row of headings: one with a day,
// an amount and a purpose.
func newColumns(cells []string) (*columns, bool) {
	headings := make([]string, len(cells))
	unit := ""
	for i, cell := range cells {
		name, currency := withoutCurrency(heading(cell))
		headings[i], unit = name, cmp.Or(unit, currency)
	}
	find := func(names []string) []int { return places(headings, names) }
	c := &columns{
		unit: unit,
		day:  find(dayHeadings), amount: find(amountHeadings), in: find(inHeadings), out: find(outHeadings), mark: find(markHeadings),
		currency: find(currencyHeadings), payer: find(payerHeadings), payee: find(payeeHeadings), iban: find(ibanHeadings), purpose: find(purposeHeadings),
	}
	if len(c.amount) > 0 {
		c.preferBeside(c.amount[0])
	}
	return c, len(c.day) > 0 && len(c.purpose) > 0 && (len(c.amount) > 0 || len(c.in) > 0 && len(c.out) > 0)
}

// preferBeside moves the currency column to the right of the amount to the front: some
// banks have another one for the balance.
func (c *columns) preferBeside(amount int) {
	if at := slices.Index(c.currency, amount+1); at > 0 {
		c.currency = slices.Insert(slices.Delete(c.currency, at, at+1), 0, amount+1)
	}
}

// places returns the positions of the names among the headings, in the order of names.
func places(headings, names []string) []int {
	var found []int
	for _, name := range names {
		for i, heading := range headings {
			if heading == name {
				found = append(found, i)
			}
		}
	}
	return found
}

var umlauts = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss")

// named matches the heading of an amount that names its currency: "Gutschrift in CHF".
var named = regexp.MustCompile(`^(betrag|umsatz|amount|haben|soll|gutschrift|lastschrift)(?:in)?(eur|chf)$`)

func withoutCurrency(heading string) (name, currency string) {
	if m := named.FindStringSubmatch(heading); m != nil {
		return m[1], strings.ToUpper(m[2])
	}
	return heading, ""
}

// heading reduces a heading to its letters: "Betrag (€)" is "betrag".
func heading(cell string) string {
	return strings.Map(func(r rune) rune {
		if r < unicode.MaxASCII && unicode.IsLetter(r) {
			return r
		}
		return -1
	}, umlauts.Replace(strings.ToLower(cell)))
}

// first returns the first non-empty cell among the places.
func (c *columns) first(cells []string, places []int) string {
	for _, i := range places {
		if i < len(cells) {
			if text := strings.TrimSpace(cells[i]); text != "" {
				return text
			}
		}
	}
	return ""
}

// all returns the cells at the places, joined.
func (c *columns) all(cells []string, places []int) string {
	var texts []string
	for _, i := range places {
		if i < len(cells) {
			texts = append(texts, cells[i])
		}
	}
	return strings.Join(texts, " ")
}
