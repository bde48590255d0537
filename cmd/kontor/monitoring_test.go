package main

import (
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kontor/tests/scratch"
)

const (
	monitoringDir  = "../../packaging/monitoring/"
	monitoringPage = "../../docs/operations/monitoring.md"
)

// servedElsewhere are the metrics that the shop of these tests does not have: it has no
// certificate, and Prometheus itself makes the other one.
var servedElsewhere = []string{"certificate_not_after_timestamp_seconds", "up"}

// W25: alerts and dashboard name metrics that the program really has, and the page for
// operators explains each metric and each alert.
func TestW25_AlertsAndDashboardNameRealMetrics(t *testing.T) {
	t.Parallel()
	served := servedMetrics(t)
	rules := readText(t, monitoringDir+"kontor.rules.yml")
	var asked []string
	for _, expr := range regexp.MustCompile(`(?m)^ +expr: '(.*)'$`).FindAllStringSubmatch(rules, -1) {
		asked = append(asked, expr[1])
	}
	alerts := namesIn(rules, `(?m)^ +- alert: (\w+)$`)
	if len(asked) != len(alerts) || len(alerts) < 20 {
		t.Fatalf("%d expressions of %d alerts", len(asked), len(alerts))
	}
	asked = append(asked, dashboardQueries(t)...)
	for _, expr := range asked {
		for _, name := range metricsIn(expr) {
			if !slices.Contains(served, name) && !slices.Contains(servedElsewhere, name) {
				t.Errorf("the shop has no %s, as in %s", name, expr)
			}
		}
	}

	page := readText(t, monitoringPage)
	explained := namesIn(page, "(?m)^\\| `(\\w+)` \\|.*\\|$")
	fields := namesIn(page[strings.Index(page, "## Logs"):], "(?m)^\\| `(\\w+)` \\|.*\\|$")
	for _, name := range explained {
		if !slices.Contains(families(served), name) && !slices.Contains(servedElsewhere, name) && !slices.Contains(fields, name) {
			t.Errorf("%s explains %s, which the shop does not have", monitoringPage, name)
		}
	}
	for _, name := range families(served) {
		if !slices.Contains(explained, name) && !strings.HasPrefix(name, "go_") && !strings.HasPrefix(name, "process_") {
			t.Errorf("%s does not explain %s", monitoringPage, name)
		}
	}
	if sections := namesIn(page, `(?m)^### (Kontor\w+)$`); !slices.Equal(sections, alerts) {
		t.Errorf("%s explains the alerts\n%q; there are\n%q", monitoringPage, sections, alerts)
	}
	for _, alert := range alerts {
		if !strings.Contains(rules, "runbook: docs/operations/monitoring.md#"+strings.ToLower(alert)+"\n") {
			t.Errorf("%s does not lead to its section", alert)
		}
	}
}

// W25: Prometheus takes the rules; each alert fires when it should, and none in a healthy
// shop.
func TestW25_AlertsFireWhenTheyShould(t *testing.T) {
	t.Parallel()
	rules, tests := readText(t, monitoringDir+"kontor.rules.yml"), readText(t, monitoringDir+"kontor.rules.test.yml")
	for _, alert := range namesIn(rules, `(?m)^ +- alert: (\w+)$`) {
		if !strings.Contains(tests, "alertname: "+alert+"}") || !strings.Contains(tests, "alertname: "+alert+"\n        exp_alerts:") {
			t.Errorf("%s is not tested both ways", alert)
		}
	}
	for _, args := range [][]string{{"check", "rules", "kontor.rules.yml"}, {"test", "rules", "kontor.rules.test.yml"}} {
		cmd := exec.CommandContext(t.Context(), "promtool", args...)
		cmd.Dir = monitoringDir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("promtool %q: %v (./dev test installs it)\n%s", args, err, out)
		}
	}
}

// servedMetrics returns the names of all samples that the running program serves once it
// has taken an order, made a copy, and tried to send a mail.
func servedMetrics(t *testing.T) []string {
	t.Helper()
	dir := filepath.Join(scratch.Dir(t), "data")
	settings := []string{
		"SITE_PUBLIC=true", "METRICS_ADDR=127.0.0.1:0", "SMTP_URL=smtp://127.0.0.1:1", "ORDER_NOTIFICATION_EMAIL=betreiber@example.net",
	}
	p := start(t, dir, settings...)
	p.post(t, http.DefaultClient, "/api/orders", orderBody, http.StatusCreated)
	copied := exec.Command("kontor", "backup")
	copied.Env = append([]string{"PATH=" + os.Getenv("PATH"), "DATA_DIR=" + dir}, settings...)
	if out, err := copied.CombinedOutput(); err != nil {
		t.Fatalf("kontor backup: %v\n%s", err, out)
	}
	found := metricsAnnounced.FindStringSubmatch(p.stderr.String())
	response, err := http.Get("http://" + found[1] + "/metrics")
	text := answer(t, response, err, http.StatusOK)
	p.mustEnd(t)
	return namesIn(text, `(?m)^([a-z]\w*)[{ ]`)
}

// families returns the metrics that samples belong to.
func families(samples []string) (names []string) {
	for _, name := range samples {
		for _, suffix := range []string{"_bucket", "_sum", "_count"} {
			if family := strings.TrimSuffix(name, suffix); family != name && slices.Contains(samples, family+"_bucket") {
				name = family
			}
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// dashboardQueries returns the expressions of all panels.
func dashboardQueries(t *testing.T) (all []string) {
	t.Helper()
	var dashboard struct {
		Panels []struct {
			Type, Title string
			Targets     []struct{ Expr string }
		}
	}
	if err := json.Unmarshal([]byte(readText(t, monitoringDir+"kontor.dashboard.json")), &dashboard); err != nil {
		t.Fatal(err)
	}
	for _, panel := range dashboard.Panels {
		if panel.Type != "row" && len(panel.Targets) == 0 {
			t.Errorf("the panel %q shows nothing", panel.Title)
		}
		for _, target := range panel.Targets {
			all = append(all, target.Expr)
		}
	}
	return all
}

var (
	labelsOf = regexp.MustCompile(`"[^"]*"|\{[^}]*\}|\[[^\]]*\]|\b(by|on|without) \([^)]*\)`)
	ofQuery  = regexp.MustCompile(`[a-z][a-z0-9_]*( *\()?`)
)

// metricsIn returns the names of metrics in a query: its words that are no functions, no
// operators and no labels.
func metricsIn(query string) (names []string) {
	for _, word := range ofQuery.FindAllString(labelsOf.ReplaceAllString(query, " "), -1) {
		if !strings.HasSuffix(word, "(") && !slices.Contains([]string{"unless", "and", "or", "e"}, word) {
			names = append(names, word)
		}
	}
	return names
}

// namesIn returns what the pattern's group matches, each once, in its order.
func namesIn(text, pattern string) (names []string) {
	for _, found := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
		if !slices.Contains(names, found[1]) {
			names = append(names, found[1])
		}
	}
	return names
}

func readText(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
