package account

import (
	"bytes"
	"encoding/json"
	"time"
)

// Record is what one place stores about a person, with the database's names and values.
type Record []Field

// Field is one value of a [Record].
type Field struct {
	Name  string
	Value any // encodable as JSON
}

// MarshalJSON writes an object with the fields in order.
func (r Record) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	out.WriteByte('{')
	for i, field := range r {
		if i > 0 {
			out.WriteByte(',')
		}
		name, err := json.Marshal(field.Name)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(field.Value)
		if err != nil {
			return nil, err
		}
		out.Write(name)
		out.WriteByte(':')
		out.Write(value)
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

// Set replaces the value of a field, or adds the field.
func (r *Record) Set(name string, value any) {
	for i := range *r {
		if (*r)[i].Name == name {
			(*r)[i].Value = value
			return
		}
	}
	*r = append(*r, Field{name, value})
}

// Get returns the value of a field, nil if there is none.
func (r Record) Get(name string) any {
	for _, field := range r {
		if field.Name == name {
			return field.Value
		}
	}
	return nil
}

// CustomerData is everything that is stored about a customer besides the orders.
type CustomerData struct {
	Account                                   Record
	Identities, Sessions, Downloads, Payments []Record
}

// How often customers may download their data: this many times in any hour.
const (
	MaxDownloads   = 10
	DownloadPeriod = time.Hour
)
