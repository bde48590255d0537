package jsvalue

import (
	"iter"
	"math"
	"strconv"
	"strings"
)

// Kind is the type of a [Value]: JavaScript's typeof, except that null and arrays have
// kinds of their own.
type Kind uint8

const (
	Undefined Kind = iota // absent
	Null
	Bool
	Number
	String
	Array
	Object
)

// kindOf returns the kind of the value, other than a string, that begins with c in a
// JSON text.
func kindOf(c byte) Kind {
	switch c {
	case '{':
		return Object
	case '[':
		return Array
	case 't', 'f':
		return Bool
	case 'n':
		return Null
	}
	return Number
}

// Value is a value within a JSON text. The zero Value is undefined. Values are safe for
// concurrent use.
type Value struct {
	doc *document
	at  uint32 // index of the value's node
}

func (v Value) node() node {
	if v.doc == nil {
		return node{}
	}
	return v.doc.nodes[v.at]
}

// Kind returns the type of v.
func (v Value) Kind() Kind { return v.node().kind }

// Get returns the property of an object with exactly this name (names are
// case-sensitive), or undefined. Of several, the last counts.
func (v Value) Get(name string) Value {
	n := v.node()
	if n.kind != Object {
		return Value{}
	}
	found := Value{}
	for i := v.at + 1; i < n.end; i = v.doc.next(i + 1) {
		if v.doc.stringOf(v.doc.nodes[i]) == name {
			found = Value{doc: v.doc, at: i + 1}
		}
	}
	return found
}

// Names returns the names of an object's properties in order, with repetitions; none
// for anything else.
func (v Value) Names() iter.Seq[string] {
	return func(yield func(string) bool) {
		n := v.node()
		if n.kind != Object {
			return
		}
		for i := v.at + 1; i < n.end; i = v.doc.next(i + 1) {
			if !yield(v.doc.stringOf(v.doc.nodes[i])) {
				return
			}
		}
	}
}

// Elements returns the elements of an array in order; none for anything else.
func (v Value) Elements() iter.Seq[Value] {
	return func(yield func(Value) bool) {
		n := v.node()
		if n.kind != Array {
			return
		}
		for i := v.at + 1; i < n.end; i = v.doc.next(i) {
			if !yield(Value{doc: v.doc, at: i}) {
				return
			}
		}
	}
}

// Text returns a string without its U+0000, which PostgreSQL cannot store; "" for
// anything else.
func (v Value) Text() string {
	n := v.node()
	if n.kind != String {
		return ""
	}
	return strings.ReplaceAll(v.doc.stringOf(n), "\x00", "")
}

// Float returns a number, infinite if it was written that large; NaN for anything else.
// See [Value.Number] for conversions of other types.
func (v Value) Float() float64 {
	n := v.node()
	if n.kind != Number {
		return math.NaN()
	}
	// The text is valid, so the only possible error is a range error, which comes with
	// the infinity of the right sign.
	x, _ := strconv.ParseFloat(v.doc.stringOf(n), 64)
	return x
}

// Truthy reports whether v counts as true in a condition: everything but undefined,
// null, false, 0, -0 and "".
func (v Value) Truthy() bool {
	switch n := v.node(); n.kind {
	case Undefined, Null:
		return false
	case Bool:
		return v.doc.text[n.start] == 't'
	case Number:
		return v.Float() != 0
	case String:
		return v.doc.stringOf(n) != ""
	default:
		return true
	}
}
