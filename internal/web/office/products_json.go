package office

import (
	"kontor/internal/picture"
	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
	"kontor/internal/web/kit"
)

// textsJSON is a text in each language; the types of the parts of an entry have the same
// fields under other names.
type textsJSON struct{ DE, EN, FR, IT string }

func newTextsJSON(texts map[shop.Language]string) textsJSON {
	return textsJSON{texts["de"], texts["en"], texts["fr"], texts["it"]}
}

type (
	namesJSON struct {
		DE string `json:"name_de"`
		EN string `json:"name_en"`
		FR string `json:"name_fr"`
		IT string `json:"name_it"`
	}
	altJSON struct {
		DE string `json:"alt_de"`
		EN string `json:"alt_en"`
		FR string `json:"alt_fr"`
		IT string `json:"alt_it"`
	}
	feature1JSON struct {
		DE string `json:"merkmal1_de"`
		EN string `json:"merkmal1_en"`
		FR string `json:"merkmal1_fr"`
		IT string `json:"merkmal1_it"`
	}
	feature2JSON struct {
		DE string `json:"merkmal2_de"`
		EN string `json:"merkmal2_en"`
		FR string `json:"merkmal2_fr"`
		IT string `json:"merkmal2_it"`
	}
	descriptionJSON struct {
		DE string `json:"beschreibung_de"`
		EN string `json:"beschreibung_en"`
		FR string `json:"beschreibung_fr"`
		IT string `json:"beschreibung_it"`
	}
	searchWordsJSON struct {
		DE string `json:"suchwoerter_de"`
		EN string `json:"suchwoerter_en"`
		FR string `json:"suchwoerter_fr"`
		IT string `json:"suchwoerter_it"`
	}
	materialJSON struct {
		DE string `json:"material_de"`
		EN string `json:"material_en"`
		FR string `json:"material_fr"`
		IT string `json:"material_it"`
	}
	warningsJSON struct {
		DE string `json:"warnhinweise_de"`
		EN string `json:"warnhinweise_en"`
		FR string `json:"warnhinweise_fr"`
		IT string `json:"warnhinweise_it"`
	}
	compositionJSON struct {
		DE string `json:"zusammensetzung_de"`
		EN string `json:"zusammensetzung_en"`
		FR string `json:"zusammensetzung_fr"`
		IT string `json:"zusammensetzung_it"`
	}
)

// productJSON is a product in a list: prices in euro; grundpreis and its unit are null
// for products not sold by measure. Contract: Administration API.
type productJSON struct {
	Slug string `json:"slug"`
	namesJSON
	KategorieSlug     string            `json:"kategorie_slug"`
	Steuerklasse      string            `json:"steuerklasse"`
	Preis             float64           `json:"preis"`
	Ermaessigt        bool              `json:"ermaessigt"`
	Grundpreis        *float64          `json:"grundpreis"`
	GrundpreisEinheit *string           `json:"grundpreis_einheit"`
	Inhalt            *int64            `json:"inhalt"`
	InhaltEinheit     *string           `json:"inhalt_einheit"`
	Schnittware       bool              `json:"schnittware"`
	Mindestmenge      int64             `json:"mindestmenge"`
	BreiteCM          *int64            `json:"breite_cm"`
	Aktiv             bool              `json:"aktiv"`
	BestsellerLabel   bool              `json:"bestseller_label"`
	Bild              *string           `json:"bild"` // URL of the first own picture; null: a drawn one is shown
	altJSON                             // of the first own picture
	Bilder            []pictureJSON     `json:"bilder"`
	Hersteller        string            `json:"hersteller"`
	Artikelnummer     string            `json:"artikelnummer"`
	GTIN              string            `json:"gtin"`
	Fasern            []catalogue.Share `json:"fasern"`
	Tierisch          bool              `json:"tierisch"`
	Sicherheit        string            `json:"sicherheit"`
	Gefahren          []string          `json:"gefahren"`
	Signalwort        string            `json:"signalwort"`
	Gruppe            string            `json:"gruppe"`
	GruppePosition    int64             `json:"gruppe_position"`
	feature1JSON
	feature2JSON
	LieferzeitTage    int64       `json:"lieferzeit_tage"`
	PflichtenAusnahme string      `json:"pflichten_ausnahme"`
	Demo              bool        `json:"demo"`
	Abgeleitet        derivedJSON `json:"abgeleitet"`
	Version           int64       `json:"version"`
}

// pictureJSON is one of a product's own pictures, with the URLs of a small and a large
// size.
type pictureJSON struct {
	Position int    `json:"position"`
	Bild     string `json:"bild"`
	Gross    string `json:"gross"`
	altJSON
}

// derivedJSON is what the shop computes of a product; null: it does not apply.
type derivedJSON struct {
	PreisVorher  *float64 `json:"preis_vorher"` // crossed out
	ErmaessigtAb *string  `json:"ermaessigt_seit"`
	GrundpreisM2 *float64 `json:"grundpreis_m2"`
	Bestand      *int64   `json:"bestand"` // null: nobody counts it
	compositionJSON
	Fehlt     []string `json:"fehlt"`     // what the law demands before it is sold
	Empfohlen []string `json:"empfohlen"` // what else would be good
}

// wholeProductJSON is a product with its long texts.
type wholeProductJSON struct {
	productJSON
	descriptionJSON
	searchWordsJSON
	materialJSON
	warningsJSON
}

type productsAnswer struct {
	OK       bool          `json:"ok"`
	Produkte []productJSON `json:"produkte"`
	Weiter   *string       `json:"weiter"`
}

type productAnswer struct {
	OK       bool             `json:"ok"`
	Produkt  wholeProductJSON `json:"produkt"`
	Hinweise []string         `json:"hinweise"`
}

func newProductJSON(p *catalogue.Product, missing catalogue.Missing) productJSON {
	out := productJSON{
		Slug:              p.Slug,
		namesJSON:         namesJSON(newTextsJSON(p.Names)),
		KategorieSlug:     p.CategorySlug,
		Steuerklasse:      string(p.TaxClass),
		Preis:             p.Price,
		Ermaessigt:        p.Reduced,
		Grundpreis:        kit.NullIfZero(p.UnitPrice),
		GrundpreisEinheit: kit.NullIfZero(p.Unit),
		Inhalt:            kit.NullIfZero(p.Content.Amount),
		InhaltEinheit:     kit.NullIfZero(string(p.Content.Unit)),
		Schnittware:       p.Cut,
		Mindestmenge:      p.Minimum,
		BreiteCM:          kit.NullIfZero(p.Width),
		Aktiv:             p.Active,
		BestsellerLabel:   p.BestsellerLabel,
		Bilder:            newPicturesJSON(p),
		altJSON:           altJSON(newTextsJSON(p.Alt())),
		Hersteller:        p.Maker,
		Artikelnummer:     p.Number,
		GTIN:              p.GTIN,
		Fasern:            append([]catalogue.Share{}, p.Fibres...),
		Tierisch:          p.Animal,
		Sicherheit:        string(p.Safety),
		Gefahren:          append([]string{}, p.Hazards...),
		Signalwort:        string(p.Signal),
		Gruppe:            p.Group,
		GruppePosition:    p.Place,
		feature1JSON:      feature1JSON(newTextsJSON(p.Feature1)),
		feature2JSON:      feature2JSON(newTextsJSON(p.Feature2)),
		LieferzeitTage:    p.DeliveryDays,
		PflichtenAusnahme: p.DutyExemption,
		Demo:              p.Demo,
		Abgeleitet:        newDerivedJSON(p, missing),
		Version:           p.Version,
	}
	if len(out.Bilder) > 0 {
		out.Bild = &out.Bilder[0].Bild
	}
	return out
}

func newPicturesJSON(p *catalogue.Product) []pictureJSON {
	pictures := make([]pictureJSON, len(p.Pictures))
	for i := range p.Pictures {
		own := &p.Pictures[i]
		pictures[i] = pictureJSON{
			Position: i + 1, Bild: kit.PhotoURL(p, own, picture.Widths[0]), Gross: kit.PhotoURL(p, own, picture.Widths[1]),
			altJSON: altJSON(newTextsJSON(own.Alt)),
		}
	}
	return pictures
}

func newDerivedJSON(p *catalogue.Product, missing catalogue.Missing) derivedJSON {
	composition := make(map[shop.Language]string)
	for _, language := range shop.Languages {
		composition[language] = p.Composition(language)
	}
	return derivedJSON{
		PreisVorher: kit.NullIfZero(p.PriceBefore.Euro()), ErmaessigtAb: kit.TimeOrNull(p.ReducedSince),
		GrundpreisM2: kit.NullIfZero(p.AreaPrice().Euro()), compositionJSON: compositionJSON(newTextsJSON(composition)),
		Fehlt: append([]string{}, missing.Must()...), Empfohlen: append([]string{}, missing.Advised()...),
	}
}

func newWholeProductJSON(p *catalogue.Product, missing catalogue.Missing) wholeProductJSON {
	return wholeProductJSON{
		productJSON:     newProductJSON(p, missing),
		descriptionJSON: descriptionJSON(newTextsJSON(p.Texts.Description)),
		searchWordsJSON: searchWordsJSON(newTextsJSON(p.Texts.SearchWords)),
		materialJSON:    materialJSON(newTextsJSON(p.Texts.Material)),
		warningsJSON:    warningsJSON(newTextsJSON(p.Texts.Warnings)),
	}
}
