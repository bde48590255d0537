package legaltext

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	extension "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
)

// Plain returns a text in a form that people can read without a Markdown program:
// titles underlined, lists indented, link addresses written out. Paragraphs are not
// wrapped, since every screen does that. HTML, which pages leave out, is left out here
// too.
func Plain(source []byte) []byte {
	p := plain{source}
	return []byte(strings.Join(p.blocks(markdown.Parser().Parse(text.NewReader(source))), "\n\n") + "\n")
}

// plain renders the parts of a text.
type plain struct{ source []byte }

func (p plain) blocks(parent ast.Node) []string {
	var all []string
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		if block := p.block(n); block != "" {
			all = append(all, block)
		}
	}
	return all
}

func (p plain) block(n ast.Node) string {
	switch n := n.(type) {
	case *ast.Heading:
		return underlined(p.inline(n), n.Level)
	case *ast.Paragraph, *ast.TextBlock:
		return p.inline(n)
	case *ast.List:
		return p.list(n)
	case *ast.Blockquote:
		return indented("  ", "  ", strings.Join(p.blocks(n), "\n\n"))
	case *ast.CodeBlock, *ast.FencedCodeBlock:
		return strings.TrimRight(string(n.Lines().Value(p.source)), "\n")
	case *ast.ThematicBreak:
		return strings.Repeat("-", 20)
	case *extension.Table:
		return p.table(n)
	}
	return "" // HTML
}

// underlined marks the titles of the top two levels.
func underlined(title string, level int) string {
	if level > 2 {
		return title
	}
	line := map[int]string{1: "=", 2: "-"}[level]
	return title + "\n" + strings.Repeat(line, utf8.RuneCountInString(title))
}

func (p plain) list(list *ast.List) string {
	between, number := "\n\n", list.Start
	if list.IsTight {
		between = "\n"
	}
	var items []string
	for item := list.FirstChild(); item != nil; item = item.NextSibling() {
		marker := "- "
		if list.IsOrdered() {
			marker = fmt.Sprintf("%d. ", number)
			number++
		}
		items = append(items, indented(marker, strings.Repeat(" ", len(marker)), strings.Join(p.blocks(item), between)))
	}
	return strings.Join(items, between)
}

// indented prefixes the first line of a text and its other lines.
func indented(first, others, text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		before := others
		if i == 0 {
			before = first
		}
		lines[i] = strings.TrimRight(before+line, " ")
	}
	return strings.Join(lines, "\n")
}

// table writes the cells of each row below those of the previous row.
func (p plain) table(table *extension.Table) string {
	var rows [][]string
	var widths []int
	for row := table.FirstChild(); row != nil; row = row.NextSibling() {
		var cells []string
		for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
			text := p.inline(cell)
			if len(cells) == len(widths) {
				widths = append(widths, 0)
			}
			widths[len(cells)] = max(widths[len(cells)], utf8.RuneCountInString(text))
			cells = append(cells, text)
		}
		rows = append(rows, cells)
	}
	lines := make([]string, len(rows))
	for i, cells := range rows {
		var line strings.Builder
		for j, cell := range cells {
			fmt.Fprintf(&line, "%-*s  ", widths[j], cell)
		}
		lines[i] = strings.TrimRight(line.String(), " ")
	}
	return strings.Join(lines, "\n")
}
