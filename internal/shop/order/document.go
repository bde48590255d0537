package order

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/tax"
)

// Issuer is the shop as it issues documents.
type Issuer struct {
	Party
	Tax    tax.Seller
	Prefix string // of the numbers, see [Series.Number]
	Draw   func(*Details, Invoice) (Content, error)
	// Deviates reports whether an earlier document about an order, of which this is the
	// snapshot, says another tax than would be due.
	Deviates func(o *Details, due Invoice, earlier []byte) (bool, error)
}

// Remembering returns the same issuer, who draws the same document about the same version
// of an order only once. So it can be drawn before the transaction in which it is issued.
func (i Issuer) Remembering() *Issuer {
	type sheet struct {
		id, version int64
		document    Invoice
	}
	draw, drawn := i.Draw, make(map[sheet]Content)
	i.Draw = func(o *Details, document Invoice) (Content, error) {
		of := sheet{o.ID, o.Version, document}
		if c, ok := drawn[of]; ok {
			return c, nil
		}
		c, err := draw(o, document)
		if err == nil {
			drawn[of] = c
		}
		return c, err
	}
	return &i
}

// Party is who issues documents, as printed on them.
type Party struct {
	Name, Address, TaxID, VATID string
	Seat                        shop.Country
	Small                       bool // see [tax.Seller]
}

// Content is what a document consists of.
type Content struct {
	Snapshot []byte // JSON: everything that the files say
	PDF      []byte // nil: not drawn yet
	XML      []byte // nil likewise, or if the shop lacked what EN 16931 demands
}

// Series is the row of numbers of one prefix and one calendar year in Berlin.
type Series struct {
	Prefix string // empty: the document was taken over, with a number from before there were series
	Year   int
}

// SeriesOf returns the series of what is issued at a time.
func (i *Issuer) SeriesOf(at time.Time) Series { return Series{i.Prefix, at.In(shop.Berlin).Year()} }

// Number returns the n-th number of the series.
func (s Series) Number(n int64) string { return fmt.Sprintf("%s-%d-%05d", s.Prefix, s.Year, n) }

// Filed is a document as it is kept.
type Filed struct {
	ID          int64 // its place in the chain of all documents
	OrderID     int64
	OrderNumber string // empty: not read
	Corrects    int64  // ID of what it takes back; 0: nothing
	Series      Series
	N           int64 // in its series
	Invoice
	Sums  Sums
	Chain string // SHA-256 of the one before and of this one, see [Filed.Link]
}

// Sums are the SHA-256 of a document's contents in hexadecimal digits; empty: there was
// none.
type Sums struct{ Snapshot, PDF, XML string }

// SumsOf returns the sums of a document's contents.
func SumsOf(c Content) Sums { return Sums{sum(c.Snapshot), sum(c.PDF), sum(c.XML)} }

func sum(content []byte) string {
	if content == nil {
		return ""
	}
	digest := sha256.Sum256(content)
	return hex.EncodeToString(digest[:])
}

// Adopted reports whether the document is from before documents were kept. Its files
// are drawn later, so its hash is one of what it says.
func (f *Filed) Adopted() bool { return f.Series.Prefix == "" }

// Link returns the hash with which a document continues the chain.
func (f *Filed) Link(previous string) (string, error) {
	sums := f.Sums
	if f.Adopted() {
		sums.PDF, sums.XML = "", ""
	}
	own, err := json.Marshal([]any{
		f.ID, f.Number, f.Kind, f.OrderID, f.Corrects, f.Amount, shop.FormatTime(f.At), f.Supply, f.Pending, f.Case, f.Actor, f.Occasion,
		sums.Snapshot, sums.PDF, sums.XML,
	})
	if err != nil {
		return "", fmt.Errorf("order: chain: %w", err)
	}
	digest := sha256.Sum256(append([]byte(previous), own...))
	return hex.EncodeToString(digest[:]), nil
}
