package config_test

import (
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
)

var required = []string{"SITE_ACCESS_CODE", "SITE_SESSION_SECRET", "VERWALTUNG_ACCESS_CODE", "VERWALTUNG_SESSION_SECRET", "KONTO_SESSION_SECRET"}

// G11 and S53: where the world can reach the shop, a missing secret prevents the start;
// it never opens anything, and nothing is generated in its place.
func TestG11_MissingSecretsAreRefusedOnAServer(t *testing.T) {
	t.Parallel()
	for _, base := range [][]string{
		{"LISTEN_ADDR=0.0.0.0:8080", "BASE_URL=https://shop.test"},
		{"LISTEN_ADDR=127.0.0.1:8080", "BASE_URL=https://shop.test"},
	} {
		problems := refusals(t, base...)
		var names []string
		for _, p := range problems {
			names = append(names, p.Name)
		}
		if !slices.Equal(names, required) {
			t.Errorf("%v: refused %q, want %q", base, names, required)
		}
		for _, one := range required {
			problems := refusals(t, append(server(), one+"=")...)
			if len(problems) != 1 || problems[0].Name != one || !strings.Contains(problems[0].Text, "fehlt") {
				t.Errorf("without %s: %v", one, problems)
			}
		}
	}
}

// G11 and S42: secrets that can be guessed or are used twice are refused by the
// variable's name, without showing the value.
func TestG11_WeakSecretsAreRefused(t *testing.T) {
	t.Parallel()
	shared := randomKey()
	tests := map[string]struct {
		settings []string
		refused  string
		why      string
	}{
		"short key":                      {[]string{"SITE_SESSION_SECRET=" + shared[:31]}, "SITE_SESSION_SECRET", "zu kurz"},
		"short previous key":             {[]string{"SITE_SESSION_SECRET_PREVIOUS=" + shared[:31]}, "SITE_SESSION_SECRET_PREVIOUS", "zu kurz"},
		"short code":                     {[]string{"SITE_ACCESS_CODE=Kordel-4711"}, "SITE_ACCESS_CODE", "zu kurz"},
		"short in white space":           {[]string{"VERWALTUNG_ACCESS_CODE=  Kordel-4711   "}, "VERWALTUNG_ACCESS_CODE", "zu kurz"},
		"sample key":                     {[]string{"SITE_SESSION_SECRET=ChangeMe-ChangeMe-ChangeMe-ChangeMe"}, "SITE_SESSION_SECRET", "Beispielwert"},
		"sample digits":                  {[]string{"VERWALTUNG_SESSION_SECRET=0123456789abcdef0123456789abcdef"}, "VERWALTUNG_SESSION_SECRET", "Beispielwert"},
		"sample digits in code":          {[]string{"SITE_ACCESS_CODE=1234-12345678"}, "SITE_ACCESS_CODE", "Beispielwert"},
		"sample code":                    {[]string{"VERWALTUNG_ACCESS_CODE=passwort-2026"}, "VERWALTUNG_ACCESS_CODE", "Beispielwert"},
		"one letter":                     {[]string{"SITE_SESSION_SECRET=" + strings.Repeat("x", 40)}, "SITE_SESSION_SECRET", "wenig verschiedene"},
		"few letters in code":            {[]string{"SITE_ACCESS_CODE=ababababababab"}, "SITE_ACCESS_CODE", "wenig verschiedene"},
		"equal keys":                     {[]string{"SITE_SESSION_SECRET=" + shared, "VERWALTUNG_SESSION_SECRET=" + shared}, "VERWALTUNG_SESSION_SECRET", "SITE_SESSION_SECRET"},
		"equal codes":                    {[]string{"SITE_ACCESS_CODE=Knopfschachtel-9 "}, "VERWALTUNG_ACCESS_CODE", "SITE_ACCESS_CODE"},
		"account key of a gate":          {[]string{"VERWALTUNG_SESSION_SECRET=" + shared, "KONTO_SESSION_SECRET=" + shared}, "KONTO_SESSION_SECRET", "VERWALTUNG_SESSION_SECRET"},
		"previous account key of a gate": {[]string{"SITE_SESSION_SECRET=" + shared, "KONTO_SESSION_SECRET_PREVIOUS=" + shared}, "KONTO_SESSION_SECRET_PREVIOUS", "SITE_SESSION_SECRET"},
		"short account key":              {[]string{"KONTO_SESSION_SECRET=" + shared[:31]}, "KONTO_SESSION_SECRET", "zu kurz"},
		"key equal to code":              {[]string{"SITE_ACCESS_CODE=" + shared, "SITE_SESSION_SECRET=" + shared}, "SITE_SESSION_SECRET", "SITE_ACCESS_CODE"},
		"previous of the same":           {[]string{"SITE_SESSION_SECRET=" + shared, "SITE_SESSION_SECRET_PREVIOUS=" + shared}, "SITE_SESSION_SECRET_PREVIOUS", "SITE_SESSION_SECRET"},
		"previous of another":            {[]string{"VERWALTUNG_SESSION_SECRET=" + shared, "SITE_SESSION_SECRET_PREVIOUS=" + shared}, "SITE_SESSION_SECRET_PREVIOUS", "VERWALTUNG_SESSION_SECRET"},
		"equal previous ones":            {[]string{"SITE_SESSION_SECRET_PREVIOUS=" + shared, "VERWALTUNG_SESSION_SECRET_PREVIOUS=" + shared}, "VERWALTUNG_SESSION_SECRET_PREVIOUS", "SITE_SESSION_SECRET_PREVIOUS"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			problems := refusals(t, append(server(), test.settings...)...)
			if len(problems) != 1 || problems[0].Name != test.refused || !strings.Contains(problems[0].Text, test.why) {
				t.Fatalf("refused %v, want %s (%s)", problems, test.refused, test.why)
			}
			for _, setting := range test.settings {
				_, value, _ := strings.Cut(setting, "=")
				if strings.Contains(problems.Error(), strings.TrimSpace(value)) {
					t.Errorf("the value is shown: %v", problems)
				}
			}
		})
	}
}

// G11: the same rules apply on this computer as on a server.
func TestG11_WeakSecretsAreRefusedLocally(t *testing.T) {
	t.Parallel()
	problems := refusals(t, "SITE_ACCESS_CODE=short", "VERWALTUNG_SESSION_SECRET=short-too")
	if len(problems) != 2 {
		t.Errorf("refused %v", problems)
	}
}

// Contract: 32 bytes and 12 characters are enough when all differ. What such a value
// spells matters only where the world can reach the shop, and a word before a random
// key does no harm anywhere.
func TestLongAndDifferentSecretsAreAccepted(t *testing.T) {
	t.Parallel()
	mustLoad(t, "SITE_ACCESS_CODE=laden-123456", "VERWALTUNG_ACCESS_CODE=passwort-123",
		"SITE_SESSION_SECRET="+strings.Repeat("s", 32), "VERWALTUNG_SESSION_SECRET=0123456789abcdef0123456789abcdef",
		"KONTO_SESSION_SECRET=changeme-changeme-changeme-changeme")
	mustLoad(t, append(server(), "SITE_SESSION_SECRET=site-secret-"+randomKey(), "SITE_ACCESS_CODE=geheimer-laden")...)
	mustLoad(t, append(server(), "SITE_ACCESS_CODE=8391-7264-9152")...)
}

// G15: a replaced key stays valid beside its successor.
func TestG15_PreviousSecretsAreAccepted(t *testing.T) {
	t.Parallel()
	old, older := randomKey(), randomKey()
	c := mustLoad(t, append(server(), "SITE_SESSION_SECRET_PREVIOUS="+old, "VERWALTUNG_SESSION_SECRET_PREVIOUS="+older)...)
	if string(c.SiteSessionSecretPrevious) != old || string(c.VerwaltungSessionSecretPrevious) != older {
		t.Error("the previous secrets are not the ones given")
	}
}

// S42: printing or logging the configuration by mistake shows no secret.
func TestS42_SecretsDoNotPrint(t *testing.T) {
	t.Parallel()
	settings := append(server(), "SITE_SESSION_SECRET_PREVIOUS="+randomKey())
	c := mustLoad(t, settings...)
	var out strings.Builder
	fmt.Fprintf(&out, "%v %+v %#v %s\n", c, *c, *c, c.SiteAccessCode)
	for _, handler := range []slog.Handler{slog.NewTextHandler(&out, nil), slog.NewJSONHandler(&out, nil)} {
		slog.New(handler).Info("config", "all", c, "code", c.SiteAccessCode)
	}
	fmt.Fprintln(&out, c.Describe())
	for _, setting := range settings {
		name, value, _ := strings.Cut(setting, "=")
		if (strings.Contains(name, "SECRET") || strings.Contains(name, "CODE")) && strings.Contains(out.String(), value) {
			t.Errorf("%s is shown", name)
		}
	}
}
