package invoice

import (
	"bytes"
	"compress/zlib"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"
)

// written is a text on a page, in drawing order.
type written struct {
	page int
	x, y float64 // millimetres from the lower left corner
	text string
}

var (
	streams   = regexp.MustCompile(`(?s)<<([^<>]*)>>\s*stream\r?\n(.*?)\nendstream`)
	pageTexts = regexp.MustCompile(`(?s)BT\s+([-\d.]+) ([-\d.]+) Td \(((?:\\.|[^\\)])*)\)\s*Tj\s+ET`)
	escaped   = regexp.MustCompile(`(?s)\\(.)`)
)

// readBack returns everything that a PDF of this package shows on its pages. It parses
// the file's bytes without any knowledge of how they were made.
func readBack(t *testing.T, file []byte) []written {
	t.Helper()
	var all []written
	page := 0
	for _, stream := range streams.FindAllSubmatch(file, -1) {
		content := inflated(t, stream[1], stream[2])
		if !bytes.Contains(content, []byte("BT ")) {
			continue // a font
		}
		page++
		for _, found := range pageTexts.FindAllSubmatch(content, -1) {
			all = append(all, written{page, millimetres(t, found[1]), millimetres(t, found[2]), decoded(t, found[3])})
		}
	}
	return all
}

func inflated(t *testing.T, dictionary, content []byte) []byte {
	t.Helper()
	if !bytes.Contains(dictionary, []byte("/FlateDecode")) {
		return content
	}
	r, err := zlib.NewReader(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return plain
}

// decoded decodes a string of the page, two bytes per character.
func decoded(t *testing.T, literal []byte) string {
	t.Helper()
	plain := escaped.ReplaceAllFunc(literal, func(pair []byte) []byte {
		if pair[1] == 'r' {
			return []byte{'\r'}
		}
		return pair[1:]
	})
	if len(plain)%2 != 0 {
		t.Fatalf("half a character in %q", plain)
	}
	units := make([]uint16, len(plain)/2)
	for i := range units {
		units[i] = uint16(plain[2*i])<<8 | uint16(plain[2*i+1])
	}
	return string(utf16.Decode(units))
}

func millimetres(t *testing.T, points []byte) float64 {
	t.Helper()
	n, err := strconv.ParseFloat(string(points), 64)
	if err != nil {
		t.Fatal(err)
	}
	return n * 25.4 / 72
}

// wording returns all texts, one per line.
func wording(all []written) string {
	var b strings.Builder
	for _, w := range all {
		b.WriteString(strings.ReplaceAll(w.text, "\u00a0", " ") + "\n")
	}
	return b.String()
}
