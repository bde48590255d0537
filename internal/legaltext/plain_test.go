package legaltext_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"kontor/internal/legaltext"
)

// L5: what customers keep is readable text, not Markdown.
func TestL5_PlainText(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ markdown, want string }{
		"titles":     {"# AGB für Käufer\n\n## § 1 Geltung\n### a\nText\n", "AGB für Käufer\n==============\n\n§ 1 Geltung\n-----------\n\na\n\nText\n"},
		"paragraphs": {"Eine Zeile\nund noch eine.\n\nHausstraße 1  \n12345 Ort\\\nLand\n", "Eine Zeile und noch eine.\n\nHausstraße 1\n12345 Ort\nLand\n"},
		"marks":      {"Das ist **sehr *wichtig***, `a*b` &amp; 5\\* &euro;&#8239;1.\n", "Das ist sehr wichtig, a*b & 5* €\u202f1.\n"},
		"lists": {"1. eins\n2. zwei\n   - a\n   - b\n     weiter\n\nDann:\n\n- lose\n\n- Liste\n",
			"1. eins\n2. zwei\n   - a\n   - b weiter\n\nDann:\n\n- lose\n\n- Liste\n"},
		"links": {"[Post](mailto:a@b.example), [a@b.example](mailto:a@b.example), <https://x.example>, [hier](https://x.example/y), [oben](/recht/agb/), [x](javascript:alert(1))\n",
			"Post (a@b.example), a@b.example, https://x.example, hier (https://x.example/y), oben, x\n"},
		"table":    {"| Land | Frist |\n|---|--:|\n| Österreich | 14 **Tage** |\n| CH | – |\n", "Land        Frist\nÖsterreich  14 Tage\nCH          –\n"},
		"form":     {"> Name:  \n> Datum:\n\n---\n\n    frei\n      gesetzt\n", "  Name:\n  Datum:\n\n--------------------\n\nfrei\n  gesetzt\n"},
		"HTML":     {"Vorher <b onclick=\"x\">fett</b>\n\n<script>alert(1)</script>\n\nnachher ![Bild](x.png)\n", "Vorher fett\n\nnachher Bild\n"},
		"line end": {"# A\r\n\r\nb\r\nc\r\n", "A\n=\n\nb c\n"},
	} {
		if got := string(legaltext.Plain([]byte(test.markdown))); got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

// Nothing that an operator may write breaks the text, and no word is lost.
func TestL5_PlainTextOfAnything(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		anything := rapid.StringOf(rapid.RuneFrom([]rune(" \n#*_-|>`[]()!<&1.ä\\\t:"))).Draw(t, "text")
		got := string(legaltext.Plain([]byte("Anfang\n\n" + anything + "\n\nEnde\n")))
		if !utf8.ValidString(got) || !strings.HasPrefix(got, "Anfang\n") {
			t.Fatalf("%q becomes %q", anything, got)
		}
	})
	words := "Der Kunde zahlt binnen vierzehn Tagen."
	for _, markdown := range []string{words, "# " + words, "- " + words, "1. - " + words, "> " + words, "**" + words + "**", "[" + words + "](/x)", "|" + words + "|\n|---|"} {
		if got := string(legaltext.Plain([]byte(markdown))); !strings.Contains(got, words) {
			t.Errorf("%q becomes %q", markdown, got)
		}
	}
}

// A text begins with its first letter, whichever editor wrote it.
func TestReadLeavesOutTheByteOrderMark(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "agb.de.md"), []byte("\ufeff# AGB\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	text, _, err := legaltext.Folder(dir).Read("agb", "fr")
	if string(text) != "# AGB\n" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
}
