package catalogue

// GermanNames are what the catalogue calls its products in German, by slug.
type GermanNames map[string]string

// GermanNamesOf returns the names of a catalogue.
func GermanNamesOf(products []Product) GermanNames {
	names := make(GermanNames, len(products))
	for _, p := range products {
		names[p.Slug] = p.Names["de"]
	}
	return names
}

// Of returns what operators call a product: its German name, or how the customer
// ordered it when the catalogue does not have it.
func (n GermanNames) Of(slug, ordered string) string {
	if name := n[slug]; name != "" {
		return name
	}
	return ordered
}

// With returns what operators call a product, and in quotes beside it how the
// customer ordered it if that differs.
func (n GermanNames) With(slug, ordered string) string {
	name := n.Of(slug, ordered)
	if name == ordered {
		return name
	}
	return name + " („" + ordered + "“)"
}
