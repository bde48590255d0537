package shoptest

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// What the comparison with the document accepts, and what it refuses.
func TestCheck(t *testing.T) {
	t.Parallel()
	const (
		placed  = `{"ok":true,"id":1,"bestellnummer":"BK-2026-0001"}`
		order   = `{"land":"de","kunde":{"name":"A","email":"a@b"},"artikel":[{"slug":"a","name":"A","menge":1,"preis":1}],"summe":1}`
		badLand = `{"ok":false,"error":"Ungültiges Land."}`
	)
	cases := []struct {
		name, method, path, body string
		answer                   Answer
		problem                  string // part of it; empty: none
	}{
		{"an order", "POST", "/api/orders", order, answerOf(201, placed, "Location", "/danke/x"), ""},
		{"a sum as text", "POST", "/api/orders", strings.Replace(order, `"summe":1`, `"summe":"1"`, 1), answerOf(201, placed, "Location", "/danke/x"), ""},
		{"a body that only JavaScript reads", "POST", "/api/orders", strings.Replace(order, `"summe":1`, `"summe":1,"versandkosten":1e999`, 1), answerOf(201, placed, "Location", "/danke/x"), ""},
		{"an order without the address of its page", "POST", "/api/orders", order, answerOf(201, placed), "Location"},
		{"a wrong order that was stored", "POST", "/api/orders", `{"land":"de"}`, answerOf(201, placed, "Location", "/danke/x"), "kunde"},
		{"a wrong order that was refused", "POST", "/api/orders", `{"land":"fr"}`, answerOf(400, badLand, "X-Fehlercode", "ungueltiges_land"), ""},
		{"an error without its code", "POST", "/api/orders", order, answerOf(400, badLand), "X-Fehlercode"},
		{"an error with an undescribed code", "POST", "/api/orders", order, answerOf(400, badLand, "X-Fehlercode", "neu"), `"neu"`},
		{"an error with a further key", "POST", "/api/orders", order, answerOf(400, `{"ok":false,"error":"x","code":1}`, "X-Fehlercode", "ungueltiges_land"), "code"},
		{"an answer with a further key", "POST", "/api/orders", order, answerOf(201, `{"ok":true,"id":1,"bestellnummer":"BK-2026-0001","x":1}`, "Location", "/danke/x"), "x"},
		{"a list with a number for a text", "GET", "/api/bestseller", "", answerOf(200, `{"ok":true,"bestseller":[1]}`, "Etag", `W/"1"`), "/bestseller/0"},
		{"a list whose entry lacks everything", "GET", "/api/verwaltung/widerrufe", "", answerOf(200, `{"ok":true,"widerrufe":[{}],"weiter":null}`), "/widerrufe/0"},
		{"a list whose entry has a time that is none", "GET", "/api/verwaltung/gutscheine/A/einloesungen", "", answerOf(200, `{"ok":true,"einloesungen":[{"created_at":"gestern"}],"weiter":null}`), "/created_at"},
		{"an undescribed status", "POST", "/api/orders", order, answerOf(202, placed), "status"},
		{"an undescribed 304", "POST", "/api/orders", order, answerOf(304, ""), "304"},
		{"an undescribed type", "GET", "/api/bestseller", "", answerOf(200, "x", "Content-Type", "text/plain", "Etag", `W/"1"`), "text/plain"},
		{"an undescribed route", "GET", "/api/neu", "", answerOf(200, `{"ok":true}`), "route"},
		{"an undescribed method", "PUT", "/api/orders", "", answerOf(200, `{"ok":true}`), "route"},
		{"an unknown route", "GET", "/api/neu", "", answerOf(404, `{"ok":false,"error":"Nicht gefunden."}`, "X-Fehlercode", "nicht_gefunden"), ""},
		{"an unknown route with another body", "GET", "/api/neu", "", answerOf(404, `404 page not found`), "json"},
		{"a page", "GET", "/verwaltung/", "", answerOf(200, "<!doctype html>", "Content-Type", "text/html"), ""},
	}
	contract := loadContract(t)
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			err := contract.check(httptest.NewRequest(c.method, c.path, nil), c.body, c.answer)
			switch {
			case c.problem == "" && err != nil:
				t.Errorf("unexpected problem: %v", err)
			case c.problem != "" && (err == nil || !strings.Contains(err.Error(), c.problem)):
				t.Errorf("problem %v, want one about %s", err, c.problem)
			}
		})
	}
}

func answerOf(status int, body string, headers ...string) Answer {
	header := http.Header{"X-Request-Id": {"1"}, "Content-Type": {"application/json; charset=utf-8"}}
	for i := 0; i < len(headers); i += 2 {
		header.Set(headers[i], headers[i+1])
	}
	return Answer{Status: status, Header: header, Body: []byte(body)}
}
