package certificate_test

import (
	"log/slog"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"kontor/internal/certificate"
)

var noLog = slog.New(slog.DiscardHandler)

// W19: certificates in files are exchanged without a restart; files that cannot be used
// change nothing.
func TestW19_FilesAreReadAgain(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		first := signed(t, time.Now(), time.Now().AddDate(0, 1, 0), host)
		second := signed(t, time.Now(), time.Now().AddDate(0, 3, 0), host)
		cert, key := first.write(t, dir)
		log, text := newLog()
		f, err := certificate.OpenFiles(cert, key, log)
		if err != nil {
			t.Fatal(err)
		}
		want := func(what string, months int) {
			t.Helper()
			time.Sleep(2 * time.Second)
			leaf := getter(f.GetCertificate).served(t, host)
			if end := time.Now().AddDate(0, months, 0); leaf.NotAfter.Sub(end).Abs() > time.Hour || !f.End().Equal(leaf.NotAfter) {
				t.Errorf("%s: serves one that ends %v, want %v\n%s", what, leaf.NotAfter, end, text)
			}
		}
		want("at first", 1)
		put(t, cert, second.cert)
		want("with the new certificate and the old key", 1)
		put(t, key, second.key)
		want("with both", 3)
		put(t, cert, []byte("nonsense"))
		want("damaged", 3)
		if err := os.Remove(cert); err != nil {
			t.Fatal(err)
		}
		want("removed", 3)
		if warnings := strings.Count(text.String(), "certificate files not usable"); warnings != 3 {
			t.Errorf("%d warnings\n%s", warnings, text)
		}
		first.write(t, dir)
		want("the first again", 1)
	})
}

func TestW19_FilesThatCannotBeUsed(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	now := time.Now()
	cert, _ := signed(t, now, now.AddDate(0, 1, 0), host).write(t, dir)
	_, other := signed(t, now, now.AddDate(0, 1, 0), host).write(t, t.TempDir())
	for name, key := range map[string]string{"key of another one": other, "no key": dir + "/none"} {
		if _, err := certificate.OpenFiles(cert, key, noLog); err == nil || !strings.Contains(err.Error(), cert) || !strings.Contains(err.Error(), key) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := certificate.InFiles(cert, key); err == nil {
			t.Errorf("%s: accepted for an examination", name)
		}
	}
}
