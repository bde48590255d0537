package demo

import (
	"slices"

	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
)

const (
	yarn         = "wolle"
	haberdashery = "kurzwaren"
	fabric       = "stoffe"
	paint        = "farben"
	paper        = "papier"
	tools        = "werkzeug"
)

// labelled are the products with the operator's "Bestseller" label. It has nothing to
// do with the computed list: the scissors hardly sell.
var labelled = []string{"merinowolle-petrol", "acrylfarben-set", "stoffschere-24"}

// article is one row of the catalogue.
type article struct {
	slug, category string
	price          shop.Cents
	content        catalogue.Content
	popularity     int // how often it is put into a basket, relative to the others
	atOnce         int // the usual maximum quantity in an order
	de, en, fr, it string
}

var articles = []article{
	{"merinowolle-petrol", yarn, 595, grams(50), 100, 8,
		"Merinowolle Petrol, 50 g", "Merino yarn, petrol blue, 50 g", "Laine mérinos bleu pétrole, 50 g", "Lana merino petrolio, 50 g"},
	{"sockenwolle-herbstwald", yarn, 890, grams(100), 84, 4,
		"Sockenwolle Herbstwald, 100 g", "Sock yarn Autumn Forest, 100 g", "Laine à chaussettes Forêt d’automne, 100 g", "Filato per calze Bosco d’autunno, 100 g"},
	{"baumwollgarn-natur", yarn, 275, grams(50), 58, 8,
		"Baumwollgarn natur, 50 g", "Cotton yarn, natural, 50 g", "Fil de coton écru, 50 g", "Filato di cotone naturale, 50 g"},
	{"mohairgarn-altrosa", yarn, 750, grams(25), 22, 5,
		"Mohairgarn Altrosa, 25 g", "Mohair yarn, dusky pink, 25 g", "Fil mohair vieux rose, 25 g", "Filato mohair rosa antico, 25 g"},

	{"holzknoepfe-olive", haberdashery, 640, byNumber, 47, 3,
		"Knöpfe aus Olivenholz, 20 mm, 10 Stück", "Olive wood buttons, 20 mm, pack of 10", "Boutons en bois d’olivier, 20 mm, lot de 10", "Bottoni in legno d’ulivo, 20 mm, 10 pezzi"},
	{"perlmuttknoepfe", haberdashery, 480, byNumber, 28, 3,
		"Perlmuttknöpfe, 12 mm, 6 Stück", "Mother-of-pearl buttons, 12 mm, pack of 6", "Boutons en nacre, 12 mm, lot de 6", "Bottoni in madreperla, 12 mm, 6 pezzi"},
	{"webband-wiesenblumen", haberdashery, 570, centimetres(300), 33, 3,
		"Webband Wiesenblumen, 15 mm, 3 m", "Woven ribbon Meadow Flowers, 15 mm, 3 m", "Ruban tissé Fleurs des prés, 15 mm, 3 m", "Nastro tessuto Fiori di prato, 15 mm, 3 m"},
	{"reissverschluss-messing", haberdashery, 390, byNumber, 19, 4,
		"Reißverschluss Messing, 40 cm", "Brass zip, 40 cm", "Fermeture éclair en laiton, 40 cm", "Cerniera in ottone, 40 cm"},

	{"baumwollstoff-punkte", fabric, 1290, centimetres(100), 66, 4,
		"Baumwollstoff Punkte, 145 cm breit, 1 m", "Cotton fabric, dots, 145 cm wide, 1 m", "Tissu coton à pois, largeur 145 cm, 1 m", "Tessuto di cotone a pois, altezza 145 cm, 1 m"},
	{"leinenstoff-natur", fabric, 945, centimetres(50), 36, 6,
		"Leinenstoff natur, 140 cm breit, 0,5 m", "Linen fabric, natural, 140 cm wide, 0.5 m", "Tissu de lin naturel, largeur 140 cm, 0,5 m", "Tessuto di lino naturale, altezza 140 cm, 0,5 m"},
	{"jersey-streifen", fabric, 795, centimetres(50), 41, 6,
		"Jersey Streifen, 150 cm breit, 0,5 m", "Jersey, striped, 150 cm wide, 0.5 m", "Jersey rayé, largeur 150 cm, 0,5 m", "Jersey a righe, altezza 150 cm, 0,5 m"},
	{"bastelfilz-bunt", fabric, 590, byNumber, 52, 2,
		"Bastelfilz, 10 Farben, 20 × 30 cm", "Craft felt, 10 colours, 20 × 30 cm", "Feutrine, 10 couleurs, 20 × 30 cm", "Feltro, 10 colori, 20 × 30 cm"},

	{"acrylfarben-set", paint, 1195, millilitres(120), 74, 2,
		"Acrylfarben, 6 Töne, 6 × 20 ml", "Acrylic paints, 6 colours, 6 × 20 ml", "Peintures acryliques, 6 teintes, 6 × 20 ml", "Colori acrilici, 6 tinte, 6 × 20 ml"},
	{"stoffmalfarbe-indigo", paint, 445, millilitres(50), 25, 3,
		"Stoffmalfarbe Indigo, 50 ml", "Fabric paint, indigo, 50 ml", "Peinture textile indigo, 50 ml", "Colore per tessuti indaco, 50 ml"},
	{"aquarellkasten-12", paint, 1850, byNumber, 30, 1,
		"Aquarellkasten, 12 Näpfchen", "Watercolour box, 12 pans", "Boîte d’aquarelle, 12 godets", "Scatola di acquerelli, 12 godet"},
	{"kreidefarbe-salbei", paint, 1695, millilitres(750), 16, 2,
		"Kreidefarbe Salbei, 750 ml", "Chalk paint, sage, 750 ml", "Peinture à la craie, sauge, 750 ml", "Pittura a gesso salvia, 750 ml"},

	{"tonpapier-bunt", paper, 690, byNumber, 55, 3,
		"Tonpapier A4, 10 Farben, 50 Blatt", "Coloured paper A4, 10 colours, 50 sheets", "Papier couleur A4, 10 couleurs, 50 feuilles", "Carta colorata A4, 10 colori, 50 fogli"},
	{"geschenkpapier-kraft", paper, 780, centimetres(1000), 44, 3,
		"Geschenkpapier Kraft, 70 cm breit, 10 m", "Kraft wrapping paper, 70 cm wide, 10 m", "Papier cadeau kraft, largeur 70 cm, 10 m", "Carta da regalo kraft, altezza 70 cm, 10 m"},
	{"origamipapier", paper, 460, byNumber, 38, 2,
		"Origamipapier, 15 × 15 cm, 100 Blatt", "Origami paper, 15 × 15 cm, 100 sheets", "Papier origami, 15 × 15 cm, 100 feuilles", "Carta per origami, 15 × 15 cm, 100 fogli"},
	{"skizzenbuch-a5", paper, 980, byNumber, 24, 2,
		"Skizzenbuch A5, 120 Seiten", "Sketchbook A5, 120 pages", "Carnet de croquis A5, 120 pages", "Album da schizzo A5, 120 pagine"},

	{"stoffschere-24", tools, 2490, byNumber, 20, 1,
		"Stoffschere, 24 cm", "Dressmaking scissors, 24 cm", "Ciseaux de couture, 24 cm", "Forbici da sarto, 24 cm"},
	{"stricknadeln-bambus-4", tools, 540, byNumber, 49, 2,
		"Stricknadeln aus Bambus, 4 mm", "Bamboo knitting needles, 4 mm", "Aiguilles à tricoter en bambou, 4 mm", "Ferri da maglia in bambù, 4 mm"},
	{"bastelkleber", tools, 425, millilitres(250), 61, 2,
		"Bastelkleber ohne Lösungsmittel, 250 ml", "Solvent-free craft glue, 250 ml", "Colle sans solvant, 250 ml", "Colla senza solventi, 250 ml"},
	{"schneidematte-a3", tools, 1590, byNumber, 14, 1,
		"Schneidematte A3", "Cutting mat A3", "Tapis de coupe A3", "Tappetino da taglio A3"},
}

// newer are articles that the demo's customers have not ordered yet: variants of others,
// fabric by the length, and one with a reduced price.
var newer = []article{
	{"merinowolle-senf", yarn, 595, grams(50), 0, 0,
		"Merinowolle Senf, 50 g", "Merino yarn, mustard, 50 g", "Laine mérinos moutarde, 50 g", "Lana merino senape, 50 g"},
	{"merinowolle-beere", yarn, 595, grams(50), 0, 0,
		"Merinowolle Beere, 50 g", "Merino yarn, berry, 50 g", "Laine mérinos baies rouges, 50 g", "Lana merino frutti di bosco, 50 g"},
	{"holzperlen-natur", haberdashery, 690, byNumber, 0, 0,
		"Holzperlen natur, 15 mm, 50 Stück", "Wooden beads, natural, 15 mm, pack of 50", "Perles en bois naturel, 15 mm, lot de 50", "Perle di legno naturale, 15 mm, 50 pezzi"},
	{"musselin-salbei", fabric, 129, centimetres(10), 0, 0,
		"Musselin Salbei, 130 cm breit", "Double gauze, sage, 130 cm wide", "Double gaze sauge, largeur 130 cm", "Doppia garza salvia, altezza 130 cm"},
	{"stricknadeln-bambus-3", tools, 540, byNumber, 0, 0,
		"Stricknadeln aus Bambus, 3 mm", "Bamboo knitting needles, 3 mm", "Aiguilles à tricoter en bambou, 3 mm", "Ferri da maglia in bambù, 3 mm"},
	{"stricknadeln-bambus-5", tools, 540, byNumber, 0, 0,
		"Stricknadeln aus Bambus, 5 mm", "Bamboo knitting needles, 5 mm", "Aiguilles à tricoter en bambou, 5 mm", "Ferri da maglia in bambù, 5 mm"},
}

// Products returns the catalogue: 30 active products with names and texts in all
// languages, prices in euro, and unit prices for goods sold by measure.
func Products() []catalogue.Product {
	all := slices.Concat(articles, newer)
	products := make([]catalogue.Product, len(all))
	for i, a := range all {
		each, unit := a.content.UnitPrice(a.price)
		products[i] = catalogue.Product{
			Slug:            a.slug,
			Names:           inAll(a.de, a.en, a.fr, a.it),
			CategorySlug:    a.category,
			Price:           a.price.Euro(),
			UnitPrice:       each.Euro(),
			Unit:            unit,
			Active:          true,
			BestsellerLabel: slices.Contains(labelled, a.slug),
			Demo:            true,
		}
		details[a.slug].describe(&products[i], a.content)
	}
	return products
}

// name returns the product's name in a language.
func (a *article) name(language shop.Language) string {
	switch language {
	case "en":
		return a.en
	case "fr":
		return a.fr
	case "it":
		return a.it
	}
	return a.de
}
