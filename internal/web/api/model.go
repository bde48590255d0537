package api

import (
	"encoding/json"
	"fmt"
)

// openAPI is the part of an OpenAPI document that the reference shows, with references
// resolved.
type openAPI struct {
	Info struct {
		Title, Summary, Description string
	}
	Servers []struct{ URL string }
	Tags    []struct{ Name, Description string }
	Paths   object[pathItem]
}

type pathItem struct {
	Parameters                    []parameter
	Get, Post, Put, Patch, Delete *operation
}

type operation struct {
	OperationID          string
	Tags                 []string
	Summary, Description string
	Security             []map[string]any
	Parameters           []parameter
	RequestBody          struct {
		Content object[mediaType]
	}
	Responses object[response]
}

type parameter struct {
	Name, In, Description string
	Required              bool
	Schema                schema
	Example               any
}

type mediaType struct {
	Schema   schema
	Examples object[example]
}

type example struct {
	Summary       string
	Value         json.RawMessage
	ExternalValue string // name of a file with the value; empty: it is in Value
}

type response struct {
	Description string
	Headers     object[header]
	Content     object[mediaType]
}

type header struct {
	Description string
	Required    bool
	Schema      schema
}

// parse parses a document and resolves its references to components.
func parse(document []byte) (*openAPI, error) {
	var doc struct {
		openAPI
		Paths      json.RawMessage
		Components map[string]map[string]json.RawMessage
	}
	if err := json.Unmarshal(document, &doc); err != nil {
		return nil, fmt.Errorf("api: read document: %w", err)
	}
	paths, err := resolver{doc.Components, make(map[string]node)}.resolve(doc.Paths)
	if err != nil {
		return nil, fmt.Errorf("api: resolve document: %w", err)
	}
	if err := json.Unmarshal(paths, &doc.openAPI.Paths); err != nil {
		return nil, fmt.Errorf("api: read paths: %w", err)
	}
	return &doc.openAPI, nil
}

// methods returns the operations of a path in reading order: get, create, set, change,
// delete.
func (p pathItem) methods() []methodOperation {
	var found []methodOperation
	for _, m := range []methodOperation{
		{"GET", p.Get}, {"POST", p.Post}, {"PUT", p.Put}, {"PATCH", p.Patch}, {"DELETE", p.Delete},
	} {
		if m.operation != nil {
			found = append(found, m)
		}
	}
	return found
}

type methodOperation struct {
	method string
	*operation
}
