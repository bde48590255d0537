package kit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"os"
	"time"

	"kontor/internal/jsvalue"
	"kontor/internal/shop"
)

// MaxBody is the largest body of a request, in bytes.
const MaxBody = 256 << 10

// done is the answer that merely confirms success.
type done struct {
	OK bool `json:"ok"`
}

// WriteDone confirms success.
func WriteDone(w http.ResponseWriter) error { return WriteJSON(w, http.StatusOK, done{OK: true}) }

// Failure is the body of every error.
// Spec: Errors.
type Failure struct {
	OK    bool   `json:"ok"` // always false
	Error string `json:"error"`
}

// WriteJSON answers with v, a struct with JSON tags.
func WriteJSON(w http.ResponseWriter, status int, v any) error {
	body, err := EncodeJSON(v)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_, err = w.Write(body)
	return err
}

// EncodeJSON leaves <, > and & unescaped: answers are never part of a page.
func EncodeJSON(v any) ([]byte, error) {
	var body bytes.Buffer
	encoder := json.NewEncoder(&body)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return nil, fmt.Errorf("web: encode answer: %w", err)
	}
	return body.Bytes(), nil
}

// ReadJSON reads the body of a request that is authorised by cookies. It refuses the
// Content-Types that a foreign page's form can send, and requires an object; on the
// administration's routes, also known properties.
func ReadJSON(w http.ResponseWriter, r *http.Request) (jsvalue.Value, error) {
	if !IsJSON(r) {
		return jsvalue.Value{}, ErrMediaType
	}
	body, err := ReadBody(w, r, MaxBody)
	if err != nil {
		return jsvalue.Value{}, err
	}
	value, err := jsvalue.Parse(body)
	if err != nil || value.Kind() != jsvalue.Object {
		return jsvalue.Value{}, shop.ErrBadRequest
	}
	if x := ExchangeOf(r); x.Strict {
		err = CheckProperties(value, x.Properties)
	}
	return value, err
}

// MediaType returns the Content-Type without its parameters, or "".
func MediaType(r *http.Request) string {
	name, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil {
		return ""
	}
	return name
}

// IsJSON reports whether the body is JSON, by its Content-Type or because a program
// sent none; a form always has one.
func IsJSON(r *http.Request) bool {
	return len(r.Header.Values("Content-Type")) == 0 || MediaType(r) == "application/json"
}

// IsForm distinguishes a page's form from a program's JSON.
func IsForm(r *http.Request) bool { return MediaType(r) == "application/x-www-form-urlencoded" }

// ReadBody reads the whole body, up to limit bytes.
func ReadBody(w http.ResponseWriter, r *http.Request, limit int64) ([]byte, error) {
	if r.ContentLength > limit {
		return nil, ErrTooLarge
	}
	body, err := ExchangeOf(r).Slot.whileReading(func() ([]byte, error) {
		return io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	})
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return nil, ErrTooLarge
	case errors.Is(err, os.ErrDeadlineExceeded):
		return nil, errTooSlow
	case err != nil: // cut off, or malformed chunks
		return nil, shop.ErrBadRequest
	}
	return body, nil
}

// MaxEntry is the largest body with an access code, in bytes.
const MaxEntry = 4 << 10

// Mapped converts a list for the wire, where an empty one is [] and not null.
func Mapped[T, J any](list []T, convert func(*T) J) []J {
	out := make([]J, len(list))
	for i := range list {
		out[i] = convert(&list[i])
	}
	return out
}

// NullIfZero returns nil for the zero value, which becomes null on the wire.
func NullIfZero[T comparable](v T) *T {
	var zero T
	if v == zero {
		return nil
	}
	return &v
}

// TimeOrNull formats an instant that may be missing.
func TimeOrNull(t time.Time) *string {
	if t.IsZero() {
		return nil
	}
	s := shop.FormatTime(t)
	return &s
}

// ReadFile reads a body that is a file of at most limit bytes. Errors: [ErrFileType], and
// those of [ReadBody].
func ReadFile(w http.ResponseWriter, r *http.Request, limit int64) ([]byte, error) {
	if MediaType(r) != "application/octet-stream" {
		return nil, ErrFileType
	}
	return ReadBody(w, r, limit)
}
