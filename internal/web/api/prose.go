package api

import "strings"

// Span is a piece of a paragraph: words, or code.
type Span struct {
	Text string
	Code bool
}

// paragraphs splits one of the document's descriptions, which use two features of
// CommonMark: empty lines and backticks.
func paragraphs(text string) [][]Span {
	if text == "" {
		return nil
	}
	var list [][]Span
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		list = append(list, spans(paragraph))
	}
	return list
}

// spans splits one paragraph into words and code.
func spans(text string) []Span {
	var list []Span
	code := false
	for piece := range strings.SplitSeq(text, "`") {
		if piece != "" {
			list = append(list, Span{piece, code})
		}
		code = !code
	}
	return list
}
