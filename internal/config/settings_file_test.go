package config_test

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"kontor/internal/config"
)

// W18: flags go before the environment, that before the file with settings, that before
// what was generated, and that before the defaults.
func TestW18_WhereASettingComesFrom(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	generateIn(t, dir)
	everywhere := "SHOP_NAME=Datei\nSHOP_PREFIX=DATEI\nSHOP_SLUG=datei\nSITE_ACCESS_CODE=Wolle-und-Garn-7\n"
	c, err := config.Load([]string{
		"DATA_DIR=" + dir, "KONTOR_CONFIG=" + writeFile(t, everywhere), "SHOP_NAME=Umgebung", "SHOP_PREFIX_FILE=" + writeFile(t, "UMG"),
	}, map[string]string{"SHOP_NAME": "Option"})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]struct {
		value  string
		origin config.Origin
	}{
		"SHOP_NAME":              {"Option", config.OriginFlag},
		"SHOP_PREFIX":            {"UMG", config.OriginFile},
		"SHOP_SLUG":              {"datei", config.OriginSettings},
		"SITE_ACCESS_CODE":       {"••••••••", config.OriginSettings},
		"VERWALTUNG_ACCESS_CODE": {"••••••••", config.OriginGenerated},
		"LOG_FORMAT":             {"text", config.OriginDefault},
	} {
		for _, row := range c.Describe() {
			if row.Name == name && (row.Value != want.value || row.Origin != want.origin) {
				t.Errorf("%s is %q from %q, want %q from %q", name, row.Value, row.Origin, want.value, want.origin)
			}
		}
	}
	if c.ShopName != "Option" || c.ShopPrefix != "UMG" || c.ShopSlug != "datei" || string(c.SiteAccessCode) != "Wolle-und-Garn-7" {
		t.Errorf("read %q, %q, %q", c.ShopName, c.ShopPrefix, c.ShopSlug)
	}
}

// W18: every misspelt name in the file is refused with its line and the setting that
// was meant, whatever its value.
func TestW18_MisspeltSettingsInTheFileAreRefused(t *testing.T) {
	t.Parallel()
	var content strings.Builder
	var wrong []string
	for _, v := range config.Variables() {
		name := v.Name[1:]
		wrong = append(wrong, name)
		content.WriteString(name + "=hunter2\n")
	}
	problems := refusals(t, "KONTOR_CONFIG="+writeFile(t, content.String()))
	if len(problems) != len(wrong) || strings.Contains(problems.Error(), "hunter2") {
		t.Fatalf("%d problems for %d wrong names: %v", len(problems), len(wrong), problems)
	}
	for n, p := range problems {
		if p.Name != wrong[n] || !strings.HasSuffix(p.Place, "Zeile "+strconv.Itoa(n+1)) || !strings.Contains(p.Text, "meinten Sie "+config.Variables()[n].Name+"?") {
			t.Errorf("line %d: %v", n+1, p)
		}
	}
}

// W18: a file with a secret that others can read is refused, also when the secret's
// name is misspelt; one without secrets may be read, but never be written by others.
func TestW18_FileThatOthersCanRead(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		content string
		mode    os.FileMode
		refused bool
	}{
		{"SHOP_NAME=Wolle\n", 0o644, false},
		{"SITE_ACCESS_CODE=\n", 0o644, false},
		{"SITE_ACCESS_CODE_FILE=" + writeFile(t, "Wolle-und-Garn-7") + "\n", 0o644, false},
		{"SHOP_NAME=Wolle\n", 0o602, true},
		{"SITE_ACCESS_CODE=Wolle-und-Garn-7\n", 0o640, false},
		{"SITE_ACCESS_CODE=Wolle-und-Garn-7\n", 0o604, true},
		{"SITE_ACCES_CODE=Wolle-und-Garn-7\n", 0o604, true},
	} {
		path := writeFile(t, test.content)
		if err := os.Chmod(path, test.mode); err != nil {
			t.Fatal(err)
		}
		_, err := load(t, "KONTOR_CONFIG="+path)
		if refused := err != nil && strings.Contains(err.Error(), "jeder auf diesem Rechner"); refused != test.refused {
			t.Errorf("%q with mode %o: %v", test.content, test.mode, err)
		}
	}
}

// A new code takes exactly the old one's place, however the line around it is written.
func TestRenewedCodeKeepsTheRestOfTheFile(t *testing.T) {
	t.Parallel()
	const old = "ABCD-EFGH-JKLM-NPQR"
	content := "# " + old + "\r\n  SITE_ACCESS_CODE =\t" + old + "  \r\nSHOP_NAME=Süd\r\nVERWALTUNG_ACCESS_CODE=Knopfschachtel-9"
	path := writeFile(t, content)
	c := mustLoad(t, "KONTOR_CONFIG="+path)
	code, err := c.RenewCode("SITE_ACCESS_CODE")
	if err != nil || string(code) == old {
		t.Fatal(code, err)
	}
	want := strings.Replace(content, "\t"+old, "\t"+string(code), 1)
	if got := read(t, path); got != want {
		t.Errorf("the file is\n%q\nwant\n%q", got, want)
	}
	if again := mustLoad(t, "KONTOR_CONFIG="+path); again.SiteAccessCode != code {
		t.Error("the new code is not read")
	}
	if _, err := c.RenewCode("VERWALTUNG_ACCESS_CODE"); !errors.Is(err, config.ErrCodeSet) || read(t, path) != want {
		t.Errorf("a chosen code: %v", err)
	}
}

// Nothing of a new shop's file can come from elsewhere than its own line.
func TestCreateRefusesValuesOfSeveralLines(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "kontor.conf")
	_, err := config.Create([]string{"KONTOR_CONFIG=" + path}, map[string]string{"SHOP_NAME": "Wolle\nSITE_PUBLIC=true"})
	if err == nil || !strings.Contains(err.Error(), "SHOP_NAME") {
		t.Errorf("%v", err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("the file was made")
	}
}

// The start after `kontor init` finds the database that it made, without the environment
// that named it; other secrets of the environment stay there.
func TestCreatedFileNamesTheDatabase(t *testing.T) {
	dir := t.TempDir()
	url := filepath.Join(dir, "url")
	if err := os.WriteFile(url, []byte("postgres://kontor:hunter2@db.test/shop\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, set := range map[string]string{
		"DATABASE_URL":      "DATABASE_URL=postgres://kontor:hunter2@db.test/shop",
		"DATABASE_URL_FILE": "DATABASE_URL_FILE=" + url,
	} {
		path := filepath.Join(dir, name+".conf")
		if _, err := config.Create([]string{set, "SMTP_URL=smtps://post:knopf7@mail.test"}, map[string]string{"KONTOR_CONFIG": path}); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), "\n"+set+"\n") || strings.Contains(string(text), "knopf7") {
			t.Errorf("%s: the file is\n%s", name, text)
		}
		cfg, err := config.Load([]string{"KONTOR_CONFIG=" + path}, nil)
		if err != nil || cfg.DatabaseURL != "postgres://kontor:hunter2@db.test/shop" {
			t.Errorf("%s: loaded as %q, %v", name, cfg.DatabaseURL, err)
		}
	}
}
