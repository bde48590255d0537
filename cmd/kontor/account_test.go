package main

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kontor/tests/scratch"
	"kontor/tests/shoptest"
)

// newBrowser returns a client that keeps cookies and follows redirects.
func newBrowser(t *testing.T) *http.Client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &http.Client{Jar: jar}
}

// chooseAt goes to the rehearsal's sign-in provider and presses one of its buttons; the
// final answer is the shop's.
func (p *process) chooseAt(t *testing.T, browser *http.Client, provider, label, person string, status int) {
	t.Helper()
	response, err := browser.Get(p.url + "/api/konto/anmelden/" + provider)
	if err != nil {
		t.Fatal(err)
	}
	address := response.Request.URL.String()
	page := answer(t, response, nil, http.StatusOK)
	if !strings.HasPrefix(address, "http://127.0.0.1:") || strings.HasPrefix(address, p.url) ||
		!strings.Contains(page, "<h1>"+label+" (Probe)</h1>") || !strings.Contains(page, "Anna Anders") {
		t.Errorf("the provider's page at %s:\n%s", address, page)
	}
	response, err = browser.PostForm(address, url.Values{"person": {person}})
	answer(t, response, err, status)
}

// A rehearsal signs in at both providers without credentials. X2, X10, T21: nothing of
// a deleted account is left in the files of the running shop, and nothing was ever in
// its log.
func TestX2_X10_T21_RehearsalOfAnAccount(t *testing.T) {
	t.Parallel()
	dir := scratch.Dir(t)
	p := rehearsed(t, dir)
	browser := newBrowser(t)
	p.chooseAt(t, browser, "microsoft", "Microsoft", "", http.StatusBadRequest)
	p.chooseAt(t, browser, "google", "Google", "0", http.StatusOK)
	if said := p.get(t, browser, "/api/konto", http.StatusOK); !strings.Contains(said, `"name":"Anna Anders"`) {
		t.Errorf("signed in as %s", said)
	}
	order, err := json.Marshal(shoptest.Order())
	if err != nil {
		t.Fatal(err)
	}
	p.post(t, browser, "/api/orders", string(order), http.StatusCreated)
	private := []string{"Anna Anders", "anna@example.org"}
	for _, text := range private {
		if !inFiles(t, dir, text) {
			t.Fatalf("%q was never in the files", text)
		}
	}
	if inFiles(t, dir, "eyJhbGciOi") { // the beginning of every ID token
		t.Error("T21: a token is in the files")
	}

	request, err := http.NewRequestWithContext(t.Context(), http.MethodDelete, p.url+"/api/konto", strings.NewReader(`{"bestaetigung":"LÖSCHEN"}`))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := browser.Do(request)
	if said := answer(t, response, err, http.StatusOK); !strings.Contains(said, `"behalten":{"bestellungen":1`) {
		t.Errorf("the receipt: %s", said)
	}
	for _, text := range private {
		if inFiles(t, dir, text) {
			t.Errorf("%q is still in the files", text)
		}
	}
	if !inFiles(t, dir, "erika@example.org") {
		t.Error("the order is gone")
	}
	p.mustEnd(t)
	log := p.stderr.String()
	for _, text := range append(private, "code=", "eyJ", "1001") {
		if strings.Contains(log, text) {
			t.Errorf("%q is in the log:\n%s", text, log)
		}
	}
	if !strings.Contains(log, "sign_in=rehearsal") || !strings.Contains(log, `msg="account deleted"`) || !strings.Contains(log, " customer=1 ") {
		t.Errorf("the log:\n%s", log)
	}
}

// inFiles reports whether a file below the directory contains the text.
func inFiles(t *testing.T, dir, text string) (found bool) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		found = found || bytes.Contains(content, []byte(text))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// X9: a backup brings a deleted account back; the operator deletes it again, by the
// number that is in the log.
func TestX9_AfterTheRestoreOfABackup(t *testing.T) {
	t.Parallel()
	dir, backup := scratch.Dir(t), scratch.Dir(t)
	p := rehearsed(t, dir)
	p.chooseAt(t, newBrowser(t), "google", "Google", "0", http.StatusOK)
	p.mustEnd(t)
	if err := os.CopyFS(backup, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	code, said := runWith(t, []string{"DATA_DIR=" + backup}, "accounts", "erase", "1", "7")
	if want := "Konto 1: gelöscht, 0 Bestellungen bleiben\nKonto 7: gibt es nicht\n"; code != exitOK || said != want {
		t.Errorf("accounts erase ends with %d:\n%s", code, said)
	}
	if inFiles(t, backup, "Anna Anders") || !inFiles(t, dir, "Anna Anders") {
		t.Error("the account is still in the restored files, or was in none")
	}
}
