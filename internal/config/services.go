package config

// Service is a part of the shop that is off.
type Service struct {
	Name   string // German
	Remedy string // German: how to turn it on
}

const laterVersion = "noch nicht eingerichtet, kommt mit einer späteren Version"

// Off returns the services that are off, for the message at the start.
func (c *Config) Off() []Service {
	var off []Service
	if !c.Mail() {
		off = append(off, Service{"E-Mail", "ein mit RESEND_API_KEY oder SMTP_URL, dazu ORDER_NOTIFICATION_EMAIL"})
	}
	if !c.PayPal() {
		off = append(off, Service{"PayPal", "ein mit PAYPAL_CLIENT_ID und PAYPAL_CLIENT_SECRET"})
	}
	off = append(off, Service{"Anmeldung mit Google und Microsoft", laterVersion})
	if c.MetricsAddr == "" {
		off = append(off, Service{"Messwerte", "ein mit METRICS_ADDR=127.0.0.1:9090"})
	}
	return off
}
