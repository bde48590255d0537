package jsvalue

import (
	"encoding/json"
	"errors"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"
)

// Limits of what [Parse] reads.
const (
	MaxDepth = 64       // levels of arrays and objects around a value
	MaxSize  = 16 << 20 // bytes; far more than any route accepts
)

var (
	errSyntax  = errors.New("jsvalue: not a JSON text")
	errTooDeep = errors.New("jsvalue: nested too deep")
	errTooLong = errors.New("jsvalue: text too long")
)

// Parse reads one JSON text as a JavaScript server reads a body: bytes are decoded as
// on the web (a byte order mark at the start is skipped, each invalid sequence becomes
// U+FFFD), the text must follow the grammar of JSON.parse to its end, and a later
// property replaces an earlier one of the same name. It fails for anything else, and
// beyond [MaxDepth] and [MaxSize].
//
// It does not retain data, and allocates at most some ten bytes for each byte of data,
// whatever its content.
func Parse(data []byte) (Value, error) {
	if len(data) > MaxSize {
		return Value{}, errTooLong
	}
	data, err := decode(data)
	if err != nil || !json.Valid(data) {
		return Value{}, errSyntax
	}
	doc := &document{text: string(data), nodes: make([]node, 0, maxNodes(data))}
	if err := doc.index(); err != nil {
		return Value{}, err
	}
	return Value{doc: doc}, nil
}

// decode returns data as valid UTF-8 without a byte order mark. The common case copies
// nothing.
func decode(data []byte) ([]byte, error) {
	const mark = "\xef\xbb\xbf"
	if !utf8.Valid(data) {
		return unicode.UTF8BOM.NewDecoder().Bytes(data)
	}
	if len(data) >= len(mark) && string(data[:len(mark)]) == mark {
		data = data[len(mark):]
	}
	return data, nil
}
