package main

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// table is written in columns, the first aligned left and the others right.
type table struct {
	title string
	head  []string
	rows  [][]string
}

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

func (t *table) write(w io.Writer) error {
	widths := make([]int, len(t.head))
	for _, row := range append([][]string{t.head}, t.rows...) {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "## %s\n\n", t.title)
	t.line(&b, t.head, widths)
	rules := make([]string, len(widths))
	for i, width := range widths {
		rules[i] = strings.Repeat("-", width-1) + ":"
	}
	rules[0] = strings.Repeat("-", widths[0])
	t.line(&b, rules, widths)
	for _, row := range t.rows {
		t.line(&b, row, widths)
	}
	b.WriteByte('\n')
	_, err := io.WriteString(w, b.String())
	return err
}

func (t *table) line(b *strings.Builder, cells []string, widths []int) {
	for i, cell := range cells {
		pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
		if i == 0 {
			fmt.Fprintf(b, "| %s%s |", cell, pad)
		} else {
			fmt.Fprintf(b, " %s%s |", pad, cell)
		}
	}
	b.WriteByte('\n')
}
