package i18n

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"
	"sync"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"github.com/nicksnyder/go-i18n/v2/i18n/template"
	"golang.org/x/text/language"
)

// Languages are the languages of the catalogue; the first is the source.
var Languages = []string{"de", "en", "fr", "it"}

// Swiss is German for readers in Switzerland, who do not use ß.
const Swiss = "de-CH"

// files has a folder for each subject, and in it a file for each language.
//
//go:embed catalogue/*/*.json export/*.json intracommunity/*.json untaxed/*.json untaxed_lu/*.json unregistered/*.json
var files embed.FS

// Folders of texts for prices without value added tax: because the goods are exported, or
// go to a business of another member state; because the shop is a small business by the law of Germany or Austria, of Luxembourg,
// which prescribes a sentence, or because it is not registered in Switzerland, where
// nothing is said of tax at all. They replace those of the catalogue.
const (
	catalogue    = "catalogue/*/"
	export       = "export/"
	intra        = "intracommunity/"
	untaxed      = "untaxed/"
	untaxedLU    = "untaxed_lu/"
	unregistered = "unregistered/"
)

// Translator renders texts in one language. It is safe for concurrent use.
type Translator struct {
	localizer *i18n.Localizer
	form      form
	tag       string
}

// For returns the translator for one of [Languages] or for [Swiss]. Any other tag means
// German.
func For(tag string) *Translator {
	if t, ok := translators()[tag]; ok {
		return t
	}
	return translators()[Languages[0]]
}

// Taxed returns the translator of the same language whose texts about prices are those
// with a name: "export", "intracommunity", or "untaxed-" and the country of a small business; any other
// name means that prices contain tax.
func (t *Translator) Taxed(words string) *Translator {
	if other, ok := withoutTax[words]; ok {
		return other()[t.tag]
	}
	return translators()[t.tag]
}

// Tag returns the language's BCP 47 tag, for a page's lang attribute.
func (t *Translator) Tag() string { return t.tag }

// Text returns the text with the given key. The pairs are the names and values of its
// placeholders: t.Text("mail.greeting", "Name", "Max"). An unknown key or a missing
// value is an error.
func (t *Translator) Text(key string, pairs ...any) (string, error) {
	return t.localize(key, nil, pairs)
}

// Count returns the text with the given key in the form for n things, such as "1
// Artikel". The number is available to the text as N, already formatted.
func (t *Translator) Count(key string, n int64, pairs ...any) (string, error) {
	return t.localize(key, n, append(pairs, "N", t.Number(n)))
}

func (t *Translator) localize(key string, count any, pairs []any) (string, error) {
	values := make(map[string]any, len(pairs)/2)
	for i := 0; i+1 < len(pairs); i += 2 {
		values[fmt.Sprint(pairs[i])] = pairs[i+1]
	}
	text, err := t.localizer.Localize(&i18n.LocalizeConfig{
		MessageID: key, TemplateData: values, PluralCount: count, TemplateParser: strict,
	})
	if err != nil {
		return "", fmt.Errorf("i18n: %q in %s: %w", key, t.tag, err)
	}
	return text, nil
}

// strict refuses to render a text with missing values.
var strict = &template.TextParser{Option: "missingkey=error"}

// translators reads the catalogue on first use: most commands of the program have no
// texts for customers.
var translators = sync.OnceValue(func() map[string]*Translator { return newTranslators("", catalogue) })

// withoutTax are the translators for [Translator.Taxed].
var withoutTax = map[string]func() map[string]*Translator{
	"export":         without("", export),
	"intracommunity": without("", intra),
	"untaxed-de":     without("§ 19 UStG", untaxed),
	"untaxed-at":     without("§ 6 Abs. 1 Z 27 UStG 1994", untaxed),
	"untaxed-lu":     without("", untaxedLU),
	"untaxed-ch":     without("", unregistered),
}

// without reads texts for prices without tax on first use.
func without(law, folder string) func() map[string]*Translator {
	return sync.OnceValue(func() map[string]*Translator { return newTranslators(law, catalogue, folder) })
}

// newTranslators reads folders of texts; later ones override earlier ones. They name a
// law as {law}.
func newTranslators(law string, folders ...string) map[string]*Translator {
	swiss := strings.NewReplacer("ß", "ss", "{law}", law) // in the shop's own words only, not in names put into them
	all := map[string]*Translator{Swiss: newTranslator(Swiss, read("de", swiss, folders...))}
	for _, tag := range Languages {
		all[tag] = newTranslator(tag, read(tag, strings.NewReplacer("{law}", law), folders...))
	}
	return all
}

func newTranslator(tag string, texts []string) *Translator {
	bundle := i18n.NewBundle(language.MustParse(tag))
	for _, text := range texts {
		bundle.MustParseMessageBytes(language.MustParse(tag), []byte(text), json.Unmarshal)
	}
	base, _, _ := strings.Cut(tag, "-")
	return &Translator{localizer: i18n.NewLocalizer(bundle, tag), form: forms[base], tag: tag}
}

// read returns a language's files from the given folders.
func read(tag string, spelling *strings.Replacer, folders ...string) (texts []string) {
	for _, folder := range folders {
		names, err := fs.Glob(files, folder+tag+".json")
		if err != nil {
			panic(err) // the pattern is well formed
		}
		for _, name := range names {
			content, err := files.ReadFile(name)
			if err != nil {
				panic(err) // the files are compiled in
			}
			texts = append(texts, spelling.Replace(string(content)))
		}
	}
	return texts
}
