package main

import (
	"net/http"
	"net/http/cookiejar"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kontor/tests/scratch"
)

// A forgotten code is replaced beside the running shop. The old one holds until the
// restart; then it opens nothing, and what it opened is closed, while the other gate's
// sessions go on.
func TestNewCodeEndsSessionsAtTheRestart(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(scratch.Dir(t), "data")
	p := start(t, dir)
	site, old := generatedCode(t, dir, "SITE_ACCESS_CODE"), generatedCode(t, dir, "VERWALTUNG_ACCESS_CODE")
	jar, _ := cookiejar.New(nil) // never fails
	operator := &http.Client{Jar: jar, Timeout: patience}
	p.post(t, operator, "/api/zugang", `{"code":"`+site+`"}`, http.StatusOK)
	p.post(t, operator, "/api/zugang/verwaltung", `{"code":"`+old+`"}`, http.StatusOK)

	if code, out := runWith(t, nil, "codes", "new", "office", "--data-dir="+dir); code != exitOK || !strings.Contains(out, "sobald der Shop neu gestartet ist") {
		t.Fatalf("exit %d\n%s", code, out)
	}
	fresh := generatedCode(t, dir, "VERWALTUNG_ACCESS_CODE")
	if fresh == old || generatedCode(t, dir, "SITE_ACCESS_CODE") != site {
		t.Fatal("not exactly the one code is new")
	}
	p.get(t, operator, "/api/verwaltung/orders", http.StatusOK)
	p.post(t, operator, "/api/zugang/verwaltung", `{"code":"`+fresh+`"}`, http.StatusUnauthorized)
	p.mustEnd(t)

	again := start(t, dir)
	again.get(t, operator, "/api/verwaltung/orders", http.StatusUnauthorized)
	again.get(t, operator, "/api/bestseller", http.StatusOK) // the session of the site goes on
	again.post(t, operator, "/api/zugang/verwaltung", `{"code":"`+old+`"}`, http.StatusUnauthorized)
	again.post(t, operator, "/api/zugang/verwaltung", `{"code":"`+fresh+`"}`, http.StatusOK)
	again.get(t, operator, "/api/verwaltung/orders", http.StatusOK)
	again.mustEnd(t)
}

// generatedCode returns a code from the file of generated secrets.
func generatedCode(t *testing.T, dir, name string) string {
	t.Helper()
	content := read(t, filepath.Join(dir, "secrets.env"))
	for line := range strings.Lines(content) {
		if code, found := strings.CutPrefix(line, name+"="); found {
			return strings.TrimSpace(code)
		}
	}
	t.Fatalf("no %s in\n%s", name, content)
	return ""
}

func read(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// W18: a misspelt setting is named in the log, without its value, and stops nothing.
func TestW18_UnknownSettingsAreLogged(t *testing.T) {
	t.Parallel()
	p := start(t, filepath.Join(scratch.Dir(t), "data"), "VERSAND_DEU=hunter2", "KONTOR_TEST_ALL=1", "SHOP_SERVICE_HOST=10.0.0.1")
	p.mustEnd(t)
	log := p.stderr.String()
	want := ` name=VERSAND_DEU remark="VERSAND_DEU ist unbekannt; meinten Sie VERSAND_DE?"`
	if strings.Count(log, `level=WARN msg="unknown setting"`) != 1 || !strings.Contains(log, want) || strings.Contains(log, "hunter2") {
		t.Errorf("the log:\n%s", log)
	}
}
