package web_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"kontor/tests/shoptest"
)

// S54: whatever somebody may have to account for later leaves one log line that names
// its request and the outcome, and contains no personal data.
func TestS54_WhatHasToBeAccountedForIsLogged(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t, shoptest.SignIn())
	visitor, operator := shop.Visitor(), shop.Operator()
	c := shop.Visitor()
	c.PostOrder(shoptest.Order()).Want(http.StatusCreated)
	address := begin(shop, c, "google", anna)
	refusedAddress := with(begin(shop, visitor, "google", berta), "code", "x")
	type line map[string]any
	for _, act := range []struct {
		id, method, path string
		client           *shoptest.Client
		body             any
		status           int
		said             string // the line in addition to that of the request
		with             line
	}{
		{"wrong-code", "POST", "/api/zugang/verwaltung", visitor, shoptest.Body{"code": "marker-code"}, 401, "code refused", line{"gate": "verwaltung", "level": "WARN", "client": "127.0.0.0/24", "failures": 1.0}},
		{"wrong-site", "POST", "/api/zugang", shop.Anonymous(), shoptest.Body{"code": "marker-code"}, 401, "code refused", line{"gate": "zugang", "level": "WARN", "client": "127.0.0.0/24", "failures": 1.0}},
		{"right-code", "POST", "/api/zugang/verwaltung", visitor, shoptest.Body{"code": shop.AdminCode}, 200, "code accepted", line{"gate": "verwaltung"}},
		{"status", "PATCH", "/api/verwaltung/orders/1", operator, shoptest.Body{"status": "bezahlt"}, 200, "order changed", line{"order": 1.0, "status": "bezahlt"}},
		{"invoice", "POST", "/api/verwaltung/orders/1/rechnungen", operator, shoptest.Body{"art": "rechnung"}, 201, "invoice issued", line{"order": 1.0, "kind": "rechnung"}},
		{"no-status", "PATCH", "/api/verwaltung/orders/1", operator, shoptest.Body{"status": "marker"}, 400, "", nil},
		{"csv", "GET", "/api/verwaltung/orders.csv", operator, nil, 200, "", nil},
		{"xlsx", "GET", "/api/verwaltung/orders.xlsx?q=erika", operator, nil, 200, "", nil},
		{"refused", "GET", refusedAddress, visitor, nil, 502, "sign-in not finished", line{"provider": "google", "reason": "code not accepted"}},
		{"sign-in", "GET", address, c, nil, 303, "customer signed in", line{"customer": 1.0, "provider": "google"}},
		{"data", "GET", "/api/konto/daten", c, nil, 200, "", nil},
		{"not-confirmed", "DELETE", "/api/konto", c, shoptest.Body{"bestaetigung": "marker"}, 400, "", nil},
		{"delete", "DELETE", "/api/konto", c, confirmed, 200, "account deleted", line{"customer": 1.0}},
	} {
		act.client.Do(act.method, act.path, act.body, "X-Request-Id: "+act.id).Want(act.status)
		told := linesOf(t, shop, act.id)
		if act.said != "" {
			if len(told[act.said]) != 1 {
				t.Errorf("%s: %d lines %q", act.id, len(told[act.said]), act.said)
				continue
			}
			for name, want := range act.with {
				if got := told[act.said][0][name]; got != want {
					t.Errorf("%s: %s is %v, want %v", act.id, name, got, want)
				}
			}
			delete(told, act.said)
		}
		access := told["request"]
		if len(access) != 1 || access[0]["status"] != float64(act.status) || access[0]["method"] != act.method || access[0]["route"] == "" {
			t.Errorf("%s: the request is told as %v", act.id, access)
		}
		if delete(told, "request"); len(told) > 0 {
			t.Errorf("%s: besides that the log says %v", act.id, told)
		}
	}
	shop.WantNotLogged("marker", "Erika", "erika@", "Anna", "anna@", anna.Subject+`"`, shop.AdminCode, shop.SiteCode)
}

// linesOf returns the log's lines about a request by their messages.
func linesOf(t *testing.T, shop *shoptest.Shop, request string) map[string][]map[string]any {
	t.Helper()
	told := make(map[string][]map[string]any)
	for text := range strings.Lines(shop.Log.String()) {
		var line map[string]any
		if err := json.Unmarshal([]byte(text), &line); err != nil {
			t.Fatal(err)
		}
		if message, _ := line["msg"].(string); line["request_id"] == request {
			told[message] = append(told[message], line)
		}
	}
	return told
}
