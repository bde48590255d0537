package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"os"

	"kontor/internal/jsvalue"
	"kontor/internal/shop"
)

// maxBody is the largest body of a request, in bytes.
const maxBody = 256 << 10

// done is the answer that says nothing but that it was done.
type done struct {
	OK bool `json:"ok"`
}

// failure is the body of every error. Spec: Errors.
type failure struct {
	OK    bool   `json:"ok"` // always false
	Error string `json:"error"`
}

// writeJSON answers with v, a struct with JSON tags.
func writeJSON(w http.ResponseWriter, status int, v any) error {
	body, err := encodeJSON(v)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_, err = w.Write(body)
	return err
}

// encodeJSON leaves <, > and & as they are: answers are never part of a page.
func encodeJSON(v any) ([]byte, error) {
	var body bytes.Buffer
	encoder := json.NewEncoder(&body)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return nil, fmt.Errorf("web: encode answer: %w", err)
	}
	return body.Bytes(), nil
}

// readJSON reads the body of a request that is believed because of its cookies.
// It refuses the Content-Types that a form of a foreign page can send, and insists
// on an object; of the administration's routes, on properties that they know.
func (s *Server) readJSON(w http.ResponseWriter, r *http.Request) (jsvalue.Value, error) {
	if !isJSON(r) {
		return jsvalue.Value{}, errMediaType
	}
	body, err := s.readBody(w, r, maxBody)
	if err != nil {
		return jsvalue.Value{}, err
	}
	value, err := jsvalue.Parse(body)
	if err != nil || value.Kind() != jsvalue.Object {
		return jsvalue.Value{}, shop.ErrBadRequest
	}
	if known := exchangeOf(r).known; known != nil {
		err = checkProperties(value, known.Properties)
	}
	return value, err
}

// mediaType returns the Content-Type without its parameters, or "".
func mediaType(r *http.Request) string {
	name, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil {
		return ""
	}
	return name
}

// isJSON tells whether the body is JSON, by its Content-Type or because a program
// sent none; a form always has one.
func isJSON(r *http.Request) bool {
	return len(r.Header.Values("Content-Type")) == 0 || mediaType(r) == "application/json"
}

// isForm tells a page's form from a program's JSON.
func isForm(r *http.Request) bool { return mediaType(r) == "application/x-www-form-urlencoded" }

// readBody reads the whole body, up to limit bytes.
func (s *Server) readBody(w http.ResponseWriter, r *http.Request, limit int64) ([]byte, error) {
	if r.ContentLength > limit {
		return nil, errTooLarge
	}
	body, err := s.load.whileReading(func() ([]byte, error) {
		return io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	})
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return nil, errTooLarge
	case errors.Is(err, os.ErrDeadlineExceeded):
		return nil, errTooSlow
	case err != nil: // cut off, or not even proper chunks
		return nil, shop.ErrBadRequest
	}
	return body, nil
}
