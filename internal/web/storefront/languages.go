package storefront

import (
	"kontor/internal/i18n"
	"kontor/internal/shop"
)

// languageName is a language with its name in that language.
type languageName struct {
	Tag  shop.Language
	Name string
}

// languageNames are the shop's languages in the order of the language switch.
var languageNames = []languageName{{"de", "Deutsch"}, {"en", "English"}, {"fr", "Français"}, {"it", "Italiano"}}

// Languages lists the shop's languages for the language switch.
func (p *shopPage) Languages() []languageName { return languageNames }

// OwnName returns the name of the page's language in that language.
func (p *shopPage) OwnName() string {
	for _, language := range languageNames {
		if language.Tag == p.Language {
			return language.Name
		}
	}
	return string(p.Language)
}

// languageOffer offers the page in another language, in that language. The page shows
// it to browsers that prefer it, before anything else is drawn.
type languageOffer struct {
	languageName
	Text, Accept, Decline string
}

// Offers returns the offers of all languages but the page's own.
func (p *shopPage) Offers() ([]languageOffer, error) {
	var all []languageOffer
	for _, language := range languageNames {
		if language.Tag == p.Language {
			continue
		}
		offer, say := languageOffer{languageName: language}, i18n.For(string(language.Tag))
		for key, text := range map[string]*string{"text": &offer.Text, "accept": &offer.Accept, "decline": &offer.Decline} {
			var err error
			if *text, err = say.Text("shop.offer." + key); err != nil {
				return nil, err
			}
		}
		all = append(all, offer)
	}
	return all, nil
}
