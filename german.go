package kontor

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

// Of returns what operators call an item: its German name, or as the customer
// ordered it when the catalogue does not have the product.
func (n GermanNames) Of(i *Item) string {
	if name := n[i.Slug]; name != "" {
		return name
	}
	return i.Name
}

// With returns what operators call an item, and in quotes beside it how the
// customer ordered it if that differs.
func (n GermanNames) With(i *Item) string {
	name := n.Of(i)
	if name == i.Name {
		return name
	}
	return name + " („" + i.Name + "“)"
}
