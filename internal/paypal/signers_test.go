package paypal

import "testing"

// T50: only PayPal's own hosts keep its certificates, those of the sandbox apart; what
// takes PayPal's place keeps its own.
func TestT50_WhoMaySign(t *testing.T) {
	t.Parallel()
	const live, sandbox, simulator = "https://api-m.paypal.com", "https://api-m.sandbox.paypal.com", "http://127.0.0.1:4711"
	for _, tt := range []struct {
		base, certificate string
		want              bool
	}{
		{live, "https://api.paypal.com/v1/notifications/certs/CERT-360caa42-fca2a594-1d93a270", true},
		{live, "https://api-m.paypal.com/v1/notifications/certs/CERT-360caa42-fca2a594-1d93a270", true},
		{live + "/", "https://api.paypal.com/v1/notifications/certs/CERT-1", true},
		{sandbox, "https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1", true},
		{sandbox, "https://api-m.sandbox.paypal.com/v1/notifications/certs/CERT-1", true},
		{simulator, "http://127.0.0.1:4711/v1/notifications/certs/CERT-1", true},

		{live, "https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1", false},
		{sandbox, "https://api.paypal.com/v1/notifications/certs/CERT-1", false},
		{live, "http://api.paypal.com/v1/notifications/certs/CERT-1", false},
		{live, "https://api.paypal.com:8443/v1/notifications/certs/CERT-1", false},
		{live, "https://api.paypal.com.evil.example/v1/notifications/certs/CERT-1", false},
		{live, "https://evil.example/api.paypal.com", false},
		{live, "https://api.paypal.com@evil.example/", false},
		{live, "https://evil@api.paypal.com/", false},
		{live, "https://www.paypal.com/v1/notifications/certs/CERT-1", false},
		{live, "https://evilpaypal.com/", false},
		{live, "file:///etc/passwd", false},
		{live, "//api.paypal.com/", false},
		{live, "api.paypal.com", false},
		{live, "https://", false},
		{live, "%", false},
		{live, "", false},
		{live, "http://127.0.0.1:4711/v1/notifications/certs/CERT-1", false},
		{simulator, "https://api.paypal.com/v1/notifications/certs/CERT-1", false},
		{simulator, "https://127.0.0.1:4711/v1/notifications/certs/CERT-1", false},
		{simulator, "http://127.0.0.1/v1/notifications/certs/CERT-1", false},
	} {
		if got := signersOf(tt.base).sign(tt.certificate); got != tt.want {
			t.Errorf("%s may sign for %s: %v", tt.certificate, tt.base, got)
		}
	}
}
