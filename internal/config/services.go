package config

// Service is a part of the shop that is turned off.
type Service struct {
	Name   string // German
	Remedy string // German: how to turn it on
}

// Off returns the services that are off, for the message at startup.
func (c *Config) Off() []Service {
	var off []Service
	if !c.Mail() {
		off = append(off, Service{"E-Mail", "ein mit RESEND_API_KEY oder SMTP_URL, dazu ORDER_NOTIFICATION_EMAIL"})
	}
	if !c.PayPal() {
		off = append(off, Service{"PayPal", "ein mit PAYPAL_CLIENT_ID und PAYPAL_CLIENT_SECRET"})
	}
	for _, p := range c.Providers() {
		if !p.Configured() {
			off = append(off, Service{"Anmeldung mit " + p.Label, "ein mit " + p.Variable("CLIENT_ID") + " und " + p.Variable("CLIENT_SECRET")})
		}
	}
	if c.MetricsAddr == "" {
		off = append(off, Service{"Messwerte", "ein mit METRICS_ADDR=127.0.0.1:9090"})
	}
	return off
}
