package api

import (
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
)

// Request is the part of an operation's input that it reads.
type Request struct {
	Parameters []string // names of the query parameters
	Properties []string // of a JSON body, without nested ones
	Body       bool     // there is one, JSON or a file
}

// RequestOf returns the document's description of requests with a method for a path,
// written as in the document. For an operation that is not in it, the result is empty.
func RequestOf(method, path string) Request { return requests()[method+" "+path] }

// requestDocument is the part of the document that describes requests. Resolving all of
// it, as [parse] does, would take most of the program's start time.
type requestDocument struct {
	Paths      map[string]map[string]json.RawMessage // by path and lower-case method
	Components struct {
		Parameters map[string]parameterReference
		Schemas    map[string]bodySchema
	}
}

type parameterReference struct {
	Ref  string `json:"$ref"`
	Name string
	In   string
}

type requestOperation struct {
	Parameters  []parameterReference
	RequestBody struct {
		Content map[string]struct{ Schema bodySchema }
	}
}

type bodySchema struct {
	Ref        string `json:"$ref"`
	AllOf      []bodySchema
	Properties map[string]json.RawMessage
}

// requests returns the requests by method and path.
var requests = sync.OnceValue(func() map[string]Request {
	known, err := readRequests()
	if err != nil {
		panic(fmt.Sprintf("api: read requests: %v", err)) // the document is compiled in
	}
	return known
})

func readRequests() (map[string]Request, error) {
	doc, err := readRequestDocument()
	if err != nil {
		return nil, err
	}
	known := make(map[string]Request)
	for path, item := range doc.Paths {
		for method, content := range item {
			if method == "parameters" {
				continue // belongs to the path itself, so it is not in the query
			}
			var op requestOperation
			if err := json.Unmarshal(content, &op); err != nil {
				return nil, err
			}
			known[strings.ToUpper(method)+" "+path] = doc.request(&op)
		}
	}
	return known, nil
}

// readRequestDocument reads the parts one by one: to put all of the document together
// first takes four times as long.
func readRequestDocument() (whole requestDocument, err error) {
	contents, err := readParts()
	if err != nil {
		return whole, err
	}
	whole.Paths = make(map[string]map[string]json.RawMessage)
	whole.Components.Parameters = make(map[string]parameterReference)
	whole.Components.Schemas = make(map[string]bodySchema)
	for _, content := range contents {
		var part requestDocument
		if err := json.Unmarshal(content, &part); err != nil {
			return whole, err
		}
		for path, item := range part.Paths {
			if whole.Paths[path] == nil {
				whole.Paths[path] = make(map[string]json.RawMessage)
			}
			maps.Copy(whole.Paths[path], item)
		}
		maps.Copy(whole.Components.Parameters, part.Components.Parameters)
		maps.Copy(whole.Components.Schemas, part.Components.Schemas)
	}
	return whole, nil
}

func (d *requestDocument) request(op *requestOperation) Request {
	var r Request
	for _, p := range op.Parameters {
		if p.Ref != "" {
			p = d.Components.Parameters[path.Base(p.Ref)]
		}
		if p.In == "query" {
			r.Parameters = append(r.Parameters, p.Name)
		}
	}
	r.Body = len(op.RequestBody.Content) > 0
	r.Properties = d.names(op.RequestBody.Content["application/json"].Schema)
	slices.Sort(r.Properties)
	return r
}

// names lists the properties of an object, including those without effect in a request.
func (d *requestDocument) names(s bodySchema) []string {
	if s.Ref != "" {
		return d.names(d.Components.Schemas[path.Base(s.Ref)])
	}
	var names []string
	for _, part := range s.AllOf {
		names = append(names, d.names(part)...)
	}
	for name := range s.Properties {
		names = append(names, name)
	}
	return names
}
