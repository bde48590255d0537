package web

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"kontor/internal/jsvalue"
	"kontor/internal/web/api"
)

// strictly is the handler of a route that refuses what it does not know: in the
// administration, a misspelt filter would show too much and a misspelt property
// would be lost without a word. What a route knows is what its description says.
// The public routes read as leniently as the original does.
func (s *Server) strictly(r route) handler {
	if !strings.HasPrefix(r.path, "/api/verwaltung/") {
		return r.handle
	}
	known := api.RequestOf(r.method, r.path)
	return func(w http.ResponseWriter, req *http.Request) error {
		if err := checkParameters(req.URL.RawQuery, known.Parameters); err != nil {
			return err
		}
		if !known.Body && r.method != http.MethodGet {
			if err := s.checkNoProperties(w, req); err != nil {
				return err
			}
		}
		exchangeOf(req).known = &known
		return r.handle(w, req)
	}
}

// checkParameters returns a refusal that names the first parameter, in
// alphabetical order, that is not known. A query that cannot be read is left to the
// route, if it has parameters.
func checkParameters(rawQuery string, known []string) error {
	query, err := url.ParseQuery(rawQuery)
	if err != nil && known == nil {
		return errUnknownQuery
	}
	var unknown []string
	for name := range query {
		if !slices.Contains(known, name) {
			unknown = append(unknown, name)
		}
	}
	if unknown == nil {
		return nil
	}
	return errUnknownQuery.With("Unbekannter Parameter „" + shortly(slices.Min(unknown)) + "“.")
}

// checkProperties returns a refusal that names the first property of an object
// that is not known.
func checkProperties(body jsvalue.Value, known []string) error {
	for name := range body.Names() {
		if !slices.Contains(known, name) {
			return errUnknownField.With("Unbekanntes Feld „" + shortly(name) + "“.")
		}
	}
	return nil
}

// checkNoProperties reads the body of a request whose route needs none. Clients
// send all kinds of empty ones, so only an object with properties is refused.
func (s *Server) checkNoProperties(w http.ResponseWriter, r *http.Request) error {
	body, err := s.readBody(w, r, maxBody)
	if err != nil {
		return err
	}
	value, _ := jsvalue.Parse(body) // what is no JSON names no property
	return checkProperties(value, nil)
}

// maxShown is how many characters of a name from a request an answer repeats.
const maxShown = 60

// shortly returns a name from a request as an answer may repeat it.
func shortly(name string) string {
	name = strings.ToValidUTF8(name, "\uFFFD")
	if utf8.RuneCountInString(name) <= maxShown {
		return name
	}
	return string([]rune(name)[:maxShown]) + "…"
}
