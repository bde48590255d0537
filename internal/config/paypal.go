package config

import (
	"regexp"
	"time"
)

var webhookIDForm = regexp.MustCompile(`^[A-Za-z0-9]{1,50}$`)

// PayPal reports whether access to PayPal is configured.
func (c *Config) PayPal() bool { return c.PayPalClientID != "" && c.PayPalClientSecret != "" }

// payPal checks the access to PayPal: with only half of the credentials, customers
// would see a button that cannot work.
func (k *checker) payPal() {
	c := k.config
	id, secret := c.PayPalClientID, string(c.PayPalClientSecret)
	k.require(isToken(id), "PAYPAL_CLIENT_ID")
	k.require(isToken(secret), "PAYPAL_CLIENT_SECRET")
	k.require(id != "" || secret == "", "PAYPAL_CLIENT_ID", "fehlt, aber PAYPAL_CLIENT_SECRET ist gesetzt")
	k.require(secret != "" || id == "", "PAYPAL_CLIENT_SECRET", "fehlt, aber PAYPAL_CLIENT_ID ist gesetzt")
	k.require(c.PayPalWebhookID == "" || webhookIDForm.MatchString(c.PayPalWebhookID), "PAYPAL_WEBHOOK_ID")
	k.require(c.PayPalWebhookID == "" || id != "" || secret != "", "PAYPAL_CLIENT_ID", "fehlt, aber PAYPAL_WEBHOOK_ID ist gesetzt")
	k.require(isPrivateURL(c.PayPalBaseURL), "PAYPAL_BASE_URL", "unverschlüsselt (http) wären Zugang und Zahlungen lesbar")
	k.duration(c.PayPalTimeout, 100*time.Millisecond, 2*time.Minute, "PAYPAL_TIMEOUT")
	k.duration(c.PayPalInterval, 10*time.Millisecond, time.Hour, "PAYPAL_ABGLEICH_INTERVALL")
	k.require(c.PayPalLimit >= 0, "PAYPAL_LIMIT")
}

// duration refuses values outside the bounds; malformed durations have been refused
// before.
func (k *checker) duration(d, least, most time.Duration, name string) {
	k.require(d >= least && d <= most || k.refused(name), name)
}
