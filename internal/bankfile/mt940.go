package bankfile

import (
	"fmt"
	"iter"
	"regexp"
	"strings"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/bank"
)

var (
	mtField = regexp.MustCompile(`^:(\d\d[A-Z]?):`)

	// value date, booking day, mark, third letter of the currency, amount
	mtEntry = regexp.MustCompile(`^(\d{6})(\d{4})?(R?[CD])([A-Z])?(\d[\d.]*,\d{0,2})`)

	// the opening balance: mark, date, currency
	mtBalance = regexp.MustCompile(`^[CD]\d{6}([A-Z]{3})`)

	// the parts of a structured field 86; other question marks belong to the payer's
	// text
	mtPart = regexp.MustCompile(`\?(00|10|2\d|3\d|6[0-3])`)
)

// looksLikeMT940 reports whether text has the beginning of a statement and the fields
// of one.
func looksLikeMT940(text string) bool {
	var begins, goesOn bool
	for _, line := range mtLines(text) {
		switch tag := mtField.FindString(line); tag {
		case ":20:":
			begins = true
		case ":60F:", ":60M:", ":61:":
			goesOn = true
		}
	}
	return begins && goesOn
}

// mtLines returns the lines with their numbers, counting from 1. Some banks end lines
// with two at signs.
func mtLines(text string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		for n := 1; ; n++ {
			line, rest, more := cutLine(text)
			if !yield(n, line) || !more {
				return
			}
			text = rest
		}
	}
}

func cutLine(text string) (line, rest string, more bool) {
	for i := range len(text) {
		switch end := text[i:]; {
		case strings.HasPrefix(end, "\r\n"), strings.HasPrefix(end, "@@"):
			return text[:i], end[2:], true
		case end[0] == '\n', end[0] == '\r':
			return text[:i], end[1:], true
		}
	}
	return text, "", false
}

// mtReader walks the fields of a file.
type mtReader struct {
	entries  []bank.Entry
	currency string
	open     bool // the latest field was an entry, its description may follow
}

func readMT940(text string) ([]bank.Entry, error) {
	r := mtReader{currency: "EUR"}
	field := mtTagged{line: 1}
	for n, line := range mtLines(text) {
		tag := mtField.FindString(line)
		if tag == "" && line != "-" {
			field.add(line)
			continue
		}
		if err := r.finish(&field); err != nil {
			return nil, err
		}
		field = mtTagged{tag: strings.Trim(tag, ":"), line: n}
		if tag != "" {
			field.add(line[len(tag):])
		}
	}
	return r.entries, r.finish(&field)
}

// mtTagged is a field: its tag (empty outside of any field) and its lines. Banks break
// lines in the middle of words, so the lines are joined without a separator.
type mtTagged struct {
	tag   string
	value []byte
	line  int
}

func (f *mtTagged) add(line string) {
	f.value = append(f.value, line[:min(len(line), maxField-len(f.value))]...)
}

func (r *mtReader) finish(f *mtTagged) error {
	if len(r.entries) > maxEntries {
		return errTooLong
	}
	if err := r.take(f.tag, string(f.value)); err != nil {
		return bank.ErrInvalidStatement.With(fmt.Sprintf("Zeile %d der MT940-Datei: %v.", f.line, err))
	}
	return nil
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

func parseMTEntry(value string) (e bank.Entry, err error) {
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

// bookedNear returns the booking day. It is written without a year: the one closest to
// the value date is meant.
func bookedNear(valued time.Time, monthDay string) (shop.Day, error) {
	if monthDay == "" {
		return shop.Day(valued.Format(time.DateOnly)), nil
	}
	var nearest time.Time
	for year := valued.Year() - 1; year <= valued.Year()+1; year++ {
		day, err := time.Parse("20060102", fmt.Sprintf("%04d%s", year, monthDay))
		if err != nil {
			continue // 29 February, or not a day at all
		}
		if nearest.IsZero() || day.Sub(valued).Abs() < nearest.Sub(valued).Abs() {
			nearest = day
		}
	}
	if nearest.IsZero() {
		return "", errDay
	}
	return shop.Day(nearest.Format(time.DateOnly)), nil
}

// describeMT reads field 86: either three digits followed by parts that begin with a
// question mark, or free text.
func describeMT(e *bank.Entry, value string) {
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

// sepaLabels mark the beginning of each part of the purpose.
var sepaLabels = regexp.MustCompile(`(?:EREF|KREF|MREF|CRED|DEBT|PURP|SVWZ|ABWA|ABWE|BREF|RREF)\+`)

func withoutLabels(purpose string) string { return sepaLabels.ReplaceAllString(purpose, " ") }
