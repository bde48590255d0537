package shoptest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// documentURL stands for the document where one of its schemas refers to another.
const documentURL = "https://kontor.example/openapi.json"

// schemas checks bodies against the schemas of the document, and compiles each of them
// once: openapi3filter compiles a body's schema again for every body.
type schemas struct {
	mu       sync.Mutex
	compiler *jsonschema.Compiler
	compiled map[*openapi3.Schema]*jsonschema.Schema
}

func newSchemas(document []byte) (*schemas, error) {
	content, err := jsonschema.UnmarshalJSON(bytes.NewReader(document))
	if err != nil {
		return nil, err
	}
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	compiler.AssertFormat()
	compiled := make(map[*openapi3.Schema]*jsonschema.Schema)
	return &schemas{compiler: compiler, compiled: compiled}, compiler.AddResource(documentURL, content)
}

// check reports how a JSON body deviates from the schema of its media type, which may
// be nil: then every body is right.
func (s *schemas) check(body []byte, described *openapi3.MediaType) error {
	if described.Schema == nil {
		return nil
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return err
	}
	schema, err := s.compile(described.Schema)
	if err != nil {
		return err
	}
	return schema.Validate(value)
}

func (s *schemas) compile(ref *openapi3.SchemaRef) (*jsonschema.Schema, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if schema := s.compiled[ref.Value]; schema != nil {
		return schema, nil
	}
	source, err := json.Marshal(ref.Value)
	if err != nil {
		return nil, err
	}
	source = bytes.ReplaceAll(source, []byte(`"$ref":"#/`), []byte(`"$ref":"`+documentURL+`#/`))
	content, err := jsonschema.UnmarshalJSON(bytes.NewReader(source))
	if err != nil {
		return nil, err
	}
	url := fmt.Sprintf("https://kontor.example/schema-%d.json", len(s.compiled))
	if err := s.compiler.AddResource(url, content); err != nil {
		return nil, err
	}
	schema, err := s.compiler.Compile(url)
	if err == nil {
		s.compiled[ref.Value] = schema
	}
	return schema, err
}
