package bankfile

import (
	"bytes"
	"io"
	"strings"
)

// What is held of a file at a time, so that none takes much more memory than its own
// size, whatever stands in it.
const (
	maxPiece = 64 << 10 // bytes of a row, or of a tag with the text behind it
	maxField = 4 << 10  // bytes of a name or purpose that are looked at
	maxDepth = 100      // of XML elements within each other
)

// pieces is a file of which no piece may be longer than maxPiece. Whoever reads it
// sets left anew when a piece is complete.
type pieces struct {
	rest io.Reader
	left int
}

// Read fails with errTooLong when the piece has no end.
func (p *pieces) Read(into []byte) (int, error) {
	n, err := p.rest.Read(into)
	if p.left -= n; p.left < 0 {
		return 0, errTooLong
	}
	return n, err
}

// tags are the pieces of an XML file, each of which begins with a tag.
type tags struct {
	rest  io.Reader
	since int // bytes since the latest tag began
}

// Read fails with errTooLong when a tag, or the text behind it, has no end.
func (t *tags) Read(into []byte) (int, error) {
	n, err := t.rest.Read(into)
	for chunk := into[:n]; t.since <= maxPiece; {
		at := bytes.IndexByte(chunk, '<')
		if at < 0 {
			t.since += len(chunk)
			break
		}
		if t.since += at; t.since <= maxPiece {
			t.since = 0
		}
		chunk = chunk[at+1:]
	}
	if t.since > maxPiece {
		return 0, errTooLong
	}
	return n, err
}

// joined is a text with another behind it, as far as they are looked at.
func joined(text, more string) string {
	more = strings.TrimSpace(more)
	switch {
	case more == "" || len(text) >= maxField:
		return text
	case text == "":
		return bounded(more)
	}
	return bounded(text + " " + bounded(more))
}

// bounded is the beginning of a text that is looked at.
func bounded(text string) string { return text[:min(len(text), maxField)] }
