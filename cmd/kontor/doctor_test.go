package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kontor/internal/database"
	"kontor/internal/doctor"
	"kontor/tests/mailtest"
	"kontor/tests/scratch"
)

// W16: the doctor is right about each prepared shop, by its findings and its exit code,
// and leaves the shop as it was.
func TestW16_TheDoctorIsRight(t *testing.T) {
	t.Parallel()
	for name, setup := range setups {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := scratch.Dir(t)
			setup.arrange(t, filepath.Join(dir, database.FileName))
			before := files(t, dir)
			settings := append([]string{"PATH=" + os.Getenv("PATH"), "DATA_DIR=" + dir, "LISTEN_ADDR=127.0.0.1:0"}, setup.settings...)
			wantFindings(t, settings, setup.args, setup.want)
			if after := files(t, dir); name != "a long log" && !slices.Equal(before, after) {
				t.Errorf("the shop was changed: %q, before: %q", after, before)
			}
		})
	}
}

// files returns the names, sizes and times of the files in a directory.
func files(t *testing.T, dir string) (found []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		info, err := entry.Info()
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, entry.Name()+" "+info.ModTime().String()+" "+info.Mode().String())
	}
	return found
}

// wantFindings runs `kontor doctor --json` and expects these checks not to be ok.
func wantFindings(t *testing.T, settings, args []string, want string) {
	t.Helper()
	code, out, errs := runKontor(t, settings, append([]string{"doctor", "--json"}, args...)...)
	var answer struct {
		OK      bool
		Befunde []struct {
			Pruefung, Text, Abhilfe string
			Stufe                   doctor.Level
		}
	}
	if err := json.Unmarshal([]byte(out), &answer); err != nil {
		t.Fatalf("%v: %s%s", err, out, errs)
	}
	var found []string
	for _, f := range answer.Befunde {
		if f.Stufe != doctor.OK && !slices.Contains(found, f.Pruefung+":"+string(f.Stufe)) {
			found = append(found, f.Pruefung+":"+string(f.Stufe))
		}
		if (f.Stufe == doctor.OK) != (f.Abhilfe == "") || f.Text == "" || f.Pruefung == "" {
			t.Errorf("a finding without text or remedy: %+v", f)
		}
	}
	slices.Sort(found)
	if got := strings.Join(found, " "); got != want || answer.OK != !strings.Contains(want, "fehler") {
		t.Errorf("found %q, want %q:\n%s", got, want, out)
	}
	if code != exitCodeOf(want) {
		t.Errorf("exit %d for %q", code, want)
	}
}

func exitCodeOf(want string) int {
	switch {
	case strings.Contains(want, "fehler"):
		return exitFailed
	case want != "":
		return exitWaiting
	}
	return exitOK
}

// W16: beside a running shop; senders that answer are believed, and get nothing.
func TestW16_TheDoctorWorksBesideARunningShop(t *testing.T) {
	t.Parallel()
	provider, dir := mailtest.StartResend(t, mailKey), emptyShop(t)
	settings := []string{"RESEND_API_KEY=" + mailKey, "RESEND_BASE_URL=" + provider.URL(), "ORDER_NOTIFICATION_EMAIL=betreiber@example.net"}
	start(t, dir, settings...)
	settings = append(settings, "PATH="+os.Getenv("PATH"), "DATA_DIR="+dir, "LISTEN_ADDR=127.0.0.1:0")
	wantFindings(t, settings, []string{"--online"}, "")
	_, out, _ := runKontor(t, settings, "doctor", "--online")
	if !strings.Contains(out, "der Shop läuft\n") || !strings.Contains(out, "der Maildienst nimmt die Anmeldung an") {
		t.Error(out)
	}
	if n := len(provider.ByKey()); n != 0 {
		t.Errorf("%d messages were sent", n)
	}
	if code, _, errs := runKontor(t, settings, "doctor", "--bogus"); code != exitUsage {
		t.Errorf("a wrong call: exit %d, %s", code, errs)
	}
}
