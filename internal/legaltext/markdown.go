package legaltext

import (
	"bytes"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"
)

// markdown leaves out HTML and addresses that run scripts, which is goldmark's default,
// so that a text from elsewhere is inert. Cells are aligned without styles, which pages
// do not allow.
var markdown = goldmark.New(goldmark.WithExtensions(
	extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute)),
))

// HTML returns a text as a fragment of a page and, separately, the title that it begins
// with; empty: it has none.
func HTML(source []byte) (title string, html []byte, err error) {
	document := markdown.Parser().Parse(text.NewReader(source))
	if first, ok := document.FirstChild().(*ast.Heading); ok && first.Level == 1 {
		title = plain{source}.inline(first)
		document.RemoveChild(document, first)
	}
	var page bytes.Buffer
	err = markdown.Renderer().Render(&page, source, document)
	return title, page.Bytes(), err
}
