package config_test

import (
	"strings"
	"testing"
	"time"
)

func TestPayPalIsOffWithoutAnAccess(t *testing.T) {
	t.Parallel()
	c := mustLoad(t)
	if c.PayPal() {
		t.Error("PayPal is on with nothing set")
	}
	if c.PayPalBaseURL != "https://api-m.paypal.com" || c.PayPalTimeout != 30*time.Second || c.PayPalInterval != 30*time.Second ||
		c.PayPalConfirm || c.PayPalLater || c.PayPalLimit != 120 {
		t.Errorf("the defaults are %q, %s, %s, %v, %v, %d", c.PayPalBaseURL, c.PayPalTimeout, c.PayPalInterval, c.PayPalConfirm, c.PayPalLater, c.PayPalLimit)
	}
}

func TestPayPalIsOnWithAnAccess(t *testing.T) {
	t.Parallel()
	c := mustLoad(t, "PAYPAL_CLIENT_ID=AbC-1_x", "PAYPAL_CLIENT_SECRET=EL1tVxAjhT7cJimn", "PAYPAL_WEBHOOK_ID=8PT597110X687430L",
		"PAYPAL_ABGLEICH_INTERVALL=250ms", "PAYPAL_BESTAETIGUNG=true", "PAYPAL_SPAETER=true", "PAYPAL_BASE_URL=http://127.0.0.1:4000")
	if !c.PayPal() || c.PayPalInterval != 250*time.Millisecond || !c.PayPalConfirm || !c.PayPalLater || c.PayPalWebhookID != "8PT597110X687430L" {
		t.Errorf("%+v", c)
	}
	for _, service := range c.Off() {
		if service.Name == "PayPal" {
			t.Error("PayPal counts as off")
		}
	}
}

// O6: every problem at once, and no secret in any of them.
func TestO6_PayPalProblems(t *testing.T) {
	t.Parallel()
	problems := refusals(t, "PAYPAL_CLIENT_SECRET=hunter2", "PAYPAL_BASE_URL=http://api-m.paypal.com", "PAYPAL_TIMEOUT=soon",
		"PAYPAL_ABGLEICH_INTERVALL=0s", "PAYPAL_LIMIT=-1", "PAYPAL_WEBHOOK_ID=a-b", "PAYPAL_BESTAETIGUNG=ja", "PAYPAL_SPAETER=an")
	for _, name := range []string{
		"PAYPAL_CLIENT_ID", "PAYPAL_BASE_URL", "PAYPAL_TIMEOUT", "PAYPAL_ABGLEICH_INTERVALL", "PAYPAL_LIMIT", "PAYPAL_WEBHOOK_ID", "PAYPAL_BESTAETIGUNG", "PAYPAL_SPAETER",
	} {
		if n := strings.Count(problems.Error(), "\n  "+name+"="); n != 1 && name != "PAYPAL_CLIENT_ID" {
			t.Errorf("%s is named %d times in:\n%v", name, n, problems)
		}
	}
	if len(problems) != 8 || !strings.Contains(problems.Error(), "\n  PAYPAL_CLIENT_ID: fehlt") || strings.Contains(problems.Error(), "hunter2") {
		t.Errorf("%v", problems)
	}
}

func TestHalfAPayPalAccessIsRefused(t *testing.T) {
	t.Parallel()
	for setting, missing := range map[string]string{
		"PAYPAL_CLIENT_ID=abc":     "PAYPAL_CLIENT_SECRET",
		"PAYPAL_CLIENT_SECRET=abc": "PAYPAL_CLIENT_ID",
		"PAYPAL_WEBHOOK_ID=ABC":    "PAYPAL_CLIENT_ID",
	} {
		if problems := refusals(t, setting); len(problems) != 1 || problems[0].Name != missing {
			t.Errorf("%s alone gives %v", setting, problems)
		}
	}
}
