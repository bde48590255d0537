package catalogue

// GermanNames maps the slugs of products to their German names.
type GermanNames map[string]string

// GermanNamesOf returns the German names of the products.
func GermanNamesOf(products []Product) GermanNames {
	names := make(GermanNames, len(products))
	for _, p := range products {
		names[p.Slug] = p.Names["de"]
	}
	return names
}

// Of returns the operator's name for a product: its German name, or the ordered name if
// it is not in the catalogue.
func (n GermanNames) Of(slug, ordered string) string {
	if name := n[slug]; name != "" {
		return name
	}
	return ordered
}

// With is like Of, but adds the ordered name in quotes if it differs.
func (n GermanNames) With(slug, ordered string) string {
	name := n.Of(slug, ordered)
	if name == ordered {
		return name
	}
	return name + " („" + ordered + "“)"
}
