package api

import (
	"slices"
	"strings"
)

// Reference is the content of a document in the order and form in which people read it.
type Reference struct {
	Title, Summary string
	Text           [][]Span
	Start          []Sample // passes both gates; the other samples continue from there
	Groups         []Group
}

// Group is the operations of one subject.
type Group struct {
	ID, Name   string
	Text       [][]Span
	Operations []Operation
}

// Operation is one method of one path.
type Operation struct {
	ID, Method, Path, Summary string
	Text                      [][]Span
	Access                    string // which sessions it needs, as a sentence
	Parameters                []Parameter
	Bodies                    []Body
	Answers                   []Answer
	Samples                   []Sample
}

// Parameter is a value beside the body.
type Parameter struct {
	Field
	In string // path, query or header
}

// NewReference parses a document that [Document] returned.
func NewReference(document []byte) (*Reference, error) {
	doc, err := parse(document)
	if err != nil {
		return nil, err
	}
	r := &Reference{Title: doc.Info.Title, Summary: doc.Info.Summary, Text: paragraphs(doc.Info.Description)}
	for _, tag := range doc.Tags {
		group := Group{ID: identifier(tag.Name), Name: tag.Name, Text: paragraphs(tag.Description)}
		if group.Operations, err = operations(doc, tag.Name); err != nil {
			return nil, err
		}
		r.Groups = append(r.Groups, group)
	}
	r.Start, err = samples("start", newStart(doc))
	return r, err
}

// operations returns the document's operations with a tag.
func operations(doc *openAPI, tag string) ([]Operation, error) {
	var list []Operation
	for _, path := range doc.Paths {
		for _, op := range path.value.methods() {
			if !slices.Contains(op.Tags, tag) {
				continue
			}
			o, err := newOperation(doc.Servers[0].URL, path.name, path.value.Parameters, op)
			if err != nil {
				return nil, err
			}
			list = append(list, o)
		}
	}
	return list, nil
}

func newOperation(shop, path string, shared []parameter, op methodOperation) (o Operation, err error) {
	o = Operation{
		ID:      op.OperationID,
		Method:  op.method,
		Path:    path,
		Summary: op.Summary,
		Text:    paragraphs(op.Description),
		Access:  access(op.Security),
		Bodies:  newBodies(op.RequestBody.Content, true),
	}
	parameters := slices.Concat(shared, op.Parameters)
	for _, p := range parameters {
		o.Parameters = append(o.Parameters, Parameter{p.Schema.field(p.Name, p.Required, p.Description), p.In})
	}
	for _, r := range op.Responses {
		o.Answers = append(o.Answers, newAnswer(r.name, &r.value))
	}
	o.Samples, err = samples("call", newCall(shop, path, parameters, op))
	return o, err
}

// access describes the document's alternatives of required sessions in words.
func access(alternatives []map[string]any) string {
	switch {
	case len(alternatives) == 0:
		return "Needs no session."
	case alternatives[0]["konto"] != nil:
		return "Needs a customer’s session, and the site’s until the shop is public."
	case len(alternatives) > 1:
		return "Needs the site’s session until the shop is public."
	case len(alternatives[0]) > 1:
		return "Needs both sessions."
	}
	return "Needs the site’s session."
}

// identifier turns a name into one that can be used in URLs.
func identifier(name string) string {
	return strings.ReplaceAll(strings.ToLower(strings.ReplaceAll(name, ":", "")), " ", "-")
}
