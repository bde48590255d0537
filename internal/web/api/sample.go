package api

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"text/template"
)

// Sample is an example to copy.
type Sample struct {
	Language string // curl, js or go
	Name     string // for people
	Code     string
}

var languages = []Sample{
	{Language: "curl", Name: "curl"},
	{Language: "js", Name: "JavaScript"},
	{Language: "go", Name: "Go"},
}

//go:embed samples/*.tmpl
var sampleFiles embed.FS

var sampleTemplates = template.Must(template.New("").
	Funcs(template.FuncMap{"shell": shellQuoted, "indent": indentFurther, "json": jsonText}).
	ParseFS(sampleFiles, "samples/*.tmpl"))

// samples executes the templates of that name in every language.
func samples(name string, data any) ([]Sample, error) {
	list := make([]Sample, len(languages))
	for i, sample := range languages {
		var code bytes.Buffer
		if err := sampleTemplates.ExecuteTemplate(&code, name+"."+sample.Language+".tmpl", data); err != nil {
			return nil, fmt.Errorf("api: sample: %w", err)
		}
		sample.Code = strings.TrimSpace(code.String())
		list[i] = sample
	}
	return list, nil
}

// call is one request as shown in the samples.
type call struct {
	URL    string // with the document's examples as parameters
	Method string
	Body   string // indented JSON, or the text of a file; empty: none
	File   bool   // the body is a file
	Path   string // of the file, if its content is not text; empty: Body is the body
	Cookie bool   // sends session cookies
	Keeps  bool   // changes session cookies
	Saves  bool   // the answer is a file
	JSON   bool   // the answer is JSON
}

func newCall(shop, path string, parameters []parameter, op methodOperation) call {
	c := call{URL: shop + path, Method: op.method, Cookie: len(op.Security) > 0}
	query := make(url.Values)
	for _, p := range parameters {
		switch example := fmt.Sprint(p.Example); {
		case p.Example == nil:
		case p.In == "path":
			c.URL = strings.ReplaceAll(c.URL, "{"+p.Name+"}", url.PathEscape(example))
		case p.In == "query":
			query.Set(p.Name, example)
		}
	}
	if len(query) > 0 {
		c.URL += "?" + query.Encode()
	}
	c.Body = jsonExample(op.RequestBody.Content)
	if m := op.RequestBody.Content.at("application/octet-stream"); m != nil && len(m.Examples) > 0 {
		file := m.Examples[0].value
		c.Body, c.Path, c.File = textOf(file), file.ExternalValue, true
	}
	success := op.Responses[0].value
	c.Keeps = success.Headers.at("Set-Cookie") != nil
	c.Saves = success.Headers.at("Content-Disposition") != nil
	c.JSON = success.Content.at("application/json") != nil
	return c
}

// jsonExample returns the first example of a JSON body.
func jsonExample(content object[mediaType]) string {
	if m := content.at("application/json"); m != nil && len(m.Examples) > 0 {
		return indented(m.Examples[0].value.Value)
	}
	return ""
}

// textOf returns an example that is a string; empty: it is not.
func textOf(e example) string {
	var text string
	if json.Unmarshal(e.Value, &text) != nil {
		return ""
	}
	return text
}

// indented keeps short values on one line.
func indented(value json.RawMessage) string {
	var short, long bytes.Buffer
	if json.Compact(&short, value) != nil || json.Indent(&long, value, "", "  ") != nil {
		return string(value) // cannot happen: the document was parsed before
	}
	if short.Len() <= 60 {
		return short.String()
	}
	return long.String()
}

// indentFurther indents a value of several lines, except for its first line.
func indentFurther(value string) string { return strings.ReplaceAll(value, "\n", "\n  ") }

// jsonText quotes a text as in JavaScript and JSON.
func jsonText(s string) string { return string(quoted(s)) }

// shellQuoted quotes a text for POSIX shells.
func shellQuoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// start has the calls that pass both gates.
type start struct {
	Shop  string
	Gates []gateCall
}

type gateCall struct{ Path, Body string }

// newStart assumes that the gates are the routes that turn a body into a session.
func newStart(doc *openAPI) start {
	s := start{Shop: doc.Servers[0].URL}
	for _, path := range doc.Paths {
		for _, op := range path.value.methods() {
			if c := newCall(s.Shop, path.name, nil, op); slices.Contains(op.Tags, "Gates") && c.Keeps && c.Body != "" {
				s.Gates = append(s.Gates, gateCall{path.name, c.Body})
			}
		}
	}
	return s
}
