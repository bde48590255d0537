package api

import (
	"encoding/json"
	"net/http"
	"strconv"
)

// Answer is one of an operation's answers.
type Answer struct {
	Status  int
	Phrase  string // Created
	Text    []Span
	Headers []Field
	Bodies  []Body    // of a successful answer
	Errors  []Refusal // of an error
}

// Body is a request or an answer in one media type.
type Body struct {
	MediaType string
	Fields    []Field
	Example   string // indented; empty: none
}

// Refusal is one reason for an error.
type Refusal struct {
	Code string // the header X-Fehlercode
	Text string // German; may include details
}

func newAnswer(status string, r *response) Answer {
	code, _ := strconv.Atoi(status) // the document names every status
	a := Answer{Status: code, Phrase: http.StatusText(code), Text: spans(r.Description)}
	for _, h := range r.Headers {
		if h.name == "X-Request-Id" || h.name == "X-Fehlercode" {
			continue // common to every answer or every error: described once, in the introduction
		}
		a.Headers = append(a.Headers, h.value.Schema.field(h.name, false, h.value.Description))
	}
	if code < http.StatusBadRequest {
		a.Bodies = newBodies(r.Content, false)
		return a
	}
	if content := r.Content.at("application/json"); content != nil {
		a.Errors = newRefusals(content.Examples)
	}
	return a
}

// newRefusals reads the examples of an error, which are named by their codes.
func newRefusals(examples object[example]) []Refusal {
	list := make([]Refusal, len(examples))
	for i, e := range examples {
		var body struct{ Error string }
		if err := json.Unmarshal(e.value.Value, &body); err == nil {
			list[i] = Refusal{Code: e.name, Text: body.Error}
		}
	}
	return list
}

func newBodies(content object[mediaType], request bool) []Body {
	var bodies []Body
	for _, m := range content {
		body := Body{MediaType: m.name, Fields: m.value.Schema.fields("", request)}
		if len(m.value.Examples) > 0 {
			body.Example = indented(m.value.Examples[0].value.Value)
		}
		bodies = append(bodies, body)
	}
	return bodies
}
