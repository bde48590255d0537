package oidc

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"kontor/internal/calls"

	"github.com/coreos/go-oidc/v3/oidc"
)

// Limits on a provider's answers. The libraries have none.
const (
	maxAnswer = 1 << 20
	maxHeader = 64 << 10
)

// newClient returns the HTTP client for a provider. It follows no redirect: a code and
// the client's secret would be sent along.
func newClient(observe calls.Observe) *http.Client {
	return &http.Client{
		Transport: bounded{calls.Transport{Observe: observe, Transport: &http.Transport{
			Proxy:                  http.ProxyFromEnvironment,
			ForceAttemptHTTP2:      true,
			MaxResponseHeaderBytes: maxHeader,
			MaxIdleConnsPerHost:    4,
			// Shorter than servers usually wait, so that they do not close a connection
			// that is just being used again.
			IdleConnTimeout: 20 * time.Second,
		}}},
		Timeout:       totalLimit,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// bounded makes endless answers fail.
type bounded struct{ calls.Transport }

func (b bounded) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := b.Transport.RoundTrip(request)
	if err == nil {
		response.Body = http.MaxBytesReader(nil, response.Body, maxAnswer)
	}
	return response, err
}

// with makes the libraries use the provider's client.
func (p *Provider) with(ctx context.Context) context.Context { return oidc.ClientContext(ctx, p.http) }

// get fetches one of the provider's URLs.
func (p *Provider) get(ctx context.Context, address, bearer string) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Accept", "application/json")
	if bearer != "" {
		request.Header.Set("Authorization", "Bearer "+bearer)
	}
	response, err := p.http.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = statusError(response.StatusCode)
	}
	return body, err
}

// mayLead reports whether an issuer's metadata may refer to a URL: nobody on the way to
// it can listen, and an outside provider cannot make the shop call its own computer or
// network.
func mayLead(issuer, address string) bool {
	from, fromErr := url.Parse(issuer)
	to, toErr := url.Parse(address)
	if fromErr != nil || toErr != nil || to.Hostname() == "" || to.User != nil || to.Fragment != "" {
		return false
	}
	encrypted := to.Scheme == "https" || to.Scheme == "http" && loopback(to.Hostname())
	return encrypted && (!inside(to.Hostname()) || inside(from.Hostname()))
}

func loopback(host string) bool {
	return strings.EqualFold(host, "localhost") || net.ParseIP(host).IsLoopback()
}

// inside reports whether a host is this computer or an address that exists only in its
// own network. Names are not resolved.
func inside(host string) bool {
	ip := net.ParseIP(host)
	return loopback(host) || ip.IsPrivate() || ip.IsLinkLocalUnicast() || ip.IsUnspecified()
}
