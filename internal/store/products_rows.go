package store

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"kontor/internal/database"
	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/tax"
	"kontor/internal/store/base"
)

// The columns of a product: those that operators set, all that lists have, and the long
// texts that they lack.
const (
	settableColumns = `name_de, name_en, name_fr, name_it, kategorie_slug, preis, grundpreis, grundpreis_einheit, aktiv,
	bestseller_label, demo, hersteller, artikelnummer, gtin, fasern, tierisch, sicherheit, gefahren,
	signalwort, inhalt, inhalt_einheit, schnittware, mindestmenge, breite_cm, gruppe, gruppe_position, merkmal1_de, merkmal1_en,
	merkmal1_fr, merkmal1_it, merkmal2_de, merkmal2_en, merkmal2_fr, merkmal2_it, lieferzeit_tage, ermaessigt_seit, pflichten_ausnahme,
	steuerklasse`
	productColumns = settableColumns + `, slug, version, CASE WHEN beschreibung_de <> '' THEN 1 ELSE 0 END,
	CASE WHEN beschreibung_de <> '' AND beschreibung_en <> '' AND beschreibung_fr <> '' AND beschreibung_it <> '' THEN 1 ELSE 0 END,
	CASE WHEN warnhinweise_de <> '' THEN 1 ELSE 0 END`
	textColumns = `beschreibung_de, beschreibung_en, beschreibung_fr, beschreibung_it,
	suchwoerter_de, suchwoerter_en, suchwoerter_fr, suchwoerter_it, material_de, material_en, material_fr, material_it,
	warnhinweise_de, warnhinweise_en, warnhinweise_fr, warnhinweise_it`
)

// four are the texts of one column for each of the shop's languages, in their order.
type four [4]string

func (f *four) places() []any { return []any{&f[0], &f[1], &f[2], &f[3]} }

// all returns the texts by language.
func (f *four) all() map[shop.Language]string {
	texts := make(map[shop.Language]string, len(f))
	for i, language := range shop.Languages {
		texts[language] = f[i]
	}
	return texts
}

// some returns the texts by language; nil if there are none, as most products have.
func (f *four) some() map[shop.Language]string {
	if *f == (four{}) {
		return nil
	}
	return f.all()
}

// fourValues are the texts as values of the columns.
func fourValues(texts map[shop.Language]string) (values []any) {
	for _, language := range shop.Languages {
		values = append(values, texts[language])
	}
	return values
}

// productRow is a row of the table while it is read.
type productRow struct {
	p                    catalogue.Product
	names, first, second four
	long                 [4]four
	fibres, hazards      string
	content, width       sql.NullInt64
	reduced              sql.NullString
}

// places are where the values of productColumns go.
func (r *productRow) places() []any {
	p := &r.p
	places := append(r.names.places(), &p.CategorySlug, &p.Price, &p.UnitPrice, &p.Unit, &p.Active, &p.BestsellerLabel)
	places = append(places, database.Truth(&p.Demo), &p.Maker, &p.Number, &p.GTIN, &r.fibres, database.Truth(&p.Animal),
		(*string)(&p.Safety), &r.hazards, (*string)(&p.Signal), &r.content, (*string)(&p.Content.Unit), database.Truth(&p.Cut),
		&p.Minimum, &r.width, &p.Group, &p.Place)
	places = append(append(places, r.first.places()...), r.second.places()...)
	return append(places, &p.DeliveryDays, &r.reduced, &p.DutyExemption, (*string)(&p.TaxClass), &p.Slug, &p.Version,
		database.Truth(&p.Described), database.Truth(&p.Translated), database.Truth(&p.Warned))
}

// textPlaces are where the values of textColumns go.
func (r *productRow) textPlaces() (places []any) {
	for i := range r.long {
		places = append(places, r.long[i].places()...)
	}
	return places
}

// product returns what was read, without pictures, texts and the price before a reduction.
func (r *productRow) product() (catalogue.Product, error) {
	p := r.p
	p.Names, p.Feature1, p.Feature2 = r.names.all(), r.first.some(), r.second.some()
	p.Content.Amount, p.Width = r.content.Int64, r.width.Int64
	if r.fibres != noFibres {
		if err := json.Unmarshal([]byte(r.fibres), &p.Fibres); err != nil {
			return p, fmt.Errorf("store: fibres of %s: %w", p.Slug, err)
		}
	}
	if r.hazards != "" {
		p.Hazards = strings.Fields(r.hazards)
	}
	var err error
	if p.Reduced = r.reduced.Valid; p.Reduced {
		p.ReducedSince, err = shop.ParseTime(r.reduced.String)
	}
	return p, err
}

func (r *productRow) texts() *catalogue.Texts {
	return &catalogue.Texts{
		Description: r.long[0].some(), SearchWords: r.long[1].some(), Material: r.long[2].some(), Warnings: r.long[3].some(),
	}
}

const noFibres = "[]"

// productValues are the values of settableColumns.
func productValues(p *catalogue.Product) []any {
	fibres := noFibres
	if len(p.Fibres) > 0 {
		text, _ := json.Marshal(p.Fibres) // texts and numbers always can
		fibres = string(text)
	}
	values := append(fourValues(p.Names), p.CategorySlug, p.Price, p.UnitPrice, p.Unit, base.Flag(p.Active), base.Flag(p.BestsellerLabel))
	values = append(values, base.Flag(p.Demo), p.Maker, p.Number, p.GTIN, fibres, base.Flag(p.Animal), string(cmp.Or(p.Safety, catalogue.SafetyOpen)),
		strings.Join(p.Hazards, " "), string(p.Signal), base.NullID(p.Content.Amount), string(p.Content.Unit), base.Flag(p.Cut),
		max(1, p.Minimum), base.NullID(p.Width), p.Group, p.Place)
	values = append(append(values, fourValues(p.Feature1)...), fourValues(p.Feature2)...)
	return append(values, p.DeliveryDays, base.NullTime(p.ReducedSince), p.DutyExemption, string(cmp.Or(p.TaxClass, tax.Standard)))
}

// textValues are the values of textColumns.
func textValues(texts *catalogue.Texts) (values []any) {
	for _, text := range []map[shop.Language]string{texts.Description, texts.SearchWords, texts.Material, texts.Warnings} {
		values = append(values, fourValues(text)...)
	}
	return values
}

// PriceHistory returns what a product cost, oldest first, even after it was deleted.
func (db *DB) PriceHistory(ctx context.Context, slug string) (h catalogue.PriceHistory, err error) {
	err = db.read(ctx, func(t *tx) error {
		h, err = t.priceHistory(slug)
		return err
	})
	return h, err
}

// priceHistory returns what a product cost, oldest first.
func (t *tx) priceHistory(slug string) (h catalogue.PriceHistory, err error) {
	h = nil
	err = t.Rows(`SELECT ab, preis_cent FROM preisverlauf WHERE slug = $1 ORDER BY ab`, []any{slug}, func(rows *sql.Rows) error {
		price, err := scanPrice(rows.Scan)
		h = append(h, price)
		return err
	})
	return h, err
}

// scanPrice reads an instant and a price, after what more there is in the row.
func scanPrice(scan func(...any) error, more ...any) (p catalogue.PriceSince, err error) {
	var from string
	if err = scan(append(more, &from, (*int64)(&p.Price))...); err == nil {
		p.From, err = shop.ParseTime(from)
	}
	return p, err
}

// notePrice adds a product's price to what it cost since when.
func (t *tx) notePrice(p *catalogue.Product, at time.Time) error {
	_, err := t.Exec(insertPricesSQL+`($1, $2, $3)`+replacePriceSQL, p.Slug, shop.FormatTime(at), int64(shop.CentsOf(p.Price)))
	return err
}

// The statement for prices, before and after its rows.
const (
	insertPricesSQL = `INSERT INTO preisverlauf (slug, ab, preis_cent) VALUES `
	replacePriceSQL = ` ON CONFLICT (slug, ab) DO UPDATE SET preis_cent = excluded.preis_cent`
)
