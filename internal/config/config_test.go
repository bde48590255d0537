package config_test

import (
	"crypto/rand"
	"errors"
	"slices"
	"strings"
	"testing"

	"kontor/internal/config"
)

// load reads a configuration from an empty data directory; the settings are NAME=value,
// and later ones win.
func load(t *testing.T, settings ...string) (*config.Config, error) {
	t.Helper()
	return config.Load(append([]string{"DATA_DIR=" + t.TempDir()}, settings...), nil)
}

// server is a complete configuration of a publicly reachable shop.
func server() []string {
	return []string{
		"LISTEN_ADDR=0.0.0.0:8080",
		"BASE_URL=https://shop.test",
		"SITE_ACCESS_CODE=Wolle-und-Garn-7",
		"SITE_SESSION_SECRET=" + randomKey(),
		"VERWALTUNG_ACCESS_CODE=Knopfschachtel-9",
		"VERWALTUNG_SESSION_SECRET=" + randomKey(),
		"KONTO_SESSION_SECRET=" + randomKey(),
	}
}

func randomKey() string { return rand.Text() + rand.Text() }

func mustLoad(t *testing.T, settings ...string) *config.Config {
	t.Helper()
	c, err := load(t, settings...)
	if err != nil {
		t.Fatalf("refused: %v", err)
	}
	return c
}

// refusals returns the problems of a configuration.
func refusals(t *testing.T, settings ...string) config.Problems {
	t.Helper()
	_, err := load(t, settings...)
	var problems config.Problems
	if !errors.As(err, &problems) {
		t.Fatalf("error is %v, want Problems", err)
	}
	return problems
}

func TestNothingSetIsADemoOnThisComputer(t *testing.T) {
	t.Parallel()
	c, err := config.Load(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if c.ListenAddr != "127.0.0.1:8080" || c.DataDir != "./data" || c.DatabaseURL != "" || c.BaseURL != "" {
		t.Errorf("addresses: %q %q %q %q", c.ListenAddr, c.DataDir, string(c.DatabaseURL), c.BaseURL)
	}
	if c.ShopName != "Bastelkontor" || c.ShopPrefix != "BK" || c.ShopSlug != "bastelkontor" {
		t.Errorf("shop: %q %q %q", c.ShopName, c.ShopPrefix, c.ShopSlug)
	}
	if c.PriceCheck != "hinweis" || c.OrderLimit != 0 || c.MetricsAddr != "" || c.LogFormat != "text" || c.TrustedProxies != nil {
		t.Errorf("choices: %+v", c)
	}
	if bool(c.SitePublic) || !c.Local() || !c.Demo() {
		t.Errorf("public %v, local %v, demo %v", c.SitePublic, c.Local(), c.Demo())
	}
}

func TestServerConfiguration(t *testing.T) {
	t.Parallel()
	c := mustLoad(t, append(server(), "TRUSTED_PROXIES=10.0.0.7, 172.16.0.0/12,::1", "BESTELL_LIMIT=30",
		"PREISPRUEFUNG=streng", "LOG_FORMAT=json", "METRICS_ADDR=127.0.0.1:9090", "SHOP_NAME=Wollwerk Süd",
		"SHOP_PREFIX=WOLL", "SHOP_SLUG=wollwerk-2", "BASE_URL=https://shop.test/")...)
	if c.Local() || c.Demo() {
		t.Error("a server counts as local")
	}
	if c.BaseURL != "https://shop.test" || len(c.TrustedProxies) != 3 || c.OrderLimit != 30 {
		t.Errorf("read as %+v", c)
	}
}

// G13 and S53: a typing error never opens the shop.
func TestG13_OnlyExactlyTrueOpensTheSite(t *testing.T) {
	t.Parallel()
	for _, closed := range []string{"", "false", "0", "1", "ja", "yes", " true ", "true ", "TRUE", "True", "TRUE ", "t", "true\n", "wahr"} {
		if c := mustLoad(t, "SITE_PUBLIC="+closed); c.SitePublic {
			t.Errorf("%q opens the site", closed)
		}
	}
	if c := mustLoad(t, "SITE_PUBLIC=true"); !c.SitePublic {
		t.Error("true leaves the site closed")
	}
}

// O6: every problem is reported at once, and no report shows a secret.
func TestEveryProblemIsReportedAtOnce(t *testing.T) {
	t.Parallel()
	problems := refusals(t, "LISTEN_ADDR=here", "BASE_URL=ftp://x", "DATABASE_URL=mysql://root:hunter2@db/x",
		"SITE_SESSION_SECRET=tooShortButSecret", "SHOP_PREFIX=bk", "SHOP_SLUG=Ä", "SHOP_NAME= ", "TRUSTED_PROXIES=proxy",
		"METRICS_ADDR=9090", "LOG_FORMAT=xml", "PREISPRUEFUNG=ja", "BESTELL_LIMIT=viele")
	var names []string
	for _, p := range problems {
		names = append(names, p.Name)
		if !strings.Contains(p.Text, "erwartet: ") {
			t.Errorf("%s does not say what is expected: %s", p.Name, p.Text)
		}
	}
	slices.Sort(names)
	want := []string{"BASE_URL", "BESTELL_LIMIT", "DATABASE_URL", "LISTEN_ADDR", "LOG_FORMAT", "METRICS_ADDR",
		"PREISPRUEFUNG", "SHOP_NAME", "SHOP_PREFIX", "SHOP_SLUG", "SITE_SESSION_SECRET", "TRUSTED_PROXIES"}
	if !slices.Equal(names, want) {
		t.Errorf("reported %q\nwant %q", names, want)
	}
	text := problems.Error()
	for _, hidden := range []string{"hunter2", "tooShortButSecret"} {
		if strings.Contains(text, hidden) {
			t.Errorf("%q is shown in:\n%s", hidden, text)
		}
	}
	if !strings.Contains(text, `LISTEN_ADDR="here"`) {
		t.Errorf("the wrong value is not shown in:\n%s", text)
	}
}

func TestFlagsWinOverTheEnvironment(t *testing.T) {
	t.Parallel()
	c, err := config.Load([]string{"LISTEN_ADDR=127.0.0.1:1", "SHOP_NAME=Umgebung"}, map[string]string{"LISTEN_ADDR": "127.0.0.1:2"})
	if err != nil {
		t.Fatal(err)
	}
	if c.ListenAddr != "127.0.0.1:2" || c.ShopName != "Umgebung" {
		t.Errorf("read %q, %q", c.ListenAddr, c.ShopName)
	}
}
