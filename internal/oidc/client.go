package oidc

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
)

// Limits of what a provider may answer. The libraries have none.
const (
	maxAnswer = 1 << 20
	maxHeader = 64 << 10
)

// newClient returns the way to a provider. It follows no redirect: a code and the
// client's secret would travel along.
func newClient() *http.Client {
	return &http.Client{
		Transport: bounded{&http.Transport{
			Proxy:                  http.ProxyFromEnvironment,
			ForceAttemptHTTP2:      true,
			MaxResponseHeaderBytes: maxHeader,
			MaxIdleConnsPerHost:    4,
			// Shorter than servers usually wait, so that they do not close a
			// connection that is just being used again.
			IdleConnTimeout: 20 * time.Second,
		}},
		Timeout:       totalLimit,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// bounded lets answers fail that do not end.
type bounded struct{ *http.Transport }

// RoundTrip carries out one request.
func (b bounded) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := b.Transport.RoundTrip(request)
	if err == nil {
		response.Body = http.MaxBytesReader(nil, response.Body, maxAnswer)
	}
	return response, err
}

// with tells the libraries which client to use.
func (p *Provider) with(ctx context.Context) context.Context { return oidc.ClientContext(ctx, p.http) }

// get returns what is at one of the provider's addresses.
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

// mayLead tells whether the metadata of an issuer may lead to an address: nobody
// on the way to it can listen, and a provider out there cannot make the shop ask
// something on its own computer or in its own network.
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

// inside tells whether a host is this computer or an address that only its own
// network has. Names are not looked up.
func inside(host string) bool {
	ip := net.ParseIP(host)
	return loopback(host) || ip.IsPrivate() || ip.IsLinkLocalUnicast() || ip.IsUnspecified()
}
