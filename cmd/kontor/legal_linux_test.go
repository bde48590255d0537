package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kontor/tests/scratch"
)

// At each start, the terminal or else the log lists the legal texts still to be
// written, which customers are not shown.
func TestStartNamesMissingLegalTexts(t *testing.T) {
	t.Parallel()
	const all = "impressum.de.md, datenschutz.de.md, agb.de.md, widerrufsrecht.de.md"
	texts := scratch.Dir(t)
	write := func(names ...string) {
		for _, name := range names {
			if err := os.WriteFile(filepath.Join(texts, name), []byte("# Text\n"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	terminal := func(want string, settings ...string) {
		t.Helper()
		p := startOnTerminal(t, filepath.Join(scratch.Dir(t), "data"), settings...)
		if screen := p.stdout.String(); !strings.Contains(screen, want) || want == "" && strings.Contains(screen, "Rechtstexte fehlen") {
			t.Errorf("the terminal does not say %q of legal texts:\n%s", want, screen)
		}
		p.mustEnd(t)
	}
	terminal("Rechtstexte fehlen: " + all + ", anzulegen in einem Ordner, den RECHTSTEXTE_DIR nennt")
	write("impressum.de.md", "agb.de.md", "datenschutz.en.md")
	terminal("Rechtstexte fehlen: datenschutz.de.md, widerrufsrecht.de.md, anzulegen in "+texts, "RECHTSTEXTE_DIR="+texts)
	const line = ` files="[datenschutz.de.md widerrufsrecht.de.md]"`
	logged := start(t, filepath.Join(scratch.Dir(t), "data"), "RECHTSTEXTE_DIR="+texts)
	logged.mustEnd(t)
	if log := logged.stderr.String(); !strings.Contains(log, line) {
		t.Errorf("the log lacks %s:\n%s", line, log)
	}
	write("datenschutz.de.md", "widerrufsrecht.de.md")
	terminal("", "RECHTSTEXTE_DIR="+texts)
}
