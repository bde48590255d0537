package legaltext_test

import (
	"strings"
	"testing"

	"kontor/internal/legaltext"
)

// P28: what a description says in HTML is left out, and its addresses run nothing.
func TestP28_FragmentsAreInert(t *testing.T) {
	t.Parallel()
	source := "# Titel\n\nErster *Absatz* mit\n[Link](https://example.org/).\n\n<script>alert(1)</script>\n\n<img src=x onerror=alert(1)>\n\n" +
		"![Bild](https://fremd.example/zaehlpixel.png) [böse](javascript:alert(1)) [auch](data:text/html,x) <b onclick=x>fett</b>\n\n###### Klein\n"
	html, err := legaltext.Fragment([]byte(source))
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"<script", "<img", "onerror", "javascript:", "data:", "onclick", "fremd.example", "<h1", "<h2"} {
		if strings.Contains(string(html), word) {
			t.Errorf("%q is in %s", word, html)
		}
	}
	for _, word := range []string{"<h3>Titel</h3>", "<em>Absatz</em>", `<a href="https://example.org/">`, "Bild", "<h6>Klein</h6>"} {
		if !strings.Contains(string(html), word) {
			t.Errorf("%q is missing in %s", word, html)
		}
	}
	if got := legaltext.Opening([]byte(source)); got != "Erster Absatz mit Link (https://example.org/)." {
		t.Errorf("it opens with %q", got)
	}
	if got := legaltext.Opening([]byte("# Nur\n\n<p>HTML</p>\n")); got != "" {
		t.Errorf("nothing opens with %q", got)
	}
}
