package legaltext

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"
)

// inline returns the words within a block, without their markup.
func (p plain) inline(parent ast.Node) string {
	var words strings.Builder
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		words.WriteString(p.word(n))
	}
	return words.String()
}

func (p plain) word(n ast.Node) string {
	switch n := n.(type) {
	case *ast.Text:
		return p.text(n)
	case *ast.String:
		return string(n.Value)
	case *ast.AutoLink:
		return string(n.Label(p.source))
	case *ast.Link:
		return linked(p.inline(n), string(n.Destination))
	case *ast.RawHTML:
		return ""
	}
	return p.inline(n)
}

func (p plain) text(n *ast.Text) string {
	value := n.Value(p.source)
	if _, code := n.Parent().(*ast.CodeSpan); !code {
		value = util.UnescapePunctuations(util.ResolveEntityNames(util.ResolveNumericReferences(value)))
	}
	switch {
	case n.HardLineBreak():
		return string(value) + "\n"
	case n.SoftLineBreak():
		return string(value) + " "
	}
	return string(value)
}

// linked appends a link's address to its words, unless they contain it. Addresses
// within the shop mean nothing outside it, and those that run scripts are dropped.
func linked(words, address string) string {
	for _, scheme := range []string{"https://", "http://", "mailto:", "tel:"} {
		if !strings.HasPrefix(address, scheme) {
			continue
		}
		address = strings.TrimPrefix(strings.TrimPrefix(address, "mailto:"), "tel:")
		if address != words {
			return words + " (" + address + ")"
		}
	}
	return words
}
