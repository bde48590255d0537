package bankfile

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"

	"kontor/internal/shop"
	"kontor/internal/shop/bank"
)

var errXML = bank.ErrInvalidStatement.With("Die XML-Datei ist beschädigt oder kein Kontoauszug.")

// camtReader walks the elements of a file and holds one entry at a time.
type camtReader struct {
	tokens    *xml.Decoder
	path      []string // of the elements around the current place
	statement bool     // true if the file is a statement, even one without entries
	found     int
	entries   []bank.Entry
}

func readCAMT(file io.Reader) ([]bank.Entry, error) {
	raw := xml.NewDecoder(&tags{rest: file})
	raw.CharsetReader = otherCharset
	r := camtReader{tokens: xml.NewTokenDecoder(&shallow{tokens: raw})}
	for begun := false; !begun || len(r.path) > 0; begun = begun || len(r.path) > 0 {
		token, err := r.tokens.Token()
		if err == nil {
			err = r.take(token)
		}
		var refusal *shop.Error
		switch {
		case errors.As(err, &refusal):
			return nil, refusal
		case err != nil:
			return nil, errXML
		}
	}
	if !r.statement {
		return nil, errNoStatement
	}
	return r.entries, nil
}

func (r *camtReader) take(token xml.Token) error {
	switch element := token.(type) {
	case xml.StartElement:
		r.path = append(r.path, element.Name.Local)
		container := len(r.path) == 2 && (r.path[1] == "BkToCstmrStmt" || r.path[1] == "BkToCstmrAcctRpt")
		r.statement = r.statement || container
		if r.atEntry() {
			r.path = r.path[:3]
			return r.takeEntry(&element)
		}
	case xml.EndElement:
		r.path = r.path[:len(r.path)-1]
	}
	return nil
}

func (r *camtReader) atEntry() bool {
	p := r.path
	return len(p) == 4 && p[3] == "Ntry" && (p[1] == "BkToCstmrStmt" && p[2] == "Stmt" || p[1] == "BkToCstmrAcctRpt" && p[2] == "Rpt")
}

func (r *camtReader) takeEntry(start *xml.StartElement) error {
	var n camtEntry
	if err := r.tokens.DecodeElement(&n, start); err != nil {
		return err
	}
	r.found++
	if !n.booked() {
		return nil
	}
	more, err := n.entries()
	if err != nil {
		return bank.ErrInvalidStatement.With(fmt.Sprintf("Buchung %d der XML-Datei: %v.", r.found, err))
	}
	if r.entries = append(r.entries, more...); len(r.entries) > maxEntries {
		return errTooLong
	}
	return nil
}

// shallow passes on the tokens of a file whose elements are not nested too deeply.
type shallow struct {
	tokens *xml.Decoder
	depth  int
}

// Token returns the next token.
func (s *shallow) Token() (xml.Token, error) {
	token, err := s.tokens.RawToken()
	switch token.(type) {
	case xml.StartElement:
		s.depth++
	case xml.EndElement:
		s.depth--
	}
	if s.depth > maxDepth {
		return nil, errXML
	}
	return token, err
}

// words joins the texts of elements of the same name.
type words string

// UnmarshalXML adds the text of an element.
func (w *words) UnmarshalXML(d *xml.Decoder, start xml.StartElement) error {
	var text string
	if err := d.DecodeElement(&text, &start); err != nil {
		return err
	}
	*w = words(joined(string(*w), text))
	return nil
}

// camtPayments holds the payments of an entry.
type camtPayments []camtTxDtl

// UnmarshalXML adds a payment, unless there are too many.
func (p *camtPayments) UnmarshalXML(d *xml.Decoder, start xml.StartElement) error {
	if len(*p) == maxEntries {
		return errTooLong
	}
	*p = append(*p, camtTxDtl{})
	return d.DecodeElement(&(*p)[len(*p)-1], &start)
}
