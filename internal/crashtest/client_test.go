package crashtest

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"testing"
)

// answer is what a request got; a status of 0 means nothing.
type answer struct {
	status   int
	replayed bool
	body     []byte
}

// text returns the German text of a refusal.
func (a answer) text() string {
	var body struct{ Error string }
	json.Unmarshal(a.body, &body) // no text otherwise
	return body.Error
}

// into reads the body of an answer that must have the status.
func (a answer) into(t testing.TB, status int, target any) {
	t.Helper()
	if a.status != status {
		t.Fatalf("answered %d, want %d: %s", a.status, status, a.body)
	}
	if err := json.Unmarshal(a.body, target); err != nil {
		t.Fatalf("%v: %s", err, a.body)
	}
}

// send sends a request and reads its answer.
func send(client *http.Client, method, url string, body any, headers ...string) answer {
	content, err := json.Marshal(body)
	if err != nil {
		panic(err) // bodies are made here
	}
	request, err := http.NewRequest(method, url, bytes.NewReader(content))
	if err != nil {
		panic(err)
	}
	request.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	response, err := client.Do(request)
	if err != nil {
		return answer{}
	}
	return answerOf(response)
}

// answerOf reads an answer whole: half an answer is none.
func answerOf(response *http.Response) answer {
	defer response.Body.Close()
	read, err := io.ReadAll(response.Body)
	if err != nil {
		return answer{}
	}
	return answer{response.StatusCode, response.Header.Get("Idempotency-Replayed") == "true", read}
}

// operator returns a client with both sessions.
func (s *shop) operator() *http.Client {
	s.t.Helper()
	client := newClient(s.t)
	client.Jar, _ = cookiejar.New(nil) // never fails
	var ok struct{ OK bool }
	send(client, "POST", s.url+"/api/zugang", map[string]string{"code": siteCode}).into(s.t, http.StatusOK, &ok)
	send(client, "POST", s.url+"/api/zugang/verwaltung", map[string]string{"code": adminCode}).into(s.t, http.StatusOK, &ok)
	return client
}

// createCoupon creates the coupon that each person may use once.
func (s *shop) createCoupon() {
	s.t.Helper()
	var created struct{ OK bool }
	send(s.operator(), "POST", s.url+"/api/verwaltung/gutscheine", map[string]any{
		"code": couponCode, "einmalig_pro_person": true, "art": "prozent", "wert": 10,
	}).into(s.t, http.StatusCreated, &created)
}

func (s *shop) bestsellers() []string {
	s.t.Helper()
	var list struct{ Bestseller []string }
	send(newClient(s.t), "GET", s.url+"/api/bestseller", nil).into(s.t, http.StatusOK, &list)
	return list.Bestseller
}

// page is a page of the administration's list.
type page struct {
	Orders []struct {
		ID     int64
		Nummer string `json:"bestellnummer"`
		Name   string `json:"kunde_name"`
	}
	Anzahl map[string]int64
}

func (s *shop) list(operator *http.Client, query string) (p page) {
	s.t.Helper()
	send(operator, "GET", s.url+"/api/verwaltung/orders?"+query, nil).into(s.t, http.StatusOK, &p)
	return p
}

// readiness returns the status of /readyz on a new connection; 0 when nobody
// listens.
func (s *shop) readiness() int {
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: patience}
	return send(client, "GET", s.url+"/readyz", nil).status
}
