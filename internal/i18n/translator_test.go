package i18n_test

import (
	"strings"
	"sync"
	"testing"

	"kontor/internal/i18n"
)

func TestTextInEachLanguage(t *testing.T) {
	t.Parallel()
	for tag, want := range map[string]string{
		"de": "Guten Tag Max,", "en": "Hello Max,", "fr": "Bonjour Max,", "it": "Buongiorno Max,",
		i18n.Swiss: "Guten Tag Max,", "": "Guten Tag Max,", "lb": "Guten Tag Max,", "en-GB": "Guten Tag Max,",
	} {
		got, err := i18n.For(tag).Text("mail.greeting", "Name", "Max")
		if err != nil || got != want {
			t.Errorf("%q says %q, %v; want %q", tag, got, err, want)
		}
	}
}

// Values are inserted verbatim, even those that resemble placeholders.
func TestValuesAreNotRead(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"{{.Name}}", "{{call .X}}", "<b>", "%s", "mail.greeting", ""} {
		got, err := i18n.For("de").Text("mail.greeting", "Name", name)
		if err != nil || got != "Guten Tag "+name+"," {
			t.Errorf("%q becomes %q, %v", name, got, err)
		}
	}
}

func TestSwissReadersFindNoSharpS(t *testing.T) {
	t.Parallel()
	regards, err := i18n.For(i18n.Swiss).Text("mail.regards")
	if err != nil || regards != "Freundliche Grüsse" {
		t.Errorf("regards are %q, %v", regards, err)
	}
	greeting, err := i18n.For(i18n.Swiss).Text("mail.greeting", "Name", "Frau Weiß")
	if err != nil || !strings.Contains(greeting, "Weiß") {
		t.Errorf("a name is respelt: %q, %v", greeting, err)
	}
}

func TestWhatIsMissingIsAnError(t *testing.T) {
	t.Parallel()
	german := i18n.For("de")
	if got, err := german.Text("mail.unheard"); err == nil {
		t.Errorf("an unknown key says %q", got)
	}
	if got, err := german.Text("mail.greeting"); err == nil {
		t.Errorf("without its value a text says %q", got)
	}
	if got, err := german.Text("mail.greeting", "name", "Max"); err == nil {
		t.Errorf("with another value a text says %q", got)
	}
}

func TestCountPicksTheForm(t *testing.T) {
	t.Parallel()
	for tag, want := range map[string][2]string{
		"de": {"1 Artikel", "3 Artikel"}, "en": {"1 item", "3 items"},
		"fr": {"1 article", "3 articles"}, "it": {"1 articolo", "3 articoli"},
	} {
		for n, text := range map[int64]string{1: want[0], 3: want[1], 1_000_000: strings.Replace(want[1], "3", i18n.For(tag).Number(1_000_000), 1)} {
			if got, err := i18n.For(tag).Count("order.count", n); err != nil || got != text {
				t.Errorf("%s: %d is %q, %v; want %q", tag, n, got, err, text)
			}
		}
	}
}

func TestTranslatorsServeManyAtOnce(t *testing.T) {
	t.Parallel()
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for _, tag := range i18n.Languages {
				if _, err := i18n.For(tag).Count("order.count", 2); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
}
