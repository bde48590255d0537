package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kontor/internal/config"
)

// W19: with its own TLS the shop answers on 443 by default, and cannot be
// taken for one that only this computer reaches.
func TestW19_OwnTLSChangesTheDefaults(t *testing.T) {
	t.Parallel()
	c := mustLoad(t, append(server(), "LISTEN_ADDR=", "TLS=acme")...)
	if c.ListenAddr != ":443" || c.HTTPAddr != ":80" || !c.OwnTLS() || c.Local() || c.Host() != "shop.test" {
		t.Errorf("listens on %q and %q, own TLS %t, local %t, host %q", c.ListenAddr, c.HTTPAddr, c.OwnTLS(), c.Local(), c.Host())
	}
	for _, row := range c.Describe() {
		if row.Name == "LISTEN_ADDR" && (row.Value != ":443" || row.Origin != config.OriginDefault) {
			t.Errorf("shown as %q, %q", row.Value, row.Origin)
		}
	}
	if c := mustLoad(t, append(server(), "TLS=acme", "LISTEN_ADDR=127.0.0.1:8443")...); c.ListenAddr != "127.0.0.1:8443" || c.Local() {
		t.Errorf("listens on %q, local %t", c.ListenAddr, c.Local())
	}
	if c := mustLoad(t); c.ListenAddr != "127.0.0.1:8080" || c.OwnTLS() || c.Drain != 500*time.Millisecond {
		t.Errorf("without TLS: %q, own TLS %t", c.ListenAddr, c.OwnTLS())
	}
}

func TestW19_WhatOwnTLSNeeds(t *testing.T) {
	t.Parallel()
	file := writeFile(t, "")
	files := []string{"TLS=dateien", "TLS_ZERTIFIKAT=" + file, "TLS_SCHLUESSEL=" + file}
	mustLoad(t, append(server(), files...)...)
	for name, c := range map[string]struct {
		settings []string
		refused  string // the variable and a part of the text
	}{
		"unknown":         {[]string{"TLS=an"}, "TLS: aus, acme oder dateien"},
		"no certificate":  {[]string{"TLS=dateien", "TLS_SCHLUESSEL=" + file}, "TLS_ZERTIFIKAT: nötig"},
		"no key":          {[]string{"TLS=dateien", "TLS_ZERTIFIKAT=" + file, "TLS_SCHLUESSEL=" + file + "x"}, "TLS_SCHLUESSEL: nötig"},
		"plain address":   {append(files, "BASE_URL=http://127.0.0.1:8080", "LISTEN_ADDR=127.0.0.1:1"), "TLS: BASE_URL mit https"},
		"number":          {[]string{"TLS=acme", "BASE_URL=https://203.0.113.7"}, "TLS: keine Zertifizierungsstelle"},
		"local name":      {[]string{"TLS=acme", "BASE_URL=https://shop"}, "TLS: keine Zertifizierungsstelle"},
		"instances":       {[]string{"TLS=acme", "DATABASE_URL=postgres://db.test/kontor"}, "TLS: mehrere Instanzen"},
		"plain authority": {[]string{"ACME_VERZEICHNIS=http://ca.test/dir"}, "ACME_VERZEICHNIS: https"},
		"no roots":        {[]string{"ACME_CA=" + file + "x"}, "ACME_CA: PEM"},
		"contact":         {[]string{"ACME_KONTAKT=shop"}, "ACME_KONTAKT: E-Mail"},
		"port":            {[]string{"LISTEN_ADDR_HTTP=80"}, "LISTEN_ADDR_HTTP: Adresse:Port"},
		"drain":           {[]string{"DRAIN=2m"}, "DRAIN: 1m"},
	} {
		problems := refusals(t, append(server(), c.settings...)...)
		variable, text, _ := strings.Cut(c.refused, ": ")
		if len(problems) != 1 || problems[0].Name != variable || !strings.Contains(problems[0].Text, text) {
			t.Errorf("%s: %v", name, problems)
		}
	}
}

// O2: nobody asks for a code at the metrics, so other computers reach them only if that
// is wanted.
func TestO2_MetricsStayOnThisComputer(t *testing.T) {
	t.Parallel()
	for _, addr := range []string{":9090", "0.0.0.0:9090", "10.0.0.7:9090"} {
		if problems := refusals(t, "METRICS_ADDR="+addr); len(problems) != 1 || problems[0].Name != "METRICS_ADDR" || !strings.Contains(problems[0].Text, "METRICS_OFFEN=true") {
			t.Errorf("%s: %v", addr, problems)
		}
		mustLoad(t, "METRICS_ADDR="+addr, "METRICS_OFFEN=true")
	}
	mustLoad(t, "METRICS_ADDR=[::1]:9090")
}

// W21: what systemd hands over counts like the environment, which goes first, and before
// the file with settings. Of a certificate and its key the path is handed on.
func TestW21_Credentials(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"SHOP_NAME": "Wollwerk\n", "SHOP_PREFIX": "WO\n", "SHOP_SLUG": "wollwerk\n", "SITE_ACCESS_CODE": "Knopfschachtel-9\n",
		"TLS_SCHLUESSEL": "a key", "TLS_ZERTIFIKAT": "a certificate", "kontor.conf": "SHOP_NAME=Datei\nSHOP_SLUG=datei\nVERSAND_DE=1/2\n", "other": "x",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o400); err != nil {
			t.Fatal(err)
		}
	}
	c := mustLoad(t, "CREDENTIALS_DIRECTORY="+dir, "KONTOR_CONFIG="+filepath.Join(dir, "kontor.conf"), "SHOP_PREFIX=XY")
	if c.ShopName != "Wollwerk" || c.ShopPrefix != "XY" || c.ShopSlug != "wollwerk" || c.SiteAccessCode != "Knopfschachtel-9" || c.ShippingDE.Cost != 100 {
		t.Errorf("name %q, prefix %q, slug %q, shipping %v", c.ShopName, c.ShopPrefix, c.ShopSlug, c.ShippingDE)
	}
	if c.TLSKey != filepath.Join(dir, "TLS_SCHLUESSEL") || c.TLSCert != filepath.Join(dir, "TLS_ZERTIFIKAT") {
		t.Errorf("key %q, certificate %q", c.TLSKey, c.TLSCert)
	}
	if got := c.Source("SITE_ACCESS_CODE"); got != "im Credential SITE_ACCESS_CODE von systemd" {
		t.Errorf("the code stands %q", got)
	}
}
