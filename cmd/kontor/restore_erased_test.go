package main

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kontor/internal/backup"
	"kontor/tests/mailtest"
)

// rehearse starts the shop with simulated sign-in providers.
func (p *place) rehearse() *process {
	p.t.Helper()
	return rehearsed(p.t, p.data, "SICHERUNG_DIR="+p.backup)
}

// eraseAccount deletes the account that is signed in.
func (p *process) eraseAccount(t *testing.T, browser *http.Client) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodDelete, p.url+"/api/konto", strings.NewReader(`{"bestaetigung":"LÖSCHEN"}`))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := browser.Do(request)
	answer(t, response, err, http.StatusOK)
}

// W6: an account that was erased after the copy is gone after the restore, whichever
// disk was lost, and nobody is signed in any longer.
func TestW6_ErasedAccountsStayErased(t *testing.T) {
	t.Parallel()
	for _, lost := range []string{"data", "copies"} {
		t.Run(lost, func(t *testing.T) {
			t.Parallel()
			p := newPlace(t)
			s := p.rehearse()
			erased, kept, operator := newBrowser(t), newBrowser(t), newBrowser(t)
			s.chooseAt(t, erased, "google", "Google", "0", http.StatusOK)
			s.chooseAt(t, kept, "google", "Google", "1", http.StatusOK)
			p.enter(s, operator)
			copied := p.backUp()
			s.eraseAccount(t, erased)
			p.awaitErasures(1)
			s.cmd.Process.Kill()
			s.wait()
			p.restoresWithout(lost, copied)
			s = p.rehearse()
			s.get(t, erased, "/api/konto", http.StatusUnauthorized)
			s.get(t, kept, "/api/konto", http.StatusUnauthorized)
			s.get(t, operator, "/api/verwaltung/orders", http.StatusUnauthorized)
			if said := s.post(t, operator, "/api/zugang/verwaltung", `{"code":"x"}`, http.StatusUnauthorized); !strings.Contains(said, "Kein Zugang") {
				t.Errorf("the site's session goes on: %s", said)
			}
			p.enter(s, operator)
			s.get(t, operator, "/api/verwaltung/orders", http.StatusOK)
			s.chooseAt(t, kept, "google", "Google", "1", http.StatusOK)
			if said := s.get(t, kept, "/api/konto", http.StatusOK); strings.Contains(said, "Anna Anders") {
				t.Errorf("signed in as %s", said)
			}
			s.mustEnd(t)
			p.awaitErasures(1) // the files that were lost are back
		})
	}
}

// W6: likewise if an older state of the database, copied by hand, becomes the shop.
func TestW6_ErasedAccountsStayErasedHere(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	s := p.rehearse()
	browser := newBrowser(t)
	s.chooseAt(t, browser, "google", "Google", "0", http.StatusOK)
	s.mustEnd(t)
	older := filepath.Join(t.TempDir(), "kontor.db")
	p.copy(p.file("kontor.db"), older)
	s = p.rehearse()
	s.eraseAccount(t, browser)
	s.mustEnd(t)
	p.copy(older, p.file("kontor.db"))
	code, out := p.run("restore", "--here")
	if code != 0 || !strings.Contains(out, "Noch einmal gelöschte Kundenkonten: 1.") {
		t.Errorf("restore --here ends with %d:\n%s", code, out)
	}
	if inFiles(t, p.data, "Anna Anders") {
		t.Error("the erased account is in the files")
	}
	s = p.rehearse()
	s.get(t, browser, "/api/konto", http.StatusUnauthorized)
	s.mustEnd(t)
	p.awaitErasures(1)
}

// enter passes both gates.
func (p *place) enter(s *process, operator *http.Client) {
	p.t.Helper()
	s.post(p.t, operator, "/api/zugang", `{"code":"`+generatedCode(p.t, p.data, "SITE_ACCESS_CODE")+`"}`, http.StatusOK)
	s.post(p.t, operator, "/api/zugang/verwaltung", `{"code":"`+generatedCode(p.t, p.data, "VERWALTUNG_ACCESS_CODE")+`"}`, http.StatusOK)
}

// restoresWithout loses a directory, and restores a copy from before an account was
// erased. The secrets stay, so that the signatures of cookies are good.
func (p *place) restoresWithout(lost, copied string) {
	p.t.Helper()
	secrets, err := os.ReadFile(p.file("secrets.env"))
	if err != nil {
		p.t.Fatal(err)
	}
	if lost == "data" {
		p.remove("")
	} else if err := os.RemoveAll(p.backup); err != nil {
		p.t.Fatal(err)
	}
	out := p.restores(copied, "--replace")
	if !strings.Contains(out, "Noch einmal gelöschte Kundenkonten: 1.") {
		p.t.Errorf("the report:\n%s", out)
	}
	if lost == "data" && inFiles(p.t, p.data, "Anna Anders") {
		p.t.Error("the erased account is in the files")
	}
	if err := os.WriteFile(p.file("secrets.env"), secrets, 0o600); err != nil {
		p.t.Fatal(err)
	}
}

// awaitErasures waits until both files list as many accounts.
func (p *place) awaitErasures(n int) {
	p.t.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(time.Millisecond) {
		here, err := backup.ReadErasures(p.data)
		there, err2 := backup.ReadErasures(p.backup)
		if err == nil && err2 == nil && len(here.Accounts) == n && len(there.Accounts) == n {
			return
		}
		if time.Now().After(deadline) {
			p.t.Fatalf("%+v, %+v, %v, %v", here, there, err, err2)
		}
	}
}

// W6: what was not sent yet when the copy was made may have been since. It waits for the
// operator, while messages about new orders go out.
func TestW6_NoHeldMailLeaves(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	provider := mailtest.StartSMTP(t, mailtest.SMTPOptions{})
	provider.SetFault(mailtest.Failure)
	settings := []string{
		"SITE_PUBLIC=true", "SICHERUNG_DIR=" + p.backup, "SMTP_URL=" + provider.URL(), "MAIL_FROM=shop@example.net",
		"ORDER_NOTIFICATION_EMAIL=betreiber@example.net",
	}
	s := start(t, p.data, settings...)
	p.order(s, 1)
	s.mustEnd(t)
	copied := p.backUp()
	out := p.restores(copied, "--replace")
	if !strings.Contains(out, "Angehaltene E-Mails: 2") {
		t.Errorf("the report:\n%s", out)
	}
	provider.SetFault(mailtest.None)
	s = start(t, p.data, settings...)
	p.order(s, 1)
	for deadline := time.Now().Add(patience); len(provider.Messages()) < 2; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d messages about the new order", len(provider.Messages()))
		}
	}
	operator := newBrowser(t)
	p.enter(s, operator)
	var page struct {
		Mails []struct{ Grund string }
	}
	said := s.get(t, operator, "/api/verwaltung/mails?zustand=angehalten", http.StatusOK)
	if err := json.Unmarshal([]byte(said), &page); err != nil || len(page.Mails) != 2 || !strings.Contains(page.Mails[0].Grund, "vielleicht schon verschickt") {
		t.Errorf("the held messages: %s %v", said, err)
	}
	s.mustEnd(t)
	for _, m := range provider.Messages() {
		if strings.Contains(m.Subject, "-0001") {
			t.Errorf("a held message has left: %s", m.Subject)
		}
	}
	if n := len(provider.Messages()); n != 2 {
		t.Errorf("%d messages have left, want 2", n)
	}
}

// A copy brings legal texts to another machine, and only an encrypted one the secrets.
func TestRestoreOnAnotherMachine(t *testing.T) {
	t.Parallel()
	here, there := newPlace(t), newPlace(t)
	texts := filepath.Join(t.TempDir(), "texte")
	if err := os.MkdirAll(texts, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(texts, "agb.de.md"), []byte("# AGB\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	key, recipient := newKey(t)
	s := here.start()
	here.order(s, 1)
	s.mustEnd(t)
	plain, sealed := here.backUp("RECHTSTEXTE_DIR="+texts), here.backUp("RECHTSTEXTE_DIR="+texts, "SICHERUNG_EMPFAENGER="+recipient)

	there.refusesToRestore([]string{"verschlüsselt", "--key"}, sealed, "--after-number", "1")
	elsewhere := filepath.Join(t.TempDir(), "fehlt", "noch")
	environ := []string{"DATA_DIR=" + there.data, "SICHERUNG_DIR=" + there.backup, "RECHTSTEXTE_DIR=" + elsewhere}
	code, out := runWith(t, environ, "restore", sealed, "--key", key, "--after-number", "1")
	if code != 0 || !strings.Contains(out, "Rechtstexte: "+elsewhere+".") || !strings.Contains(out, "Codes und Schlüssel: ") {
		t.Fatalf("restore ends with %d:\n%s", code, out)
	}
	if text, err := os.ReadFile(filepath.Join(elsewhere, "agb.de.md")); err != nil || string(text) != "# AGB\n" {
		t.Errorf("the legal text: %q, %v", text, err)
	}
	if generatedCode(t, here.data, "SITE_ACCESS_CODE") != generatedCode(t, there.data, "SITE_ACCESS_CODE") {
		t.Error("the codes are not those of the copy")
	}

	third := newPlace(t)
	if out := third.restores(plain, "--after-number", "1"); !strings.Contains(out, "RECHTSTEXTE_DIR ist nicht gesetzt") || strings.Contains(out, "Codes") {
		t.Errorf("the report:\n%s", out)
	}
	if err := os.WriteFile(filepath.Join(elsewhere, "agb.de.md"), []byte("# andere\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	code, out = runWith(t, environ, "restore", sealed, "--key", key, "--replace")
	if code != 0 || !strings.Contains(out, "liegen andere") || !strings.Contains(out, "bleiben die von hier") {
		t.Errorf("restore ends with %d:\n%s", code, out)
	}
	if text, err := os.ReadFile(filepath.Join(elsewhere, "agb.de.md")); err != nil || string(text) != "# andere\n" {
		t.Errorf("the other legal text: %q, %v", text, err)
	}
}

// newKey returns the path of a new key, and its recipient.
func newKey(t *testing.T) (path, recipient string) {
	t.Helper()
	identity, recipient, err := backup.Generate()
	path = filepath.Join(t.TempDir(), "key.txt")
	if err == nil {
		err = os.WriteFile(path, []byte(identity+"\n"), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return path, recipient
}
