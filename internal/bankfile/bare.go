package bankfile

import "regexp"

// bareForms are the tables of Austrian banks that come without headings.
var bareForms = []struct {
	width   int
	columns columns
}{
	// Raiffeisen ELBA: day, text, value date, amount, currency, moment
	{6, columns{day: []int{0}, purpose: []int{1}, amount: []int{3}, currency: []int{4}}},
	// BAWAG and easybank: own account, text, day, value date, amount, currency
	{6, columns{day: []int{2}, purpose: []int{1}, amount: []int{4}, currency: []int{5}}},
}

var currencyForm = regexp.MustCompile(`^[A-Z]{3}$`)

// bareColumns guesses the columns of a table without headings from its first row.
func bareColumns(cells []string) (*columns, bool) {
	for i := range bareForms {
		c := &bareForms[i].columns
		_, dated := parseDay(c.first(cells, c.day))
		_, counted := parseAmount(c.first(cells, c.amount))
		if len(cells) == bareForms[i].width && dated && counted && currencyForm.MatchString(c.first(cells, c.currency)) {
			return c, true
		}
	}
	return nil, false
}
