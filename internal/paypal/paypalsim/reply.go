package paypalsim

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"regexp"
	"strconv"
	"strings"
)

type object = map[string]any

type reply struct {
	status     int
	body       object
	page       string // HTML instead of the body
	retryAfter int    // seconds; 0: not given
}

func (r reply) write(w http.ResponseWriter) {
	w.Header().Set("PayPal-Debug-Id", newID())
	if r.retryAfter > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(r.retryAfter))
	}
	if r.page != "" {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(r.status)
		io.WriteString(w, r.page)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(r.status)
	w.Write(encode(r.body))
}

// without returns the answer without one of its fields.
func (r reply) without(field string) reply {
	r.body = maps.Clone(r.body)
	delete(r.body, field)
	return r
}

// pointInAmount is the decimal point of an amount in JSON.
var pointInAmount = regexp.MustCompile(`("value":"-?\d+)\.`)

// withLocalAmounts returns the answer with amounts like "12,50" in "eur".
func (r reply) withLocalAmounts() reply {
	text := strings.ReplaceAll(string(pointInAmount.ReplaceAll(encode(r.body), []byte("$1,"))), `"EUR"`, `"eur"`)
	r.body = nil
	if err := json.Unmarshal([]byte(text), &r.body); err != nil {
		panic(err) // only punctuation within strings changed
	}
	return r
}

// encode writes JSON as PayPal does: &, < and > are not escaped.
func encode(v any) []byte {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		panic(err) // only maps of strings, numbers and lists
	}
	return bytes.TrimSuffix(buffer.Bytes(), []byte("\n"))
}

// problem is PayPal's form of an error; issue may be empty.
func problem(status int, name, issue string) reply {
	details := []object{}
	if issue != "" {
		details = append(details, object{"issue": issue, "description": "See the documentation."})
	}
	return reply{status: status, body: object{
		"name": name, "message": "The request could not be carried out.", "debug_id": newID(), "details": details, "links": []object{},
	}}
}

func refuse(issue string) reply {
	return problem(http.StatusUnprocessableEntity, "UNPROCESSABLE_ENTITY", issue)
}

func invalid(issue string) reply { return problem(http.StatusBadRequest, "INVALID_REQUEST", issue) }

func notFound() reply {
	return problem(http.StatusNotFound, "RESOURCE_NOT_FOUND", "INVALID_RESOURCE_ID")
}

func invalidToken() reply {
	return reply{status: http.StatusUnauthorized, body: object{"error": "invalid_token", "error_description": "The token passed in was not found in the system"}}
}
