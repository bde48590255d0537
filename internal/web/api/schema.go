package api

import (
	"encoding/json"
	"slices"
	"strings"
)

// schema is the part of a JSON Schema that the reference shows.
type schema struct {
	Title, Description string
	Type               types
	Enum               []json.RawMessage
	Const, Default     json.RawMessage
	ReadOnly           bool // no effect in requests
	Properties         object[schema]
	Required           []string
	Items              *schema
	AllOf              []schema
}

// types is one type or several.
type types []string

// UnmarshalJSON reads a string or a list of them.
func (t *types) UnmarshalJSON(data []byte) error {
	var one string
	if json.Unmarshal(data, &one) == nil {
		*t = types{one}
		return nil
	}
	return json.Unmarshal(data, (*[]string)(t))
}

// Field is one value of a request or an answer.
type Field struct {
	Name     string // artikel[].slug
	Type     string
	Required bool // in requests; answers are always complete
	Text     []Span
}

// fields lists the values within the schema of a request or an answer, outer ones
// first.
func (s *schema) fields(prefix string, request bool) []Field {
	var list []Field
	for i := range s.AllOf {
		list = append(list, s.AllOf[i].fields(prefix, request)...)
	}
	for _, m := range s.Properties {
		if request && m.value.ReadOnly {
			continue
		}
		property, name := m.value, prefix+m.name
		required := request && slices.Contains(s.Required, m.name)
		list = append(list, property.field(name, required, property.Description))
		list = append(list, property.inner().fields(name+property.step(), request)...)
	}
	return list
}

// field returns the schema as a single value of that name.
func (s *schema) field(name string, required bool, description string) Field {
	if s.Default != nil {
		description = strings.TrimSpace(description + " Default: `" + string(s.Default) + "`.")
	}
	return Field{Name: name, Type: s.typeName(), Required: required, Text: spans(description)}
}

// inner returns the schema of a list's elements, or the schema itself.
func (s *schema) inner() *schema {
	if s.Items != nil {
		return s.Items
	}
	return s
}

// step returns the separator between names at the schema and below it.
func (s *schema) step() string {
	if s.Items != nil {
		return "[]."
	}
	return "."
}

// typeName returns the kind of value that the schema describes.
func (s *schema) typeName() string {
	switch {
	case s.Title != "":
		return s.Title
	case s.Const != nil:
		return string(s.Const)
	case s.Enum != nil:
		return alternatives(s.Enum)
	case s.Items != nil:
		return "list of " + s.Items.typeName()
	case len(s.Type) == 0:
		return "any"
	}
	return strings.Join(s.Type, " or ")
}

func alternatives(values []json.RawMessage) string {
	texts := make([]string, len(values))
	for i, value := range values {
		texts[i] = string(value)
	}
	return strings.Join(texts, ", ")
}
