package config_test

import (
	"strings"
	"testing"

	"kontor/internal/config"
)

func TestL3_ProvidersNeedTheirCredentials(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		settings          []string
		google, microsoft bool
	}{
		{nil, false, false},
		{[]string{"GOOGLE_CLIENT_ID=a", "GOOGLE_CLIENT_SECRET=b"}, true, false},
		{[]string{"MICROSOFT_CLIENT_ID=a", "MICROSOFT_CLIENT_SECRET=b"}, false, true},
	} {
		c := mustLoad(t, test.settings...)
		providers := c.Providers()
		if len(providers) != 2 || providers[0].Configured() != test.google || providers[1].Configured() != test.microsoft {
			t.Errorf("%v: %+v", test.settings, providers)
		}
		for _, p := range providers {
			if p.Configured() == isOff(c, "Anmeldung mit "+p.Label) {
				t.Errorf("%v: the start message is wrong about %s", test.settings, p.Label)
			}
		}
	}
}

func isOff(c *config.Config, name string) bool {
	for _, service := range c.Off() {
		if service.Name == name {
			return true
		}
	}
	return false
}

// Personal accounts only: Microsoft's common issuer for all tenants could not be
// compared.
func TestProvidersHaveTheirVendorsIssuers(t *testing.T) {
	t.Parallel()
	providers := mustLoad(t).Providers()
	if p := providers[0]; p.Name != "google" || p.Label != "Google" || p.Issuer != "https://accounts.google.com" {
		t.Errorf("%+v", p)
	}
	if p := providers[1]; p.Name != "microsoft" || p.Label != "Microsoft" || !strings.HasSuffix(p.Issuer, "/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0") {
		t.Errorf("%+v", p)
	}
}

// L8, S39: anybody who could change an issuer's answers in transit could sign in as
// anyone; likewise for the other services that the shop calls.
func TestL8_S39_IssuersArePrivate(t *testing.T) {
	t.Parallel()
	for _, good := range []string{"https://id.test", "https://id.test/realms/shop/", "http://127.0.0.1:5556/dex", "http://localhost:1", "http://[::1]:2"} {
		mustLoad(t, "GOOGLE_ISSUER="+good)
	}
	for _, bad := range []string{"http://id.test", "http://192.168.0.5", "http://localhost.id.test", "id.test", "ftp://127.0.0.1", "https://a:b@id.test", "https://id.test?x", "https://id.test#x"} {
		for _, name := range []string{"GOOGLE_ISSUER", "MICROSOFT_ISSUER", "PAYPAL_BASE_URL", "RESEND_BASE_URL"} {
			problems := refusals(t, append(server(), name+"="+bad)...)
			if len(problems) != 1 || problems[0].Name != name || !strings.Contains(problems[0].Text, "https") {
				t.Errorf("%s=%s: %v", name, bad, problems)
			}
		}
	}
}

func TestProvidersAreCheckedAtTheStart(t *testing.T) {
	t.Parallel()
	for setting, refused := range map[string]string{
		"GOOGLE_CLIENT_ID=a":                           "GOOGLE_CLIENT_SECRET",
		"GOOGLE_CLIENT_SECRET=hunter2":                 "GOOGLE_CLIENT_ID",
		"MICROSOFT_CLIENT_ID=a":                        "MICROSOFT_CLIENT_SECRET",
		"MICROSOFT_LABEL=\t":                           "MICROSOFT_LABEL",
		"GOOGLE_LABEL=" + strings.Repeat("G", 41):      "GOOGLE_LABEL",
		"MICROSOFT_ISSUER=https://accounts.google.com": "MICROSOFT_ISSUER",
	} {
		problems := refusals(t, setting)
		if len(problems) != 1 || problems[0].Name != refused || strings.Contains(problems.Error(), "hunter2") {
			t.Errorf("%s: %v", setting, problems)
		}
	}
	problems := refusals(t, "GOOGLE_CLIENT_ID=a b", "GOOGLE_CLIENT_SECRET=hunter 2")
	if len(problems) != 2 || strings.Contains(problems.Error(), "hunter") {
		t.Errorf("with spaces: %v", problems)
	}
}
