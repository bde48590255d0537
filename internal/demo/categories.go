package demo

import (
	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
)

// Categories returns the categories of the catalogue, in the order in which a shop would
// show them. Textiles have to name their fibres, and goods sold by measure their content.
func Categories() []catalogue.Category {
	all := []catalogue.Category{
		{Slug: yarn, Names: inAll("Wolle und Garn", "Yarn and wool", "Laine et fil", "Lana e filati"), Textile: true, Measure: catalogue.Grams},
		{Slug: haberdashery, Names: inAll("Kurzwaren", "Haberdashery", "Mercerie", "Merceria")},
		{Slug: fabric, Names: inAll("Stoffe", "Fabrics", "Tissus", "Tessuti"), Textile: true},
		{Slug: paint, Names: inAll("Farben", "Paints", "Peintures", "Colori")},
		{Slug: paper, Names: inAll("Papier", "Paper", "Papier et carton", "Carta")},
		{Slug: tools, Names: inAll("Werkzeug", "Tools", "Outils", "Attrezzi")},
	}
	for i := range all {
		all[i].Position = int64(i + 1)
	}
	return all
}

func inAll(de, en, fr, it string) map[shop.Language]string {
	return map[shop.Language]string{"de": de, "en": en, "fr": fr, "it": it}
}
