package crowd

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
)

// Answer is the answer to a request; a status of 0 means none.
type Answer struct {
	Status   int
	Replayed bool // from an earlier request with the same key
	Body     []byte
}

// Text returns the German text of a refusal.
func (a Answer) Text() string {
	var body struct{ Error string }
	json.Unmarshal(a.Body, &body) // no text otherwise
	return body.Error
}

// Send sends a request with a JSON body and reads its answer. Headers are alternating
// names and values.
func Send(client *http.Client, method, url string, body any, headers ...string) Answer {
	content, err := json.Marshal(body)
	if err != nil {
		panic(err) // bodies are made by the tests
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
		return Answer{}
	}
	return ReadAnswer(response)
}

// ReadAnswer reads a complete answer: half an answer counts as none.
func ReadAnswer(response *http.Response) Answer {
	defer response.Body.Close()
	read, err := io.ReadAll(response.Body)
	if err != nil {
		return Answer{}
	}
	return Answer{response.StatusCode, response.Header.Get("Idempotency-Replayed") == "true", read}
}
