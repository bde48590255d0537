package storefront

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"fmt"
	"net/http"
	"strings"

	"kontor/internal/legaltext"
	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
)

// feedColumns are the attributes of Google's product data specification that the shop
// knows.
var feedColumns = []string{
	"id", "title", "description", "link", "image_link", "additional_image_link", "availability", "price", "sale_price", "brand", "gtin", "mpn",
	"identifier_exists", "condition", "item_group_id", "color", "size", "material", "product_type", "google_product_category",
	"unit_pricing_measure", "unit_pricing_base_measure", "shipping", "free_shipping_threshold",
}

// feedCountries are those in which prices are in euro.
var feedCountries = []shop.Country{"de", "at", "lu"}

// feed lists the products with own pictures for markets: drawn ones are not what
// arrives.
func (s *Storefront) feed(w http.ResponseWriter, r *http.Request, p *shopPage) error {
	a, err := s.shop.Catalogue.Assortment(r.Context())
	if err != nil {
		return err
	}
	now := *p // the page is every reader's
	if now.left, err = s.shop.Stock.Recent(r.Context()); err != nil {
		return err
	}
	texts, err := s.shop.Catalogue.SearchTexts(r.Context(), p.Language)
	if err != nil {
		return err
	}
	var file bytes.Buffer
	table := csv.NewWriter(&file)
	table.Comma = '\t'
	rows := [][]string{feedColumns}
	for _, product := range a.Browse(catalogue.Browse{Sort: catalogue.SortName, Language: p.Language}) {
		if len(product.Pictures) == 0 {
			continue
		}
		description := texts[product.Slug].Description
		if first := a.FirstVariant(product); description == "" && first != nil {
			description = texts[first.Slug].Description
		}
		whole := a.Inherited(*product)
		row, err := s.feedRow(&now, a, &whole, description)
		if err != nil {
			return err
		}
		rows = append(rows, row)
	}
	if err := table.WriteAll(rows); err != nil {
		return err
	}
	return s.file(w, r, "text/tab-separated-values; charset=utf-8", file.Bytes())
}

func (s *Storefront) feedRow(p *shopPage, a *catalogue.Assortment, product *catalogue.Product, description string) (cells []string, err error) {
	pictures, err := p.pictures(product)
	if err != nil {
		return nil, err
	}
	name, price := product.Names[p.Language], leastPrice(product)
	row := map[string]string{
		"id": product.Slug, "title": cut(name, 150), "link": p.base + p.Path(productPath(product.Slug)),
		"description": cut(cmp.Or(strings.TrimSpace(string(legaltext.Plain([]byte(description)))), name), 5000),
		"image_link":  p.base + pictures[0].Large, "availability": "in_stock", "condition": "new",
		"price": euro(price), "gtin": product.GTIN, "mpn": product.Number,
		"material": fibreList(product, p.Language), "product_type": a.CategoryName(product.CategorySlug, p.Language),
	}
	if !p.orderable(product) {
		row["availability"] = "out_of_stock"
	}
	var more []string
	for _, other := range pictures[1:] {
		more = append(more, p.base+other.Large)
	}
	row["additional_image_link"] = strings.Join(more, ",")
	if product.PriceBefore > 0 {
		row["price"], row["sale_price"] = euro(product.PriceBefore*shop.Cents(pieces(product))), euro(price)
	}
	if maker := a.Maker(product); maker != nil {
		row["brand"] = maker.Brand
	}
	if product.GTIN == "" && (row["brand"] == "" || product.Number == "") {
		row["identifier_exists"] = "no"
	}
	if category := a.Category(product.CategorySlug); category != nil {
		row["google_product_category"] = category.Google
	}
	s.addGroup(row, p, a, product)
	s.addMeasures(row, product)
	s.addShipping(row, product)
	for _, column := range feedColumns {
		cells = append(cells, strings.Join(strings.Fields(row[column]), " "))
	}
	return cells, nil
}

func euro(cents shop.Cents) string { return cents.Decimal() + " EUR" }

func fibreList(product *catalogue.Product, language shop.Language) string {
	var names []string
	for part := range strings.SplitSeq(product.Composition(language), ", ") {
		if _, name, ok := strings.Cut(part, "% "); ok {
			names = append(names, name)
		}
	}
	return strings.Join(names, "/")
}

func (s *Storefront) addGroup(row map[string]string, p *shopPage, a *catalogue.Assortment, product *catalogue.Product) {
	group := a.Group(product)
	if group == nil {
		return
	}
	row["item_group_id"] = group.Slug
	for _, trait := range traits(a, product, p.Language) {
		row[trait.name] = trait.value
	}
}

// addMeasures says how much the least quantity contains, and to what its unit price
// refers.
func (s *Storefront) addMeasures(row map[string]string, product *catalogue.Product) {
	if product.Content.Amount == 0 || product.UnitPrice == 0 {
		return
	}
	unit := strings.Replace(string(product.Content.Unit), "cm2", "sqcm", 1)
	row["unit_pricing_measure"] = fmt.Sprintf("%d %s", product.Content.Amount*pieces(product), unit)
	row["unit_pricing_base_measure"] = strings.Replace(product.Unit, "m²", "sqm", 1)
}

// addShipping says what delivery costs, and how many working days it takes: as many as the
// product takes longer until it is handed over, then those of the country.
func (s *Storefront) addShipping(row map[string]string, product *catalogue.Product) {
	var costs, free []string
	for _, country := range feedCountries {
		rate, known := s.shop.Checkout.Terms.Shipping[country]
		if !known {
			continue
		}
		code := strings.ToUpper(string(country))
		cost := code + ":::" + euro(rate.Cost)
		if time := s.shop.Checkout.Terms.Delivery[country]; time.Known() {
			cost += fmt.Sprintf(":%d:%d:%d:%d", product.DeliveryDays, product.DeliveryDays, time.From, time.To)
		}
		costs = append(costs, cost)
		if rate.FreeFrom > 0 {
			free = append(free, code+":"+euro(rate.FreeFrom))
		}
	}
	row["shipping"], row["free_shipping_threshold"] = strings.Join(costs, ","), strings.Join(free, ",")
}
