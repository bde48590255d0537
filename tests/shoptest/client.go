package shoptest

import (
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"
)

// The names of the session cookies.
const (
	SiteCookie    = "bastelkontor_session"
	AdminCookie   = "bastelkontor_verwaltung_session"
	AccountCookie = "bastelkontor_konto"
	SignInCookie  = "bastelkontor_anmeldung"
)

// Client is a browser or a program with cookies of its own. It does not follow
// redirects, and is safe for concurrent use.
type Client struct {
	shop *Shop
	http *http.Client
}

// Anonymous returns a client without a session.
func (s *Shop) Anonymous() *Client {
	jar, _ := cookiejar.New(nil) // never fails
	return &Client{shop: s, http: &http.Client{
		Jar:           jar,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Visitor returns a client with the site's session.
func (s *Shop) Visitor() *Client {
	s.t.Helper()
	c := s.Anonymous()
	c.Post("/api/zugang", Body{"code": s.SiteCode}).Want(http.StatusOK)
	return c
}

// Operator returns a client with both sessions.
func (s *Shop) Operator() *Client {
	s.t.Helper()
	c := s.Visitor()
	c.Post("/api/zugang/verwaltung", Body{"code": s.AdminCode}).Want(http.StatusOK)
	return c
}

// PostOrder sends an order, see [Order].
func (c *Client) PostOrder(body any, headers ...string) Answer {
	c.shop.t.Helper()
	return c.Post("/api/orders", body, headers...)
}

func (c *Client) Get(path string, headers ...string) Answer {
	c.shop.t.Helper()
	return c.Do(http.MethodGet, path, nil, headers...)
}

func (c *Client) Post(path string, body any, headers ...string) Answer {
	c.shop.t.Helper()
	return c.Do(http.MethodPost, path, body, headers...)
}

func (c *Client) Patch(path string, body any, headers ...string) Answer {
	c.shop.t.Helper()
	return c.Do(http.MethodPatch, path, body, headers...)
}

func (c *Client) Delete(path string, headers ...string) Answer {
	c.shop.t.Helper()
	return c.Do(http.MethodDelete, path, nil, headers...)
}

// Form sends the fields as a page's form does.
func (c *Client) Form(path string, fields url.Values, headers ...string) Answer {
	c.shop.t.Helper()
	return c.Post(path, fields.Encode(), append(headers, "Content-Type: application/x-www-form-urlencoded")...)
}

// Do sends a request and checks it and its answer against the document. The path is
// sent as is. A string body is sent as is, any other as JSON, nil for none. Headers are
// written "Name: value"; a request with a body is sent as JSON unless they name another
// type. A request without an answer fails the test and returns an Answer with status 0.
func (c *Client) Do(method, path string, body any, headers ...string) Answer {
	t := c.shop.t
	t.Helper()
	content := encode(t, body)
	r, err := http.NewRequestWithContext(t.Context(), method, c.shop.URL+path, strings.NewReader(content))
	if err != nil {
		t.Errorf("%s %s: %v", method, path, err)
		return Answer{t: t}
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	for _, header := range headers {
		name, value, _ := strings.Cut(header, ": ")
		r.Header.Set(name, value)
	}
	answer, err := c.send(r)
	if err != nil {
		t.Errorf("%s %s: %v", method, path, err)
		return answer
	}
	if err := c.shop.contract.check(r, content, answer); err != nil {
		t.Errorf("%s %s → %d is not as described: %v\n%s", method, path, answer.Status, err, answer.Text())
	}
	return answer
}

// DoUnchecked sends a request without comparing it with the document, for what the shop
// accepts although the document does not offer it. Only the given headers are sent.
func (c *Client) DoUnchecked(method, path string, body any, header http.Header) Answer {
	t := c.shop.t
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, c.shop.URL+path, strings.NewReader(encode(t, body)))
	if err != nil {
		t.Errorf("%s %s: %v", method, path, err)
		return Answer{t: t}
	}
	maps.Copy(r.Header, header)
	answer, err := c.send(r)
	if err != nil {
		t.Errorf("%s %s: %v", method, path, err)
	}
	return answer
}

func (c *Client) send(r *http.Request) (Answer, error) {
	a := Answer{t: c.shop.t, request: r.Method + " " + r.URL.Path}
	response, err := c.http.Do(r)
	if err != nil {
		return a, err
	}
	defer response.Body.Close()
	a.Status, a.Header = response.StatusCode, response.Header
	a.Body, err = io.ReadAll(response.Body)
	return a, err
}

// HTTP returns the client's own HTTP client, for requests that are not checked against
// the document: load, or bytes that are not a valid request.
func (c *Client) HTTP() *http.Client { return c.http }

// Cookie returns the value of the client's cookie of that name, or "".
func (c *Client) Cookie(name string) string {
	for _, cookie := range c.http.Jar.Cookies(c.shop.base) {
		if cookie.Name == name {
			return cookie.Value
		}
	}
	return ""
}

// Cookies returns the header that sends the client's cookies, for another client.
func (c *Client) Cookies() string {
	var pairs []string
	for _, cookie := range c.http.Jar.Cookies(c.shop.base) {
		pairs = append(pairs, cookie.Name+"="+cookie.Value)
	}
	return "Cookie: " + strings.Join(pairs, "; ")
}

// SetCookie gives the client a cookie, as if the shop had sent it.
func (c *Client) SetCookie(name, value string) {
	c.http.Jar.SetCookies(c.shop.base, []*http.Cookie{{Name: name, Value: value, Path: "/"}})
}

func encode(t testing.TB, body any) string {
	t.Helper()
	switch body := body.(type) {
	case nil:
		return ""
	case string:
		return body
	}
	var text strings.Builder
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false) // nor do browsers
	if err := encoder.Encode(body); err != nil {
		t.Errorf("body: %v", err)
	}
	return strings.TrimSuffix(text.String(), "\n")
}
