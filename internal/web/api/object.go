package api

import (
	"bytes"
	"encoding/json"
	"errors"
)

// object is a JSON object whose members keep the document's order, in which people
// should read them.
type object[T any] []member[T]

type member[T any] struct {
	name  string
	value T
}

var errNoObject = errors.New("api: not a JSON object")

// UnmarshalJSON reads the members one after the other.
func (o *object[T]) UnmarshalJSON(data []byte) error {
	decoder := json.NewDecoder(bytes.NewReader(data))
	if brace, err := decoder.Token(); err != nil || brace != json.Delim('{') {
		return errNoObject
	}
	for decoder.More() {
		name, err := decoder.Token()
		if err != nil {
			return err
		}
		m := member[T]{name: name.(string)} // the names of a valid object are strings
		if err := decoder.Decode(&m.value); err != nil {
			return err
		}
		*o = append(*o, m)
	}
	return nil
}

// MarshalJSON writes the members in order.
func (o object[T]) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	out.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			out.WriteByte(',')
		}
		value, err := json.Marshal(m.value)
		if err != nil {
			return nil, err
		}
		out.Write(quoted(m.name))
		out.WriteByte(':')
		out.Write(value)
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

// at returns a pointer to the value of the member, or nil.
func (o object[T]) at(name string) *T {
	for i := range o {
		if o[i].name == name {
			return &o[i].value
		}
	}
	return nil
}
