package storefront

import (
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"

	"kontor/internal/legaltext"
	"kontor/internal/shop"
	"kontor/internal/web/kit"
)

// legalTexts are the operator's own texts, with the keys of their names.
var legalTexts = map[string]string{
	"impressum": "legal.imprint", "datenschutz": "legal.privacy", "agb": "legal.terms", "widerrufsrecht": "legal.withdrawal",
}

// legalView is the page of a legal text.
type legalView struct {
	*shopPage
	HTML    template.HTML
	German  bool // the text is not in the page's language
	Missing bool // the operator has not written it yet
}

// legalPage shows one of the operator's legal texts.
func (s *Storefront) legalPage(w http.ResponseWriter, r *http.Request, p *shopPage) error {
	name := r.PathValue("text")
	key, known := legalTexts[name]
	if !known {
		return kit.ErrNotFound
	}
	var err error
	if p.Title, err = p.Text(key); err != nil {
		return err
	}
	view := legalView{shopPage: p}
	if err := view.read(s.legalTexts, name); err != nil {
		return fmt.Errorf("web: the legal text %s: %w", name, err)
	}
	return pages.Show(w, http.StatusOK, "legal.html", view)
}

// read loads a text, and the operator's own title of it.
func (v *legalView) read(texts legaltext.Folder, name string) error {
	content, language, err := texts.Read(name, v.Language)
	if errors.Is(err, fs.ErrNotExist) {
		v.Missing = true
		return nil
	}
	if err != nil {
		return err
	}
	title, html, err := legaltext.HTML(content)
	if err != nil {
		return err
	}
	v.HTML, v.German = template.HTML(html), language != v.Language
	if title != "" && !v.German {
		v.Title = title
	}
	return nil
}

// deliveryView is the page about shipping and payment.
type deliveryView struct {
	*shopPage
	Intro   string // key of a text
	Rates   []rateView
	Times   bool // that of some country is known
	Imports []importView
}

// importView is a country whose buyers pay tax on imports.
type importView struct {
	Country shop.Country
	Name    string
}

type rateView struct {
	Country, Cost string
	FreeFrom      string // empty: never
	Time          string // "2–4 Werktage"; empty: the shop does not say
}

// deliveryPage shows the configured costs of delivery.
func (s *Storefront) deliveryPage(w http.ResponseWriter, _ *http.Request, p *shopPage) (err error) {
	if p.Title, err = p.Text("shop.delivery.title"); err != nil {
		return err
	}
	view := deliveryView{shopPage: p, Intro: "shop.delivery.intro"}
	if s.Tax.ImportText("de") != "" && !s.Tax.Small { // the seat is beyond the customs union
		view.Intro = "shop.delivery.introDomestic"
	}
	for _, country := range shop.Countries {
		name, err := p.Text("country." + string(country))
		if err != nil {
			return err
		}
		rate := s.shop.Checkout.Terms.Shipping[country]
		shown := rateView{Country: name, Cost: p.Amount(int64(rate.Cost))}
		if rate.FreeFrom > 0 {
			shown.FreeFrom = p.Amount(int64(rate.FreeFrom))
		}
		if shown.Time, err = p.workingDays(s.shop.Checkout.Terms.Delivery[country]); err != nil {
			return err
		}
		view.Times = view.Times || shown.Time != ""
		view.Rates = append(view.Rates, shown)
		if s.Tax.ImportText(country) != "" {
			view.Imports = append(view.Imports, importView{country, name})
		}
	}
	return pages.Show(w, http.StatusOK, "delivery.html", view)
}
