package main

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

// orderBody is the body of a small order.
const orderBody = `{"land":"de","kunde":{"name":"Erika Muster","email":"erika@example.org"},` +
	`"artikel":[{"slug":"holzknoepfe","name":"Holzknöpfe","menge":2,"preis":4.5}],"summe":9}`

// post sends JSON to the shop and requires a status.
func (p *process) post(t *testing.T, client *http.Client, path, body string, status int) string {
	t.Helper()
	response, err := client.Post(p.url+path, "application/json", strings.NewReader(body))
	return answer(t, response, err, status)
}

// get requires a status and returns the body.
func (p *process) get(t *testing.T, client *http.Client, path string, status int) string {
	t.Helper()
	response, err := client.Get(p.url + path)
	return answer(t, response, err, status)
}

func answer(t *testing.T, response *http.Response, err error, status int) string {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != status {
		t.Fatalf("%s answers %d, want %d: %s %v", response.Request.URL.Path, response.StatusCode, status, body, err)
	}
	return string(body)
}
