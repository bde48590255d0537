package shoptest

import (
	"encoding/json"
	"net/http"
	"testing"
)

// Answer is a shop's answer.
type Answer struct {
	Status int // 0: no answer
	Header http.Header
	Body   []byte

	t       testing.TB
	request string
}

// Want ends the test unless the answer has the status. It returns the answer, for
// chaining. Only the test's own goroutine may end it: others read Status.
func (a Answer) Want(status int) Answer {
	a.t.Helper()
	if a.Status != status {
		a.t.Fatalf("%s → %d, want %d: %s", a.request, a.Status, status, a.Body)
	}
	return a
}

// WantError ends the test unless the answer is an error with the status and the German
// text.
func (a Answer) WantError(status int, text string) Answer {
	a.t.Helper()
	a.Want(status)
	if got := a.Error(); got != text {
		a.t.Fatalf("%s → %d %q, want %q", a.request, a.Status, got, text)
	}
	return a
}

// Text returns the body.
func (a Answer) Text() string { return string(a.Body) }

// Error returns the German text of an error, or "".
func (a Answer) Error() string {
	var body struct{ Error string }
	if json.Unmarshal(a.Body, &body) != nil {
		return ""
	}
	return body.Error
}

// Code returns the stable code of an error, or "".
func (a Answer) Code() string { return a.Header.Get("X-Fehlercode") }

// JSON returns the body's object. It ends the test if there is none.
func (a Answer) JSON() Body {
	a.t.Helper()
	var body Body
	a.Into(&body)
	return body
}

// Into decodes the body from JSON. It ends the test if that fails.
func (a Answer) Into(target any) {
	a.t.Helper()
	if err := json.Unmarshal(a.Body, target); err != nil {
		a.t.Fatalf("%s → %d: %v: %s", a.request, a.Status, err, a.Body)
	}
}
