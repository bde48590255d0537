package legaltext

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// Fragment returns a text as a part of a page whose own headings have two levels, so
// that its first level becomes the third. Of pictures, which could come from anywhere,
// only their descriptions are left.
func Fragment(source []byte) (html []byte, err error) {
	document := markdown.Parser().Parse(text.NewReader(source))
	var pictures []*ast.Image
	err = ast.Walk(document, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Heading:
			if entering {
				n.Level = min(n.Level+2, 6)
			}
		case *ast.Image:
			if entering {
				pictures = append(pictures, n)
			}
		}
		return ast.WalkContinue, nil
	})
	for _, n := range pictures {
		n.Parent().ReplaceChild(n.Parent(), n, ast.NewString([]byte(plain{source}.inline(n))))
	}
	if err != nil {
		return nil, err
	}
	var page bytes.Buffer
	err = markdown.Renderer().Render(&page, source, document)
	return page.Bytes(), err
}

// Opening returns the words of a text's first paragraph, without markup and on one
// line; empty if it has none.
func Opening(source []byte) string {
	for n := markdown.Parser().Parse(text.NewReader(source)).FirstChild(); n != nil; n = n.NextSibling() {
		if paragraph, ok := n.(*ast.Paragraph); ok {
			return strings.Join(strings.Fields(plain{source}.inline(paragraph)), " ")
		}
	}
	return ""
}
