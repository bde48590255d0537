package config_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"kontor/internal/config"
)

var readableCode = regexp.MustCompile(`^([2-9A-HJ-NP-Z]{4}-){3}[2-9A-HJ-NP-Z]{4}$`)

func loadIn(t *testing.T, dir string, settings ...string) *config.Config {
	t.Helper()
	c, err := config.Load(append([]string{"DATA_DIR=" + dir}, settings...), nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func generateIn(t *testing.T, dir string, settings ...string) *config.Config {
	t.Helper()
	c := loadIn(t, dir, settings...)
	if err := c.GenerateSecrets(); err != nil {
		t.Fatal(err)
	}
	return c
}

func secretsOf(c *config.Config) []string {
	return []string{string(c.SiteAccessCode), string(c.SiteSessionSecret), string(c.VerwaltungAccessCode), string(c.VerwaltungSessionSecret), string(c.KontoSessionSecret)}
}

func TestG12_SecretsAreGeneratedOnceAndKept(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	first := generateIn(t, dir)
	seen := make(map[string]bool)
	for _, secret := range secretsOf(first) {
		if seen[secret] || secret == "" {
			t.Errorf("empty or given twice: %q", secret)
		}
		seen[secret] = true
	}
	for _, code := range []config.Secret{first.SiteAccessCode, first.VerwaltungAccessCode} {
		if !readableCode.MatchString(string(code)) {
			t.Errorf("code %q is hard to read", string(code))
		}
	}
	second := generateIn(t, dir)
	for i, secret := range secretsOf(second) {
		if secret != secretsOf(first)[i] {
			t.Error("the next start has other secrets")
		}
	}
	if !second.Generated("SITE_ACCESS_CODE") || !second.Demo() {
		t.Error("the kept secrets do not count as generated")
	}
	if other := generateIn(t, t.TempDir()); other.SiteAccessCode == first.SiteAccessCode {
		t.Error("two shops share a code")
	}
}

// S43: nobody else on the computer can read the secrets, even if the file's mode was
// wider before.
func TestS43_SecretsFileIsPrivate(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	path := generateIn(t, dir).SecretsFile()
	wantMode(t, dir, 0o700)
	wantMode(t, path, 0o600)
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	generateIn(t, dir)
	wantMode(t, path, 0o600)
	if names, _ := filepath.Glob(filepath.Join(dir, "*")); len(names) != 1 {
		t.Errorf("left behind: %q", names)
	}
}

func wantMode(t *testing.T, path string, want fs.FileMode) {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if got := info.Mode().Perm(); got != want {
		t.Errorf("%s has mode %o, want %o", path, got, want)
	}
}

func TestG12_OnlyMissingSecretsAreGenerated(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	own := "Knopfschachtel-9"
	c := generateIn(t, dir, "VERWALTUNG_ACCESS_CODE="+own)
	if string(c.VerwaltungAccessCode) != own || c.Generated("VERWALTUNG_ACCESS_CODE") || c.Demo() {
		t.Error("the operator's own code does not count")
	}
	if content := read(t, c.SecretsFile()); strings.Contains(content, own) || strings.Contains(content, "VERWALTUNG_ACCESS_CODE") {
		t.Errorf("kept beside the generated ones:\n%s", content)
	}
	// Once the operator's code is gone, the missing one is generated and added to the
	// others.
	later := generateIn(t, dir)
	if later.SiteAccessCode != c.SiteAccessCode || later.VerwaltungAccessCode == "" || later.VerwaltungAccessCode == c.VerwaltungAccessCode {
		t.Error("the missing code was not added alone")
	}
}

func TestG12_TheFileKeepsWhatItHolds(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "secrets.env"), []byte("LATER_SECRET=kept"), 0o600); err != nil {
		t.Fatal(err)
	}
	c := generateIn(t, dir)
	if content := read(t, c.SecretsFile()); !strings.HasPrefix(content, "LATER_SECRET=kept\n") {
		t.Errorf("the file now begins %.40q", content)
	}
	if again := loadIn(t, dir); again.SiteAccessCode != c.SiteAccessCode {
		t.Error("the generated code is not found again")
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// G12: nothing is generated on a server, and secrets left behind by a demo are not
// used.
func TestG12_NothingIsGeneratedOnAServer(t *testing.T) {
	t.Parallel()
	c := mustLoad(t, server()...)
	if err := c.GenerateSecrets(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(c.SecretsFile()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a secrets file: %v", err)
	}
	dir := t.TempDir()
	generateIn(t, dir)
	problems := refusals(t, "DATA_DIR="+dir, "BASE_URL=https://shop.test")
	if len(problems) != len(required) {
		t.Errorf("a demo's secrets are used on a server: %v", problems)
	}
}

func TestG12_ConfigurationAloneWritesNothing(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	loadIn(t, dir)
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the data directory exists: %v", err)
	}
}

func TestR8_SecretsThatCannotBeKept(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{filepath.Join(file, "data"), file, "/proc/kontor"} {
		c, err := config.Load([]string{"DATA_DIR=" + dir}, nil)
		if err == nil {
			err = c.GenerateSecrets()
		}
		if err == nil || !strings.Contains(err.Error(), dir) {
			t.Errorf("%s: %v", dir, err)
		}
	}
}

func TestDamagedSecretsFileIsRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "secrets.env")
	if err := os.WriteFile(path, []byte("SITE_ACCESS_CODE=abc\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if problems := refusals(t, "DATA_DIR="+dir); len(problems) != 1 || problems[0].Name != "SITE_ACCESS_CODE" {
		t.Errorf("refused %v", problems)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
	if problems := refusals(t, "DATA_DIR="+dir); len(problems) != 1 || problems[0].Name != "DATA_DIR" {
		t.Errorf("refused %v", problems)
	}
}
