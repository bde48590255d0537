package demo

import (
	"embed"
	"encoding/json"
	"path"

	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
)

//go:embed data
var data embed.FS

// texts is a text by language.
type texts = map[shop.Language]string

// detail is what the catalogue says about an article besides name and price, as it is
// written in the files.
type detail struct {
	Maker       string            `json:"hersteller"`
	Number      string            `json:"artikelnummer"`
	Fibres      []catalogue.Share `json:"fasern"`
	Cut         bool              `json:"schnittware"`
	Minimum     int64             `json:"mindestmenge"`
	Width       int64             `json:"breite_cm"`
	Safety      catalogue.Safety  `json:"sicherheit"`
	Group       string            `json:"gruppe"`
	Place       int64             `json:"gruppe_position"`
	Feature     texts             `json:"merkmal1"`
	Description texts             `json:"beschreibung"`
	SearchWords texts             `json:"suchwoerter"`
	Material    texts             `json:"material"`
	Warnings    texts             `json:"warnhinweise"`
}

// details are those of all articles by slug.
var details = func() map[string]detail {
	all := make(map[string]detail)
	for _, category := range []string{yarn, haberdashery, fabric, paint, paper, tools} {
		read(category, &all)
	}
	return all
}()

func read(name string, into any) {
	content, err := data.ReadFile(path.Join("data", name+".json"))
	if err == nil {
		err = json.Unmarshal(content, into)
	}
	if err != nil {
		panic(err) // the files are part of the program
	}
}

func (d detail) describe(p *catalogue.Product, content catalogue.Content) {
	p.Facts = catalogue.Facts{
		Maker: d.Maker, Number: d.Number, Fibres: d.Fibres, Safety: d.Safety, Content: content,
		Cut: d.Cut, Minimum: max(1, d.Minimum), Width: d.Width, Group: d.Group, Place: d.Place, Feature1: d.Feature,
	}
	p.Texts = &catalogue.Texts{Description: d.Description, SearchWords: d.SearchWords, Material: d.Material, Warnings: d.Warnings}
	*p = p.Clone()
}

// Makers returns the makers of the catalogue's products. There are none of them.
func Makers() []catalogue.Maker {
	var files []struct {
		Slug      string
		Name      string
		Brand     string `json:"marke"`
		Address   string `json:"anschrift"`
		Contact   string `json:"kontakt"`
		Country   string `json:"land"`
		EUName    string `json:"eu_name"`
		EUAddress string `json:"eu_anschrift"`
		EUContact string `json:"eu_kontakt"`
	}
	read("hersteller", &files)
	makers := make([]catalogue.Maker, len(files))
	for i, f := range files {
		makers[i] = catalogue.Maker{
			Slug: f.Slug, Name: f.Name, Brand: f.Brand, Address: f.Address, Contact: f.Contact, Country: f.Country,
			EUName: f.EUName, EUAddress: f.EUAddress, EUContact: f.EUContact,
		}
	}
	return makers
}

// Groups returns the groups of variants in the catalogue.
func Groups() []catalogue.Group {
	return []catalogue.Group{
		{Slug: "merinowolle", Feature1: "farbe", Names: inAll("Merinowolle", "Merino yarn", "Laine mérinos", "Lana merino")},
		{Slug: "stricknadeln-bambus", Feature1: "staerke",
			Names: inAll("Stricknadeln aus Bambus", "Bamboo knitting needles", "Aiguilles à tricoter en bambou", "Ferri da maglia in bambù")},
	}
}
