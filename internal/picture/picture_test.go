package picture_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"kontor/internal/picture"
)

var slugs = []string{
	"merinowolle-petrol", "holzknoepfe-olive", "webband-wiesenblumen", "reissverschluss-messing", "baumwollstoff-punkte",
	"leinenstoff-natur", "jersey-streifen", "bastelfilz-bunt", "acrylfarben-set", "stoffmalfarbe-indigo", "aquarellkasten-12",
	"tonpapier-bunt", "geschenkpapier-kraft", "origamipapier", "skizzenbuch-a5", "stoffschere-24", "stricknadeln-bambus-4",
	"bastelkleber", "schneidematte-a3", "glasperlen", "etwas-anderes", "", "<script>alert(1)</script>", "a\x00b",
}

func TestPicturesAreTheSameEveryTime(t *testing.T) {
	t.Parallel()
	seen := make(map[string]string)
	for _, slug := range slugs {
		once, again := picture.Draw(slug, "x"), picture.Draw(slug, "x")
		if !bytes.Equal(once, again) {
			t.Errorf("%q differs from itself", slug)
		}
		if other, twice := seen[string(once)]; twice {
			t.Errorf("%q looks like %q", slug, other)
		}
		seen[string(once)] = slug
	}
}

// A picture is one small SVG without scripts, styles or addresses, whatever the slug.
// Rules: H14, S1.
func TestH14_PicturesAreInert(t *testing.T) {
	t.Parallel()
	for _, slug := range slugs {
		drawn := picture.Draw(slug, slug)
		if len(drawn) > 60_000 {
			t.Errorf("%q has %d bytes", slug, len(drawn))
		}
		for _, word := range []string{"script", "style", "href", "onload", "alert", "NaN", "%!"} {
			if strings.Contains(string(drawn), word) {
				t.Errorf("%q contains %q", slug, word)
			}
		}
		decoder := xml.NewDecoder(bytes.NewReader(drawn))
		for {
			if _, err := decoder.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%q: %v", slug, err)
			}
		}
	}
}

func TestCategoryDecidesWhenTheSlugSaysNothing(t *testing.T) {
	t.Parallel()
	if bytes.Equal(picture.Draw("nummer-7", "wolle"), picture.Draw("nummer-7", "papier")) {
		t.Error("the category makes no difference")
	}
}
