package shoptest

import (
	"encoding/json"
	"net/http"
	"reflect"
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
// text: with exactly the two fields of errors, and with a code.
func (a Answer) WantError(status int, text string) Answer {
	a.t.Helper()
	a.Want(status)
	wanted, _ := json.Marshal(text) // a string never fails
	a.WantJSON(`{"ok":false,"error":` + string(wanted) + `}`)
	if kind := a.Header.Get("Content-Type"); kind != "application/json; charset=utf-8" {
		a.t.Fatalf("%s → %d of type %q", a.request, a.Status, kind)
	}
	if a.Code() == "" {
		a.t.Fatalf("%s → %d without X-Fehlercode", a.request, a.Status)
	}
	return a
}

// WantJSON ends the test unless the body is that JSON, with any spaces and order of
// fields.
func (a Answer) WantJSON(want string) Answer {
	a.t.Helper()
	var given, wanted any
	if err := json.Unmarshal([]byte(want), &wanted); err != nil {
		a.t.Fatalf("%v: %s", err, want)
	}
	if err := json.Unmarshal(a.Body, &given); err != nil || !reflect.DeepEqual(given, wanted) {
		a.t.Fatalf("%s → %d\n%s\nwant\n%s", a.request, a.Status, a.Body, want)
	}
	return a
}

// WantRedirect ends the test unless the answer redirects to that location with GET, and
// no cache may keep it.
func (a Answer) WantRedirect(location string) Answer {
	a.t.Helper()
	a.Want(http.StatusSeeOther)
	if got := a.Header.Get("Location"); got != location {
		a.t.Fatalf("%s → %d to %q, want %q", a.request, a.Status, got, location)
	}
	if policy := a.Header.Get("Cache-Control"); policy != "no-store" {
		a.t.Fatalf("%s → %d with Cache-Control %q", a.request, a.Status, policy)
	}
	return a
}

// Cookie returns the cookie of that name that the answer sets. It ends the test if there
// is none.
func (a Answer) Cookie(name string) *http.Cookie {
	a.t.Helper()
	for _, line := range a.Header.Values("Set-Cookie") {
		if cookie, err := http.ParseSetCookie(line); err == nil && cookie.Name == name {
			return cookie
		}
	}
	a.t.Fatalf("%s → %d without a cookie %s: %v", a.request, a.Status, name, a.Header)
	return nil
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
