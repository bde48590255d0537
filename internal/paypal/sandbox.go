package paypal

import (
	"net"
	"net/url"
	"strings"
)

// IsSandbox reports whether no real money moves behind a base URL: at PayPal's sandbox,
// or at a simulator, which is on this computer.
func IsSandbox(baseURL string) bool {
	base, err := url.Parse(baseURL)
	if err != nil {
		return false
	}
	host := base.Hostname()
	ip := net.ParseIP(host)
	return strings.HasSuffix(host, ".sandbox.paypal.com") || host == "localhost" || ip != nil && ip.IsLoopback()
}
