// Package jsvalue reads loose JSON the way a JavaScript program does: JSON.parse,
// Number(), truthiness, String.prototype.trim and typeof.
//
// The shop's clients were written against a JavaScript server, which never declared a
// schema: it parsed, read properties and converted what it found. Reading into Go
// structs would answer differently in many corners: encoding/json matches keys without
// regard to case, refuses a whole body for one field of another type, and has no number
// beyond 1.8e308.
//
//	body, err := jsvalue.Parse(data)
//	if err != nil { … }
//	customer := body.Get("kunde") // never fails: a missing property is undefined
//	name := jsvalue.Trim(customer.Get("name").Text())
//	total := body.Get("summe").Number()
//	for item := range body.Get("artikel").Elements() { … }
//
// Four things differ from JavaScript. Half a surrogate pair becomes U+FFFD, and
// [Value.Text] leaves U+0000 out, because no database keeps either. Nesting ends at
// [MaxDepth]. An object with a property "toString" is NaN as a number, where JavaScript
// throws a TypeError. And an exponent of six digits or more, with nearly as many digits
// before it to undo it, is read as strconv reads it.
package jsvalue
