package legaltext

import (
	"bytes"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
)

// markdown leaves out HTML and addresses that run scripts, which is goldmark's
// default, so that a text that came from somewhere else is inert.
var markdown = goldmark.New(goldmark.WithExtensions(extension.Table))

// HTML returns a text as a part of a page.
func HTML(text []byte) ([]byte, error) {
	var html bytes.Buffer
	err := markdown.Convert(text, &html)
	return html.Bytes(), err
}
