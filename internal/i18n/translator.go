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

// Swiss is the German of readers in Switzerland, who write no ß.
const Swiss = "de-CH"

// The catalogue has a folder for each subject, and in it a file for each language.
//
//go:embed catalogue/*/*.json export/*.json untaxed/*.json
var files embed.FS

// These folders have what is said instead of prices that contain no value added
// tax: because the goods are exported, or because the shop is a small business.
const (
	catalogue = "catalogue/*/"
	export    = "export/"
	untaxed   = "untaxed/"
)

// Translator speaks one language. It may be used by several goroutines.
type Translator struct {
	localizer *i18n.Localizer
	form      form
	tag       string
}

// For returns the translator of a language of [Languages] or of [Swiss]. Any
// other tag speaks German.
func For(tag string) *Translator {
	if t, ok := translators()[tag]; ok {
		return t
	}
	return translators()[Languages[0]]
}

// Taxed returns the translator of the same language that says of prices what suits
// a case of value added tax, named as shop.TaxCase is: "export", "untaxed", and
// for any other name that they contain it.
func (t *Translator) Taxed(taxCase string) *Translator {
	switch taxCase {
	case "export":
		return exportTranslators()[t.tag]
	case "untaxed":
		return untaxedTranslators()[t.tag]
	}
	return translators()[t.tag]
}

// Tag returns the language's BCP 47 tag, for the attribute lang of a page.
func (t *Translator) Tag() string { return t.tag }

// Text returns the text with the given key. The pairs name the values that it
// needs: t.Text("mail.greeting", "Name", "Max"). An unknown key and a missing
// value are errors.
func (t *Translator) Text(key string, pairs ...any) (string, error) {
	return t.localize(key, nil, pairs)
}

// Count returns the text with the given key in the form for n things, such as
// "1 Artikel". The number is the text's value N, and already written out.
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

// strict refuses a text whose values are not all given.
var strict = &template.TextParser{Option: "missingkey=error"}

// translators reads the catalogue when it is first needed: most commands of the
// program say nothing to customers.
var translators = sync.OnceValue(func() map[string]*Translator { return newTranslators(catalogue) })

var exportTranslators = sync.OnceValue(func() map[string]*Translator { return newTranslators(catalogue, export) })

var untaxedTranslators = sync.OnceValue(func() map[string]*Translator { return newTranslators(catalogue, untaxed) })

// newTranslators reads folders of texts; those of later ones replace those before.
func newTranslators(folders ...string) map[string]*Translator {
	all := map[string]*Translator{Swiss: newTranslator(Swiss, read("de", swissSpelling, folders...))}
	for _, tag := range Languages {
		all[tag] = newTranslator(tag, read(tag, asWritten, folders...))
	}
	return all
}

// swissSpelling changes the shop's words only, not the names put into them.
var swissSpelling = strings.NewReplacer("ß", "ss")

var asWritten = strings.NewReplacer()

func newTranslator(tag string, texts []string) *Translator {
	bundle := i18n.NewBundle(language.MustParse(tag))
	for _, text := range texts {
		bundle.MustParseMessageBytes(language.MustParse(tag), []byte(text), json.Unmarshal)
	}
	base, _, _ := strings.Cut(tag, "-")
	return &Translator{localizer: i18n.NewLocalizer(bundle, tag), form: forms[base], tag: tag}
}

// read returns a language's files in some folders.
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
