package bankfile

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"kontor"
)

var (
	mtField     = regexp.MustCompile(`^:(\d\d[A-Z]?):(.*)$`)
	mtStatement = regexp.MustCompile(`(?m)^:20:`)
	mtEntries   = regexp.MustCompile(`(?m)^:(?:60[FM]|61):`)

	// value date, booking day, mark, third letter of the currency, amount
	mtEntry = regexp.MustCompile(`^(\d{6})(\d{4})?(R?[CD])([A-Z])?(\d[\d.]*,\d{0,2})`)

	// the opening balance: mark, date, currency
	mtBalance = regexp.MustCompile(`^[CD]\d{6}([A-Z]{3})`)

	// the parts of a structured field 86; other question marks are the payer's
	mtPart = regexp.MustCompile(`\?(00|10|2\d|3\d|6[0-3])`)
)

func looksLikeMT940(text string) bool {
	text = unixLines(text)
	return mtStatement.MatchString(text) && mtEntries.MatchString(text)
}

func unixLines(text string) string {
	return strings.NewReplacer("\r\n", "\n", "\r", "\n", "@@", "\n").Replace(text)
}

// mtReader goes through the fields of a file.
type mtReader struct {
	entries  []kontor.BankEntry
	currency string
	open     bool // the latest field was an entry, its description may follow
}

func readMT940(text string) ([]kontor.BankEntry, error) {
	r := mtReader{currency: "EUR"}
	for _, field := range mtFields(unixLines(text)) {
		if err := r.take(field.tag, field.value); err != nil {
			return nil, kontor.ErrInvalidStatement.With(fmt.Sprintf("Zeile %d der MT940-Datei: %v.", field.line, err))
		}
	}
	return r.entries, nil
}

type mtTagged struct {
	tag, value string
	line       int
}

// mtFields puts the lines of each field together. Banks break lines in the middle
// of words, so nothing comes between them.
func mtFields(text string) []mtTagged {
	var fields []mtTagged
	for i, line := range strings.Split(text, "\n") {
		switch m := mtField.FindStringSubmatch(line); {
		case m != nil:
			fields = append(fields, mtTagged{m[1], m[2], i + 1})
		case line == "-" || len(fields) == 0:
			fields = append(fields, mtTagged{line: i + 1})
		default:
			fields[len(fields)-1].value += line
		}
	}
	return fields
}

func (r *mtReader) take(tag, value string) error {
	switch tag {
	case "60F", "60M":
		if m := mtBalance.FindStringSubmatch(value); m != nil {
			r.currency = m[1]
		}
	case "61":
		e, err := parseMTEntry(value)
		if err != nil {
			return err
		}
		e.Currency = r.currency
		r.entries = append(r.entries, e)
	case "86":
		if r.open {
			describeMT(&r.entries[len(r.entries)-1], value)
		}
	}
	r.open = tag == "61"
	return nil
}

func parseMTEntry(value string) (e kontor.BankEntry, err error) {
	m := mtEntry.FindStringSubmatch(value)
	if m == nil {
		return e, errAmount
	}
	valued, err := time.Parse("060102", m[1])
	if err != nil {
		return e, errDay
	}
	if e.Booked, err = bookedNear(valued, m[2]); err != nil {
		return e, err
	}
	amount, ok := parseAmount(strings.TrimSuffix(m[5], ","))
	if !ok {
		return e, errAmount
	}
	if m[3] == "D" || m[3] == "RC" { // RC takes a credit back
		amount = -amount
	}
	e.Amount = amount
	return e, nil
}

// bookedNear returns the booking day, which is written without its year: the one
// that lies nearest to the value date.
func bookedNear(valued time.Time, monthDay string) (kontor.Day, error) {
	if monthDay == "" {
		return kontor.Day(valued.Format(time.DateOnly)), nil
	}
	var nearest time.Time
	for year := valued.Year() - 1; year <= valued.Year()+1; year++ {
		day, err := time.Parse("20060102", fmt.Sprintf("%04d%s", year, monthDay))
		if err != nil {
			continue // 29 February, or no day at all
		}
		if nearest.IsZero() || day.Sub(valued).Abs() < nearest.Sub(valued).Abs() {
			nearest = day
		}
	}
	if nearest.IsZero() {
		return "", errDay
	}
	return kontor.Day(nearest.Format(time.DateOnly)), nil
}

// describeMT reads field 86: three digits and parts that begin with a question
// mark, or else only text.
func describeMT(e *kontor.BankEntry, value string) {
	parts := mtPart.FindAllStringSubmatchIndex(value, -1)
	if len(parts) == 0 {
		e.Purpose = value
		return
	}
	var purpose, name strings.Builder
	for i, at := range parts {
		end := len(value)
		if i+1 < len(parts) {
			end = parts[i+1][0]
		}
		text := value[at[1]:end]
		switch code := value[at[2]:at[3]]; {
		case code >= "20" && code <= "29", code >= "60" && code <= "63":
			purpose.WriteString(text)
		case code == "31":
			e.IBAN = text
		case code == "32", code == "33":
			name.WriteString(text)
		}
	}
	e.Name, e.Purpose = name.String(), withoutLabels(purpose.String())
}

// sepaLabels stand in the purpose where a new part of it begins.
var sepaLabels = regexp.MustCompile(`(?:EREF|KREF|MREF|CRED|DEBT|PURP|SVWZ|ABWA|ABWE|BREF|RREF)\+`)

func withoutLabels(purpose string) string { return sepaLabels.ReplaceAllString(purpose, " ") }
