package mail

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"kontor/internal/calls"
)

// Limits on a provider's answer.
const (
	maxAnswer = 1 << 20
	maxHeader = 64 << 10
)

// statusError is an HTTP answer that is not a success.
type statusError struct {
	code       int
	name       string        // the provider's name for it; may be empty
	retryAfter time.Duration // 0: not given
}

func (e *statusError) Error() string { return fmt.Sprintf("mail: HTTP status %d", e.code) }

// transport is the connection to a provider. It bounds answers and returns each
// unsuccessful one as a *statusError, because the client library would keep only its
// text. Redirects are not successes either, so none is followed.
type transport struct{ http.RoundTripper }

func newTransport(roots *x509.CertPool) transport {
	return transport{calls.Transport{Transport: &http.Transport{
		Proxy:                  http.ProxyFromEnvironment,
		TLSClientConfig:        &tls.Config{RootCAs: roots},
		ForceAttemptHTTP2:      true,
		MaxResponseHeaderBytes: maxHeader,
		MaxIdleConnsPerHost:    parallel,
		// Shorter than servers usually wait, so that they do not close a connection
		// that is just being used again.
		IdleConnTimeout: 20 * time.Second,
	}}}
}

func (t transport) RoundTrip(request *http.Request) (*http.Response, error) {
	request, err := sized(request)
	if err != nil {
		return nil, err
	}
	response, err := t.RoundTripper.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	response.Body = limitedBody{io.LimitReader(response.Body, maxAnswer), response.Body}
	if response.StatusCode/100 == 2 {
		return response, nil
	}
	defer response.Body.Close()
	body, _ := io.ReadAll(response.Body) // read to the end, so that the connection can be reused
	var said struct{ Name string }
	json.Unmarshal(body, &said) // not every answer is JSON
	seconds, _ := strconv.ParseUint(response.Header.Get("Retry-After"), 10, 16)
	return nil, &statusError{response.StatusCode, said.Name, time.Duration(seconds) * time.Second}
}

// sized sets the length of a request, which the client library leaves open. Otherwise
// its body would be sent in chunks, which not every relay takes, and could not be sent
// again if the provider closes an idle connection at that moment.
func sized(request *http.Request) (*http.Request, error) {
	if request.Body == nil {
		return request, nil
	}
	defer request.Body.Close()
	body, err := io.ReadAll(request.Body)
	if err != nil {
		return nil, err
	}
	request = request.Clone(request.Context())
	request.ContentLength = int64(len(body))
	request.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
	request.Body, err = request.GetBody()
	return request, err
}

// limitedBody fails a body that is too long.
type limitedBody struct {
	io.Reader
	io.Closer
}
