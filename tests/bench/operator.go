package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
)

// operator is a browser with both sessions.
type operator struct {
	base   *url.URL
	client http.Client
}

func signIn(ctx context.Context, base *url.URL) (*operator, error) {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return nil, err
	}
	o := &operator{base: base, client: http.Client{Jar: jar}}
	for _, gate := range []struct{ path, code string }{
		{"/api/zugang", siteCode}, {"/api/zugang/verwaltung", adminCode},
	} {
		body, err := json.Marshal(map[string]string{"code": gate.code})
		if err != nil {
			return nil, err
		}
		if _, err := o.send(ctx, http.MethodPost, gate.path, body); err != nil {
			return nil, err
		}
	}
	return o, nil
}

// get reads the complete answer to a GET, which must have status 200.
func (o *operator) get(ctx context.Context, path string) ([]byte, error) {
	return o.send(ctx, http.MethodGet, path, nil)
}

func (o *operator) send(ctx context.Context, method, path string, body []byte) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, method, o.base.String()+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	response, err := o.client.Do(r)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s %s: %s %.200s", method, path, response.Status, answer)
	}
	return answer, err
}
