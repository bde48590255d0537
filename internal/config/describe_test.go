package config_test

import (
	"strings"
	"testing"

	"kontor/internal/config"
)

func TestDescribeNamesEverySettingWithItsOrigin(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	generateIn(t, dir)
	c, err := config.Load([]string{
		"DATA_DIR=" + dir, "SHOP_NAME_FILE=" + writeFile(t, "Wollwerk"), "VERWALTUNG_ACCESS_CODE=Knopfschachtel-9",
	}, map[string]string{"LOG_FORMAT": "json"})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]struct {
		value  string
		origin config.Origin
	}{
		"LISTEN_ADDR":            {"127.0.0.1:8080", config.OriginDefault},
		"DATA_DIR":               {dir, config.OriginEnvironment},
		"SHOP_NAME":              {"Wollwerk", config.OriginFile},
		"LOG_FORMAT":             {"json", config.OriginFlag},
		"SITE_ACCESS_CODE":       {"••••••••", config.OriginGenerated},
		"VERWALTUNG_ACCESS_CODE": {"••••••••", config.OriginEnvironment},
		"DATABASE_URL":           {"", config.OriginDefault},
	}
	rows := c.Describe()
	if len(rows) != len(config.Variables()) {
		t.Fatalf("%d rows for %d variables", len(rows), len(config.Variables()))
	}
	for _, row := range rows {
		if w, ok := want[row.Name]; ok && (row.Value != w.value || row.Origin != w.origin) {
			t.Errorf("%s is %q from %q, want %q from %q", row.Name, row.Value, row.Origin, w.value, w.origin)
		}
	}
}

func TestEveryVariableSaysWhatItIsFor(t *testing.T) {
	t.Parallel()
	for _, v := range config.Variables() {
		if v.Meaning == "" || v.Form == "" {
			t.Errorf("%s: meaning %q, form %q", v.Name, v.Meaning, v.Form)
		}
		secret := strings.Contains(v.Name, "SECRET") || strings.Contains(v.Name, "CODE") || strings.Contains(v.Name, "KEY")
		if secret = secret || v.Name == "DATABASE_URL" || v.Name == "SMTP_URL"; secret != v.Secret {
			t.Errorf("%s: secret is %v", v.Name, v.Secret)
		}
	}
}

func TestOffNamesWhatIsNotSetUp(t *testing.T) {
	t.Parallel()
	off := mustLoad(t).Off()
	var text strings.Builder
	for _, service := range off {
		text.WriteString(service.Name + ": " + service.Remedy + "\n")
	}
	for _, want := range []string{"E-Mail: ", "PayPal: ", "Google", "Messwerte: ein mit METRICS_ADDR="} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("%q is missing in:\n%s", want, text.String())
		}
	}
	if len(mustLoad(t, "METRICS_ADDR=127.0.0.1:9090").Off()) != len(off)-1 {
		t.Error("the metrics are on and still listed")
	}
	for _, sender := range []string{"RESEND_API_KEY=re_x", "SMTP_URL=smtps://mail.test"} {
		for _, service := range mustLoad(t, sender, "ORDER_NOTIFICATION_EMAIL=a@b.test").Off() {
			if service.Name == "E-Mail" {
				t.Errorf("with %s e-mail counts as off", sender)
			}
		}
	}
}
