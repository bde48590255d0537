package i18n

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// sameEverywhere are texts that languages may share.
var sameEverywhere = map[string]bool{
	"bank.iban": true, "bank.bic": true,
	"country.lu": true, // Luxembourg in English and French
	"country.at": true, // Austria in English and Italian
}

var placeholder = regexp.MustCompile(`\{\{[^}]*\}\}`)

// flatten returns the texts of a catalogue by key; each plural form has a key of its
// own.
func flatten(t *testing.T, tag string) map[string]string {
	t.Helper()
	return flattenFolder(t, tag, catalogue)
}

func flattenFolder(t *testing.T, tag, folder string) map[string]string {
	t.Helper()
	texts := make(map[string]string)
	var walk func(prefix string, node any)
	walk = func(prefix string, node any) {
		switch node := node.(type) {
		case string:
			key := strings.TrimPrefix(prefix, ".")
			if _, twice := texts[key]; twice {
				t.Errorf("%s: %s is in two files", tag, key)
			}
			texts[key] = node
		case map[string]any:
			for key, child := range node {
				walk(prefix+"."+key, child)
			}
		default:
			t.Errorf("%s: %s is a %T", tag, prefix, node)
		}
	}
	for _, file := range read(tag, strings.NewReplacer(), folder) {
		var tree map[string]any
		if err := json.Unmarshal([]byte(file), &tree); err != nil {
			t.Fatalf("%s: %v", tag, err)
		}
		walk("", tree)
	}
	return texts
}

// Each language has all of the German texts, with the same placeholders.
func TestCataloguesAreComplete(t *testing.T) {
	t.Parallel()
	german := flatten(t, "de")
	for _, tag := range Languages {
		texts := flatten(t, tag)
		for _, key := range slices.Sorted(maps.Keys(german)) {
			text, ok := texts[key]
			if !ok {
				t.Errorf("%s: %s is missing", tag, key)
				continue
			}
			want, got := placeholder.FindAllString(german[key], -1), placeholder.FindAllString(text, -1)
			slices.Sort(want)
			slices.Sort(got)
			if !slices.Equal(want, got) {
				t.Errorf("%s: %s has the values %q, want %q", tag, key, got, want)
			}
		}
		for key, text := range texts {
			// French and Italian have a form for millions that German lacks.
			if _, ok := german[key]; !ok && !strings.HasSuffix(key, ".many") {
				t.Errorf("%s: %s is unknown to the source", tag, key)
			}
			if strings.TrimSpace(text) == "" || text != strings.TrimSpace(text) || strings.Contains(text, "  ") {
				t.Errorf("%s: %s is %q", tag, key, text)
			}
		}
	}
}

func TestNothingIsLeftUntranslated(t *testing.T) {
	t.Parallel()
	for i, tag := range Languages {
		for _, other := range Languages[i+1:] {
			texts := flatten(t, other)
			for key, text := range flatten(t, tag) {
				if texts[key] == text && !sameEverywhere[key] {
					t.Errorf("%s is %q in %s and %s", key, text, tag, other)
				}
			}
		}
	}
}

// Each language uses the punctuation that its readers expect.
func TestTypography(t *testing.T) {
	t.Parallel()
	for _, tag := range Languages {
		for key, text := range flatten(t, tag) {
			if strings.ContainsAny(text, `'"`) {
				t.Errorf("%s: %s has typewriter quotes: %q", tag, key, text)
			}
			if tag == "fr" && regexp.MustCompile(`[^\x{202f}\x{a0}][?!:;]`).MatchString(text) {
				t.Errorf("fr: %s lacks the space before a mark: %q", key, text)
			}
		}
	}
}

// familiar are words that address somebody by tu or du. Labels of buttons are left out:
// in Italian they are short commands, as is usual in programs there.
var familiar = map[string]string{
	"de": "du dich dir dein deine deinen deinem deiner",
	"fr": "tu te toi ton ta tes",
	"it": "tu ti tuo tua tuoi tue vi vostro vostra hai puoi sei vedrai riceverai ricevi paghi inserisci attendi premi controlla indica effettua ricarica attivalo rimuovilo",
}

// Customers are addressed formally throughout, in the shop as in its mails.
func TestCustomersAreAddressedFormally(t *testing.T) {
	t.Parallel()
	for tag, words := range familiar {
		refused := strings.Fields(words)
		for key, text := range flatten(t, tag) {
			for word := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) }) {
				if slices.Contains(refused, word) {
					t.Errorf("%s: %s says %q: %q", tag, key, word, text)
				}
			}
		}
	}
}

// abandoned are words for which each language now uses another: two words for one thing
// make customers wonder about the difference, and some were never idiomatic.
var abandoned = map[string][]string{
	"de": {"dorthin"},
	"en": {"shipping", "is added", "no account", "redeem"}, // delivery; plus; an account is not needed; apply a coupon
	"fr": {"a besoin de", "chez paypal", "cette caisse", "réglages"},
	"it": {"conto", "codice fiscale", "cassa è", "pagine di paypal"}, // account; a tax number is not a personal code
}

// TestOneWordForOneThing also covers the texts for small businesses.
func TestOneWordForOneThing(t *testing.T) {
	t.Parallel()
	for tag, phrases := range abandoned {
		for _, texts := range []map[string]string{flatten(t, tag), flattenFolder(t, tag, untaxed)} {
			for key, text := range texts {
				for _, phrase := range phrases {
					if regexp.MustCompile(`(?i)(^|[^\pL])` + phrase + `($|[^\pL])`).MatchString(text) {
						t.Errorf("%s: %s says %q: %q", tag, key, phrase, text)
					}
				}
			}
		}
	}
}

// Every text can be rendered in every language and form.
func TestEveryTextCanBeSaid(t *testing.T) {
	t.Parallel()
	for _, tag := range append([]string{Swiss}, Languages...) {
		for key, text := range flatten(t, "de") {
			var pairs []any
			for _, value := range placeholder.FindAllString(text, -1) {
				pairs = append(pairs, strings.Trim(value, "{}."), "•")
			}
			say := func() (string, error) { return For(tag).Text(key, pairs...) }
			if base, ok := strings.CutSuffix(key, ".other"); ok {
				say = func() (string, error) { return For(tag).Count(base, 5, pairs...) }
			} else if base, ok := strings.CutSuffix(key, ".one"); ok {
				say = func() (string, error) { return For(tag).Count(base, 1, pairs...) }
			}
			if got, err := say(); err != nil || got == "" || strings.Contains(got, "{{") {
				t.Errorf("%s: %s says %q, %v", tag, key, got, err)
			}
		}
	}
}

// taxedWords say that prices contain value added tax.
var taxedWords = regexp.MustCompile(`inkl\. MwSt|VAT included|include VAT|including VAT and|incl\. VAT|TVA comprise|TVA et|TTC|IVA inclus|IVA e|includono l’IVA`)

// The texts for exports replace existing ones, in every language, and never mention
// included tax.
func TestExportTextsReplaceTaxedOnes(t *testing.T) {
	t.Parallel()
	german := flattenFolder(t, "de", export)
	for _, tag := range Languages {
		instead, all := flattenFolder(t, tag, export), flatten(t, tag)
		if !slices.Equal(slices.Sorted(maps.Keys(instead)), slices.Sorted(maps.Keys(german))) {
			t.Errorf("%s: other keys than in German", tag)
		}
		for key, text := range instead {
			if !taxedWords.MatchString(all[key]) || taxedWords.MatchString(text) || placeholder.MatchString(text) {
				t.Errorf("%s: %s is %q, and for exports %q", tag, key, all[key], text)
			}
			if got, err := For(tag).Taxed("export").Text(key); err != nil || got != text {
				t.Errorf("%s: %s is %q, %v", tag, key, got, err)
			}
		}
		if again := For(tag).Taxed("export").Taxed("included"); again != For(tag) {
			t.Errorf("%s: prices with tax have words of their own", tag)
		}
	}
}

// The texts of a shop without tax replace all that mention included tax, in every
// language and without placeholders of their own, and give the reason in the words of its
// seat's law. Law: § 19 UStG, § 6 Abs. 1 Z 27 UStG 1994, article 57 of the Luxembourg law.
func TestF28_UntaxedTextsReplaceTaxedOnes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ words, folder, law string }{
		{"untaxed-de", untaxed, "§ 19 UStG"},
		{"untaxed-at", untaxed, "§ 6 Abs. 1 Z 27 UStG 1994"},
		{"untaxed-lu", untaxedLU, "TVA non applicable – Article 57, paragraphe 1er, de la loi modifiée du 12 février 1979"},
		{"untaxed-ch", unregistered, ""},
	} {
		german := flattenFolder(t, "de", c.folder)
		for _, tag := range Languages {
			instead, all := flattenFolder(t, tag, c.folder), flatten(t, tag)
			if !slices.Equal(slices.Sorted(maps.Keys(instead)), slices.Sorted(maps.Keys(german))) {
				t.Errorf("%s, %s: other keys than in German", c.words, tag)
			}
			for key, text := range all {
				if _, ok := instead[key]; !ok && taxedWords.MatchString(text) && key != "shop.delivery.introDomestic" { // never said by a small business
					t.Errorf("%s, %s: %s is still %q", c.words, tag, key, text)
				}
			}
			for key, text := range instead {
				got, err := For(tag).Taxed(c.words).Text(key)
				if all[key] == "" || all[key] == text || err != nil || placeholder.MatchString(got) || taxedWords.MatchString(got) {
					t.Errorf("%s, %s: %s becomes %q, %v", c.words, tag, key, got, err)
				}
				if !strings.Contains(got, c.law) || strings.Contains(got, "§ 19") != (c.words == "untaxed-de") || strings.Contains(got, "{") {
					t.Errorf("%s, %s: %s gives another law: %q", c.words, tag, key, got)
				}
				if tax := regexp.MustCompile(`(?i)MWST|MwSt|Steuer|VAT|TVA|IVA`); c.law == "" && tax.MatchString(got) {
					t.Errorf("%s, %s: %s speaks of tax: %q", c.words, tag, key, got)
				}
			}
		}
	}
}
