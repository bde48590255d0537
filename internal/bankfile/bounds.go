package bankfile

import (
	"bytes"
	"io"
	"strings"
)

// Limits on the parts of a file held at any one time, so that memory use stays close to
// the file's own size whatever it contains.
const (
	maxPiece = 64 << 10 // bytes of a row, or of a tag with the text behind it
	maxField = 4 << 10  // bytes of a name or purpose that are read
	maxDepth = 100      // of XML elements within each other
)

// pieces reads a file none of whose pieces may be longer than maxPiece. The caller
// resets left when a piece is complete.
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

// tags splits an XML file into pieces that each begin with a tag.
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

// joined returns text followed by more, cut to the length that is read.
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

// bounded cuts text to the length that is read.
func bounded(text string) string { return text[:min(len(text), maxField)] }
