package i18n

import (
	"strconv"
	"strings"
	"time"
)

// Spaces at which a line must not break.
const (
	space       = "\u00a0"
	narrowSpace = "\u202f"
)

// minus is longer than a hyphen, so that it is not overlooked before an amount.
const minus = "−"

// form is how a language writes amounts and dates. golang.org/x/text/currency puts the
// sign where no shopper expects it, so the few rules are written here.
type form struct {
	thousands, decimal string
	colon              string
	euroFirst          bool
	months             string
	firstDay           string // the first of a month; empty: like any other day
	dayPoint           string // after the number of a day
	clock              string // separates date and time
	clockEnd           string
}

var forms = map[string]form{
	"de": {
		thousands: ".", decimal: ",", colon: ":", dayPoint: ".", clock: ", ", clockEnd: space + "Uhr",
		months: "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
	},
	"en": {
		thousands: ",", decimal: ".", colon: ":", euroFirst: true, clock: ", ",
		months: "January February March April May June July August September October November December",
	},
	"fr": {
		thousands: narrowSpace, decimal: ",", colon: space + ":", firstDay: "1er", clock: " à ",
		months: "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
	},
	"it": {
		thousands: ".", decimal: ",", colon: ":", firstDay: "1º", clock: ", ore ",
		months: "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
	},
}

// Amount writes an amount of euro cents: "1.234,50 €" in German, "€1,234.50" in
// English.
func (t *Translator) Amount(cents int64) string {
	sign, rest := "", uint64(cents)
	if cents < 0 {
		sign, rest = minus, -rest
	}
	number := t.group(rest/100) + t.form.decimal + strconv.FormatUint(rest%100+100, 10)[1:]
	if t.form.euroFirst {
		return sign + "€" + number
	}
	return sign + number + space + "€"
}

// Percent writes thousandths as a percentage, without its sign: "19", "8,1".
func (t *Translator) Percent(perMille int64) string {
	if perMille%10 == 0 {
		return t.Number(perMille / 10)
	}
	return t.Number(perMille/10) + t.form.decimal + t.Number(perMille%10)
}

// Number writes a whole number with thousands separators.
func (t *Translator) Number(n int64) string {
	if n < 0 {
		return minus + t.group(-uint64(n))
	}
	return t.group(uint64(n))
}

func (t *Translator) group(n uint64) string {
	digits := strconv.FormatUint(n, 10)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + t.form.thousands + digits[i:]
	}
	return digits
}

// Colon returns what separates a label from its value, without the space after it.
func (t *Translator) Colon() string { return t.form.colon }

// Day writes the day of a time in the time's own zone: "21. November 2026".
func (t *Translator) Day(at time.Time) string {
	day := strconv.Itoa(at.Day()) + t.form.dayPoint
	if at.Day() == 1 && t.form.firstDay != "" {
		day = t.form.firstDay
	}
	month := strings.Fields(t.form.months)[at.Month()-1]
	return day + space + month + " " + strconv.Itoa(at.Year())
}

// Moment writes day and time of day in the time's own zone: "21. November 2026, 10:15
// Uhr".
func (t *Translator) Moment(at time.Time) string {
	return t.Day(at) + t.form.clock + at.Format("15:04") + t.form.clockEnd
}

// Point returns what separates the whole from the parts of a number.
func (t *Translator) Point() string { return t.form.decimal }
