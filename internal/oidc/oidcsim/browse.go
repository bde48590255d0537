package oidcsim

import (
	"fmt"
	"net/http"
	"net/url"
)

// Browse acts as the browser at an issuer without pages: it follows the URL that the
// shop redirected to and returns where the issuer redirects back to.
func Browse(address string) (*url.URL, error) {
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.Get(address)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusSeeOther {
		return nil, fmt.Errorf("oidcsim: the issuer answers %s", response.Status)
	}
	return response.Location()
}
