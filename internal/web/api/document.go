package api

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Placeholders in the parts for a shop's own names.
const (
	sampleURL                  = "http://127.0.0.1:8080"
	sampleSiteCookie           = "bastelkontor_session"
	sampleAdministrationCookie = "bastelkontor_verwaltung_session"
	sampleAccountCookie        = "bastelkontor_konto"
)

// Document returns the OpenAPI 3.1 document of the shop at baseURL, a URL without a
// slash at its end, with the names of its session cookies.
func Document(baseURL, siteCookie, administrationCookie, accountCookie string) []byte {
	document := source()
	for _, name := range [][2]string{
		{sampleURL, baseURL},
		{sampleSiteCookie, siteCookie},
		{sampleAdministrationCookie, administrationCookie},
		{sampleAccountCookie, accountCookie},
	} {
		document = bytes.ReplaceAll(document, quoted(name[0]), quoted(name[1]))
	}
	return document
}

// quoted returns s as a JSON text.
func quoted(s string) []byte {
	text, err := json.Marshal(s)
	if err != nil {
		panic(fmt.Sprintf("api: no JSON text: %v", err)) // cannot happen
	}
	return text
}
