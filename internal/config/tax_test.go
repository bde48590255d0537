package config_test

import (
	"path/filepath"
	"strings"
	"testing"

	"kontor/internal/config"
)

// Numbers for value added tax have the form of the seat, and settings that contradict
// each other are refused by name.
func TestTaxSettings(t *testing.T) {
	t.Parallel()
	for id, seat := range map[string]string{"ATU12345678": "at", "LU12345678": "lu", "CHE-123.456.789 MWST": "ch", "CHE123456789TVA": "ch"} {
		mustLoad(t, "STEUER_SITZ="+seat, "SHOP_UST_ID="+id)
	}
	for settings, want := range map[string]string{
		"STEUER_SITZ=at SHOP_UST_ID=DE123456789":                        "SHOP_UST_ID",
		"OSS_AB=2026-07-01":                                             "SHOP_UST_ID",
		"OSS_AB=1.7.2026 SHOP_UST_ID=DE123456789":                       "OSS_AB",
		"STEUER_SITZ=ch SHOP_UST_ID=CHE123456789MWST OSS_AB=2026-07-01": "OSS_AB",
	} {
		if got := refusals(t, strings.Fields(settings)...); len(got) != 1 || got[0].Name != want {
			t.Errorf("%s: %v", settings, got)
		}
	}
}

// Own rates are read line by line; a mistake is named with its line.
func TestTaxRateFile(t *testing.T) {
	t.Parallel()
	c := mustLoad(t, "STEUERSAETZE_DATEI="+writeFile(t, "land;klasse;ab;promille\n# Pflanzen\nat; ermaessigt ;;130\r\nde;voll;2027-01-01;200\n"))
	want := []config.TaxRate{{Country: "at", Class: "ermaessigt", PerMille: 130}, {Country: "de", Class: "voll", From: "2027-01-01", PerMille: 200}}
	if len(c.TaxRates) != 2 || c.TaxRates[0] != want[0] || c.TaxRates[1] != want[1] {
		t.Errorf("read %v", c.TaxRates)
	}
	for content, want := range map[string]string{
		"land;klasse;ab;promille\nfr;voll;;200\n": "in Zeile 2: das Land",
		"de;halb;;200\n":              "in Zeile 1: die Klasse",
		"de;voll;1.1.2027;200\n":      "in Zeile 1: der Tag",
		"de;voll;;19 %\n":             "in Zeile 1: der Satz",
		"de;voll;;501\n":              "in Zeile 1: der Satz",
		"de;voll;;200\nde;voll;200\n": "in Zeile 2 stehen nicht vier Felder",
	} {
		got := refusals(t, "STEUERSAETZE_DATEI="+writeFile(t, content))
		if len(got) != 1 || got[0].Name != "STEUERSAETZE_DATEI" || !strings.HasPrefix(got[0].Text, want) {
			t.Errorf("%q: %v", content, got)
		}
	}
	if got := refusals(t, "STEUERSAETZE_DATEI="+filepath.Join(t.TempDir(), "fehlt.csv")); len(got) != 1 {
		t.Errorf("a missing file: %v", got)
	}
}
