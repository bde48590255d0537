package mail

import (
	"errors"
	"io/fs"
	"log/slog"

	"kontor/internal/i18n"
	"kontor/internal/legaltext"
	"kontor/internal/shop"
	"kontor/internal/shop/message"
)

// attachedTexts are the legal texts that customers receive with the receipt of their
// order, for their records, with the keys of their names. Law: § 312f BGB. Rules: L5.
var attachedTexts = []struct{ name, key string }{{"agb", "legal.terms"}, {"widerrufsrecht", "legal.withdrawal"}}

// legalTexts returns the operator's current texts in a form readable without any other
// program. Missing or unreadable ones are left out: a receipt does not wait for them,
// and its foot links to their pages.
func (m *Mailer) legalTexts(t *i18n.Translator, language shop.Language) ([]message.AttachedFile, error) {
	var files []message.AttachedFile
	for _, text := range attachedTexts {
		content, _, err := m.options.LegalTexts.Read(text.name, language)
		if err != nil {
			if !errors.Is(err, fs.ErrNotExist) {
				m.options.Log.Error("a legal text cannot be attached", slog.String("text", text.name), slog.Any("error", err))
			}
			continue
		}
		name, err := t.Text(text.key)
		if err != nil {
			return nil, err
		}
		files = append(files, message.AttachedFile{Name: name + ".txt", Type: "text/plain; charset=utf-8", Data: legaltext.Plain(content)})
	}
	return files, nil
}
