package storefront

import (
	"strings"

	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/checkout"
)

// linked is a part of a page that is written for search engines, in the vocabulary of
// schema.org.
type linked map[string]any

// structuredProduct is what a product's page says, for search engines. It is made of the
// same values as the page.
func (s *Storefront) structuredProduct(v *productPageView, a *catalogue.Assortment, product *catalogue.Product) any {
	seller := linked{"@type": "Organization", "name": s.Seller.Name, "url": v.base + v.Path("/")}
	if s.Seller.Email != "" {
		seller["email"] = s.Seller.Email
	}
	item := linked{
		"@type": "Product", "@id": v.Absolute(v.Language) + "#produkt", "name": v.Product.Name,
		"description": v.Description, "url": v.Absolute(v.Language), "sku": product.Slug,
		"category": v.Category, "image": v.images(),
		"offers": s.structuredOffer(v, product, seller),
	}
	for name, value := range map[string]string{"mpn": product.Number, "gtin": product.GTIN, "material": v.material(product)} {
		if value != "" {
			item[name] = value
		}
	}
	if maker := a.Maker(product); maker != nil {
		item["manufacturer"] = linked{"@type": "Organization", "name": maker.Name}
		if maker.Brand != "" {
			item["brand"] = linked{"@type": "Brand", "name": maker.Brand}
		}
	}
	v.addVariant(item, a, product)
	return linked{"@context": "https://schema.org", "@graph": []any{item, v.breadcrumbs(), seller}}
}

func (v *productPageView) images() (addresses []string) {
	for _, p := range v.Pictures {
		addresses = append(addresses, v.base+p.Large)
	}
	return addresses
}

func (p *shopPage) material(product *catalogue.Product) string {
	if fibres := product.Composition(p.Language); fibres != "" {
		return fibres
	}
	return catalogue.InLanguage(product.Texts.Material, p.Language)
}

// structuredOffer says what the least quantity costs that can be ordered, and what one
// unit costs.
func (s *Storefront) structuredOffer(v *productPageView, product *catalogue.Product, seller linked) linked {
	price := leastPrice(product)
	specifications := []any{}
	if code, per := unitCode(product); code != "" {
		specifications = append(specifications, linked{
			"@type": "UnitPriceSpecification", "price": shop.CentsOf(product.UnitPrice).Decimal(), "priceCurrency": "EUR",
			"referenceQuantity": linked{"@type": "QuantitativeValue", "value": per, "unitCode": code},
		})
	}
	if product.PriceBefore > 0 {
		specifications = append(specifications, linked{
			"@type": "UnitPriceSpecification", "priceType": "https://schema.org/StrikethroughPrice",
			"price": (product.PriceBefore * shop.Cents(pieces(product))).Decimal(), "priceCurrency": "EUR",
		})
	}
	offer := linked{
		"@type": "Offer", "url": v.Absolute(v.Language), "price": price.Decimal(), "priceCurrency": "EUR",
		"availability": "https://schema.org/InStock", "itemCondition": "https://schema.org/NewCondition", "seller": seller,
	}
	if !v.orderable(product) {
		offer["availability"] = "https://schema.org/OutOfStock"
	}
	if shipping := shippingDetails(&s.shop.Checkout.Terms, product); len(shipping) > 0 {
		offer["shippingDetails"] = shipping
	}
	if len(specifications) > 0 {
		offer["priceSpecification"] = specifications
	}
	return offer
}

// leastPrice returns what the least quantity of a product costs that can be ordered.
func leastPrice(product *catalogue.Product) shop.Cents {
	return shop.CentsOf(product.Price) * shop.Cents(pieces(product))
}

func pieces(product *catalogue.Product) int64 { return max(1, product.Minimum) }

// unitCode returns the code (UN/CEFACT, Recommendation 20) of the unit to which the unit
// price refers, and how many of them; none if the product is not sold by measure.
func unitCode(product *catalogue.Product) (code string, per int64) {
	if product.UnitPrice <= 0 {
		return "", 0
	}
	return map[string]string{"1 kg": "KGM", "1 l": "LTR", "1 m": "MTR", "1 m²": "MTK"}[product.Unit], 1
}

func shippingDetails(terms *checkout.Terms, product *catalogue.Product) (details []any) {
	for _, country := range shop.Countries {
		rate, known := terms.Shipping[country]
		if !known {
			continue
		}
		cost, _ := rate.For(leastPrice(product))
		detail := linked{
			"@type":               "OfferShippingDetails",
			"shippingRate":        linked{"@type": "MonetaryAmount", "value": cost.Decimal(), "currency": "EUR"},
			"shippingDestination": linked{"@type": "DefinedRegion", "addressCountry": strings.ToUpper(string(country))},
		}
		if time := terms.Delivery[country]; time.Known() {
			detail["deliveryTime"] = linked{
				"@type":        "ShippingDeliveryTime",
				"handlingTime": days(product.DeliveryDays, product.DeliveryDays),
				"transitTime":  days(time.From, time.To),
			}
		}
		details = append(details, detail)
	}
	return details
}

// days are working days.
func days(from, to int64) linked {
	return linked{"@type": "QuantitativeValue", "minValue": from, "maxValue": to, "unitCode": "DAY"}
}

// breadcrumbs are the way to the product: the shop, its category, itself.
func (v *productPageView) breadcrumbs() linked {
	var items []any
	for i, place := range [][2]string{{v.Shop, v.base + v.Path("/")}, {v.Category, v.base + v.CategoryURL}, {v.Product.Name, v.Absolute(v.Language)}} {
		items = append(items, linked{"@type": "ListItem", "position": i + 1, "name": place[0], "item": place[1]})
	}
	return linked{"@type": "BreadcrumbList", "itemListElement": items}
}

// addVariant says of which group a product is a variant, and names the other ones.
func (v *productPageView) addVariant(item linked, a *catalogue.Assortment, product *catalogue.Product) {
	group := a.Group(product)
	if group == nil {
		return
	}
	var others []any
	for _, other := range a.Variants(product) {
		if other.Slug != product.Slug {
			others = append(others, linked{"@type": "Product", "url": v.base + v.Path(productPath(other.Slug))})
		}
	}
	varies := []string{}
	for _, trait := range traits(a, product, v.Language) {
		varies = append(varies, "https://schema.org/"+trait.name)
		if trait.value != "" {
			item[trait.name] = trait.value
		}
	}
	set := linked{"@type": "ProductGroup", "productGroupID": group.Slug, "name": catalogue.InLanguage(group.Names, v.Language), "variesBy": varies}
	if len(others) > 0 {
		set["hasVariant"] = others
	}
	item["isVariantOf"] = set
}

// trait is what a variant is in one of the ways in which schema.org lets variants differ.
type trait struct{ name, value string }

// traits returns those of a variant. Two sizes, such as length and thickness, are one.
func traits(a *catalogue.Assortment, product *catalogue.Product, language shop.Language) (all []trait) {
	for _, feature := range a.Features(product) {
		own := trait{variesBy[feature.Name], catalogue.InLanguage(feature.Value, language)}
		if n := len(all); n > 0 && all[n-1].name == own.name {
			all[n-1].value = strings.Trim(all[n-1].value+" / "+own.value, " /")
		} else if own.name != "" {
			all = append(all, own)
		}
	}
	return all
}

// variesBy are the properties of schema.org for what variants differ in.
var variesBy = map[string]string{"farbe": "color", "groesse": "size", "laenge": "size", "staerke": "size", "muster": "pattern"}
