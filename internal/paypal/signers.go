package paypal

import (
	"net/url"
	"slices"
)

// certificateHosts are, by the host of PayPal's API, the hosts that keep the certificates
// with which that part of PayPal signs its notifications. Elsewhere anybody could keep
// one.
//
// Source: the servers in PayPal's description of its API, and their former names, which
// PayPal's samples of PAYPAL-CERT-URL have.
var certificateHosts = map[string][]string{
	"api-m.paypal.com":         {"api.paypal.com", "api-m.paypal.com"},
	"api-m.sandbox.paypal.com": {"api.sandbox.paypal.com", "api-m.sandbox.paypal.com"},
}

// signers are those who may sign a notification.
type signers struct {
	scheme string
	hosts  []string
}

// signersOf returns who signs for the API at a base URL: PayPal itself, or whatever is
// there in its place, with its own host.
func signersOf(base string) *signers {
	at, err := url.Parse(base)
	if err != nil {
		return &signers{} // no call will succeed either
	}
	if hosts := certificateHosts[at.Host]; hosts != nil {
		return &signers{"https", hosts}
	}
	return &signers{at.Scheme, []string{at.Host}}
}

// sign reports whether a certificate's URL belongs to one of them.
func (s *signers) sign(certificate string) bool {
	at, err := url.Parse(certificate)
	return err == nil && at.Scheme == s.scheme && at.User == nil && slices.Contains(s.hosts, at.Host)
}
