package web

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"kontor/internal/jsvalue"
	"kontor/internal/web/api"
	"kontor/internal/web/kit"
)

// strictly wraps the handler of a route that refuses unknown input: in the
// administration, a misspelt filter would show too much and a misspelt property would
// be lost silently. Known is what the route's description lists. The public routes are
// as lenient as the original.
func strictly(r kit.Route) kit.Handler {
	if !strings.HasPrefix(r.Path, "/api/verwaltung/") {
		return r.Handle
	}
	return func(w http.ResponseWriter, req *http.Request) error {
		known := api.RequestOf(r.Method, r.Path) // not before: reading them takes a tenth of the start
		if err := checkParameters(req.URL.RawQuery, known.Parameters); err != nil {
			return err
		}
		if !known.Body && r.Method != http.MethodGet {
			if err := checkNoProperties(w, req); err != nil {
				return err
			}
		}
		x := kit.ExchangeOf(req)
		x.Strict, x.Properties = true, known.Properties
		return r.Handle(w, req)
	}
}

// checkParameters returns a refusal that names the first unknown parameter in
// alphabetical order. A malformed query is left to the route, if it has parameters.
func checkParameters(rawQuery string, known []string) error {
	query, err := url.ParseQuery(rawQuery)
	if err != nil && known == nil {
		return kit.ErrUnknownQuery
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
	return kit.ErrUnknownQuery.With("Unbekannter Parameter „" + kit.Shortly(slices.Min(unknown)) + "“.")
}

// checkNoProperties reads the body of a request whose route needs none. Clients send
// all kinds of empty ones, so only an object with properties is refused.
func checkNoProperties(w http.ResponseWriter, r *http.Request) error {
	body, err := kit.ReadBody(w, r, kit.MaxBody)
	if err != nil {
		return err
	}
	value, _ := jsvalue.Parse(body) // anything but JSON has no properties
	return kit.CheckProperties(value, nil)
}
