package jsvalue

import (
	"bytes"
	"strings"
)

// document is a JSON text with an index of its values. The index is one flat slice
// instead of a tree of maps and slices: a body made of many tiny values must not grow
// to a hundred times its size.
type document struct {
	text      string
	nodes     []node          // in text order; the root is the first
	unescaped strings.Builder // strings with escapes, decoded
}

// node is one value, or one property's name, which precedes its value.
type node struct {
	kind    Kind
	escaped bool // a string whose text is in unescaped
	// For scalars, start and end delimit the text, without quotes. For arrays and
	// objects, end is the index of the first node after their last one.
	start, end uint32
}

// maxNodes returns an upper bound for the number of nodes in a valid text: the root,
// what follows each comma or colon, and the first of each container. Commas inside
// strings are counted too, but no value is shorter than two bytes with its separator.
func maxNodes(text []byte) int {
	n := 1
	for _, c := range []byte(",:[{") {
		n += bytes.Count(text, []byte{c})
	}
	return min(n, len(text)/2+1)
}

// index fills nodes. It relies on json.Valid having accepted the text, and checks only
// its depth.
func (d *document) index() error {
	var open [MaxDepth]int // the containers around the current position
	depth := 0
	for i := 0; i < len(d.text); {
		switch d.text[i] {
		case ' ', '\t', '\r', '\n', ',', ':':
			i++
		case '{', '[':
			if depth == MaxDepth {
				return errTooDeep
			}
			open[depth] = len(d.nodes)
			depth++
			d.nodes = append(d.nodes, node{kind: kindOf(d.text[i])})
			i++
		case '}', ']':
			depth--
			d.nodes[open[depth]].end = uint32(len(d.nodes))
			i++
		case '"':
			i = d.indexString(i)
		default:
			i = d.indexWord(i)
		}
	}
	return nil
}

// indexString adds the string that opens at i and returns the position after it.
func (d *document) indexString(i int) int {
	end, escaped := i+1, false
	for ; d.text[end] != '"'; end++ {
		if d.text[end] == '\\' {
			escaped = true
			end++
		}
	}
	n := node{kind: String, escaped: escaped, start: uint32(i + 1), end: uint32(end)}
	if escaped {
		n.start = uint32(d.unescaped.Len())
		unescape(&d.unescaped, d.text[i+1:end])
		n.end = uint32(d.unescaped.Len())
	}
	d.nodes = append(d.nodes, n)
	return end + 1
}

// indexWord adds the number, true, false or null that begins at i and returns the
// position after it.
func (d *document) indexWord(i int) int {
	end := i + 1
	for end < len(d.text) && !endsWord(d.text[end]) {
		end++
	}
	d.nodes = append(d.nodes, node{kind: kindOf(d.text[i]), start: uint32(i), end: uint32(end)})
	return end
}

func endsWord(c byte) bool { return c <= ' ' || c == ',' || c == ']' || c == '}' }

// next returns the index of the node after i and everything that i contains.
func (d *document) next(i uint32) uint32 {
	if n := d.nodes[i]; n.kind == Array || n.kind == Object {
		return n.end
	}
	return i + 1
}

// stringOf returns the text of a scalar, with escapes resolved.
func (d *document) stringOf(n node) string {
	if n.escaped {
		return d.unescaped.String()[n.start:n.end]
	}
	return d.text[n.start:n.end]
}
