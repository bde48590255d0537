package config_test

import (
	"strings"
	"testing"
)

// TestForms lists accepted and refused values for each variable, on a computer that
// nobody else can reach.
func TestForms(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ good, bad []string }{
		"LISTEN_ADDR":               {[]string{"127.0.0.1:0", "localhost:8080", "[::1]:80", "127.9.9.9:1"}, []string{"8080", "127.0.0.1", "127.0.0.1:http", "127.0.0.1:70000", "http://127.0.0.1:80", "::1:80"}},
		"BASE_URL":                  {[]string{"http://localhost:8080", "http://127.0.0.1/", "http://[::1]:1"}, []string{"localhost", "localhost:8080", "//localhost", "http://", "http://localhost/shop", "http://localhost?x", "http://localhost#x", "http://a@localhost", "http://localhost:99999", "ws://localhost"}},
		"SHOP_NAME":                 {[]string{"W", "Café & Söhne", strings.Repeat("ä", 80)}, []string{"  ", "zwei\nZeilen", strings.Repeat("ä", 81), "\xff"}},
		"SHOP_PREFIX":               {[]string{"B", "BASTELNX"}, []string{"bk", "B-K", "BK1", "Ä", "BASTELKONTOR"}},
		"RECHNUNG_PREFIX":           {[]string{"R", "RECHNUNG"}, []string{"re", "R-E", "RE1", "BK", "RECHNUNGEN"}},
		"SHOP_SLUG":                 {[]string{"b", "laden-2", strings.Repeat("a", 32)}, []string{"Laden", "2laden", "-a", "a b", "a;b", "a_b", strings.Repeat("a", 33)}},
		"PREISPRUEFUNG":             {[]string{"hinweis", "streng", "aus"}, []string{"Streng", "an", " "}},
		"VERSAND_DE":                {[]string{"0", "4,90", "4.9 / 49", "4,90/0"}, []string{"-1", "4,905", "4,90/", "/49", "4,90/49/79", "frei", "1e3", "4.90€", "1234567"}},
		"TREUEBONUS_PROZENT":        {[]string{"0", "5", "100"}, []string{"-1", "101", "5%", "2,5"}},
		"ABO_RABATT_PROZENT":        {[]string{"0", "100"}, []string{"-1", "101"}},
		"ABO_PRODUKT":               {[]string{"abo-wolle", "a1"}, []string{"Abo", "a b", "-a", "ä"}},
		"ABO_GESCHENK":              {[]string{"perlmuttknoepfe"}, []string{"../x"}},
		"SICHERUNG_DIR":             {[]string{".", "gibtsnicht"}, []string{"rules_test.go"}},
		"PRODUKTBILDER_DIR":         {[]string{"."}, []string{"gibtsnicht", "rules_test.go"}},
		"RECHTSTEXTE_DIR":           {[]string{"."}, []string{"gibtsnicht", "rules_test.go"}},
		"LOG_FORMAT":                {[]string{"text", "json"}, []string{"JSON", "logfmt"}},
		"BESTELL_LIMIT":             {[]string{"0", "1", "1000"}, []string{"-1", "1.5", "x", "99999999999"}},
		"VERBINDUNGS_LIMIT":         {[]string{"0", "64"}, []string{"-1", "1.5", "x"}},
		"VERBINDUNGEN_GESAMT":       {[]string{"0", "4096"}, []string{"-1", "x"}},
		"ANFRAGEN_LIMIT":            {[]string{"0", "64"}, []string{"-1", "x"}},
		"MAIL_LIMIT_STUNDE":         {[]string{"0", "10"}, []string{"-1", "x"}},
		"MAIL_LIMIT_TAG":            {[]string{"0", "30"}, []string{"-1", "x"}},
		"GUTSCHEIN_LIMIT":           {[]string{"0", "10"}, []string{"-1", "x"}},
		"ANMELDE_LIMIT":             {[]string{"0", "30"}, []string{"-1", "x"}},
		"EXPORT_LIMIT":              {[]string{"0", "8"}, []string{"-1", "x"}},
		"SENDEFRIST":                {[]string{"0s", "0", "1s", "10m"}, []string{"-1s", "999ms", "11m", "20", "x"}},
		"METRICS_ADDR":              {[]string{"127.0.0.1:9090", "localhost:9090", "[::1]:9090"}, []string{"9090", "x", ":9090", "0.0.0.0:9090"}},
		"TRUSTED_PROXIES":           {[]string{"::1", "10.0.0.0/8", "10.0.0.1, 10.0.0.2,"}, []string{"proxy.test", "10.0.0.0/33", "10.0.0.1;10.0.0.2", "::ffff:10.0.0.0/104"}},
		"MAIL_FROM":                 {[]string{"a@b.test", "Wollwerk <a@b.test>", "Wollwerk Süd <a@b.test>", `"Kaiser, Karl" <a@b.test>`}, []string{"Wollwerk", "a@b.test, c@d.test", "Wollwerk\r\nBcc: x@y.test <a@b.test>", "a@[10.0.0.1]"}},
		"SHOP_EMAIL":                {[]string{"a@b.test", "a+b@müller.test"}, []string{"a", "Max <a@b.test>", "a@b.test,c@d.test", "a@b.test\r\nBcc: c@d.test", "ä@b.test", "a@[10.0.0.1]", "a@127.0.0.1", `"a b"@c.test`}},
		"SHOP_ADRESSE":              {[]string{"Weg 1, 10115 Berlin"}, []string{" ", "Weg 1\n10115 Berlin", strings.Repeat("ä", 201)}},
		"SHOP_STEUERNUMMER":         {[]string{"DE123456789", "231/123/45678"}, []string{" ", "DE1\nDE2", strings.Repeat("1", 41)}},
		"SHOP_UST_ID":               {[]string{"DE123456789", "DE 123 456 789"}, []string{"ATU12345678", "DE12345678", "123456789"}},
		"AUFBEWAHRUNG_JAHRE":        {[]string{"0", "30"}, []string{"-1", "31", "zehn"}},
		"STEUER_SITZ":               {[]string{"de", "at", "lu", "ch"}, []string{"DE", "fr", "ch,de"}},
		"RESEND_BASE_URL":           {[]string{"https://api.resend.com", "https://relay.test/resend/", "http://127.0.0.1:4000", "http://localhost"}, []string{"http://relay.test", "api.resend.com", "https://a:b@relay.test", "https://relay.test?x", "ftp://127.0.0.1"}},
		"DATABASE_URL":              {[]string{"postgres://k:p@db/kontor", "postgresql://k@h1:5432,h2:5432/k?target_session_attrs=read-write"}, []string{"mysql://db/x", "kontor.db", "sqlite:kontor.db", "postgres:db"}},
		"PAYPAL_BASE_URL":           {[]string{"https://api-m.sandbox.paypal.com", "http://[::1]:4000"}, []string{"http://10.0.0.1", "api-m.paypal.com", "https://a:b@api-m.paypal.com"}},
		"PAYPAL_TIMEOUT":            {[]string{"100ms", "2m"}, []string{"99ms", "3m", "30", "-1s"}},
		"PAYPAL_LIMIT":              {[]string{"0", "1000"}, []string{"-1", "x"}},
		"PAYPAL_ABGLEICH_INTERVALL": {[]string{"10ms", "1h"}, []string{"1ms", "2h", "x"}},
		"KLEINUNTERNEHMER":          {[]string{"true", "false"}, []string{"ja", "wahr"}},
		"PAYPAL_SPAETER":            {[]string{"true", "false"}, []string{"an", "ja", "wahr"}},
		"PAYPAL_BESTAETIGUNG":       {[]string{"true", "false"}, []string{"an", "ja", "wahr"}},
	}
	for name, test := range tests {
		for _, value := range test.good {
			mustLoad(t, name+"="+value)
		}
		for _, value := range test.bad {
			problems := refusals(t, name+"="+value)
			if len(problems) != 1 || problems[0].Name != name {
				t.Errorf("%s=%q gives %v", name, value, problems)
			}
		}
	}
}

// Contract, section 5: codes and sessions never cross a network in the clear.
func TestPlainHTTPOnlyOnLoopback(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ listen, base, refused string }{
		{"127.0.0.1:8080", "", ""},
		{"127.0.0.1:8080", "http://localhost:8080", ""},
		{"127.0.0.1:8080", "https://shop.test", ""},
		{"127.0.0.1:8080", "http://shop.test", "BASE_URL"},
		{"127.0.0.1:8080", "http://192.168.0.5:8080", "BASE_URL"},
		{":8080", "https://shop.test", ""},
		{":8080", "", "LISTEN_ADDR"},
		{"0.0.0.0:8080", "http://localhost:8080", "LISTEN_ADDR"},
		{"[::]:8080", "", "LISTEN_ADDR"},
		{"192.168.0.5:80", "", "LISTEN_ADDR"},
		{"shop.test:80", "", "LISTEN_ADDR"},
		{"localhost.shop.test:80", "", "LISTEN_ADDR"},
	} {
		settings := append(server(), "LISTEN_ADDR="+test.listen, "BASE_URL="+test.base)
		if test.refused == "" {
			mustLoad(t, settings...)
			continue
		}
		problems := refusals(t, settings...)
		if len(problems) != 1 || problems[0].Name != test.refused {
			t.Errorf("%s with base %q gives %v, want %s refused", test.listen, test.base, problems, test.refused)
		}
	}
}

// The database password never appears where the configuration is shown, and a shop with
// a database server is not a demo.
func TestDatabaseURLIsASecret(t *testing.T) {
	t.Parallel()
	c := mustLoad(t, "DATABASE_URL=postgres://kontor:hunter2@db/kontor")
	for _, row := range c.Describe() {
		if strings.Contains(row.Value, "hunter2") {
			t.Errorf("%s shows %q", row.Name, row.Value)
		}
	}
	if c.Demo() {
		t.Error("a shop with a database server of its own counts as a demonstration")
	}
	text := refusals(t, "DATABASE_URL=mysql://kontor:hunter2@db/kontor").Error()
	if strings.Contains(text, "hunter2") || !strings.Contains(text, "postgres://") {
		t.Errorf("refused as:\n%s", text)
	}
}
