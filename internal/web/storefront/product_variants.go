package storefront

import (
	"cmp"

	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
)

// featureView is what the variants of a group differ in, each value a link to the
// variant that has it and is otherwise as similar as there is.
type featureView struct {
	Name   string
	Values []variantView
}

type variantView struct {
	Name, URL string
	Lang      shop.Language // of the name, if it is not the page's
	Here      bool
	SoldOut   bool
}

// features offers the other variants of a product; none if it has no others.
func (p *shopPage) features(a *catalogue.Assortment, product *catalogue.Product) ([]featureView, error) {
	group, variants := a.Group(product), a.Variants(product)
	if group == nil || len(variants) < 2 {
		return nil, nil
	}
	first := func(v *catalogue.Product) map[shop.Language]string { return v.Feature1 }
	second := func(v *catalogue.Product) map[shop.Language]string { return v.Feature2 }
	var views []featureView
	for _, feature := range []struct {
		name       string
		own, other func(*catalogue.Product) map[shop.Language]string
	}{{group.Feature1, first, second}, {group.Feature2, second, first}} {
		if feature.name == "" && len(views) > 0 {
			continue
		}
		name, err := p.Text("goods.feature." + cmp.Or(feature.name, "andere"))
		if err != nil {
			return nil, err
		}
		if values := p.variants(product, variants, feature.own, feature.other); len(values) > 1 {
			views = append(views, featureView{name, values})
		}
	}
	return views, nil
}

// variants offers each value of a feature once: the variant whose other feature is the
// product's, or else the first one that has the value.
func (p *shopPage) variants(product *catalogue.Product, all []*catalogue.Product, own, other func(*catalogue.Product) map[shop.Language]string) (views []variantView) {
	at := make(map[string]int)
	same := catalogue.InLanguage(other(product), p.Language)
	for _, v := range all {
		name := cmp.Or(catalogue.InLanguage(own(v), p.Language), v.Names[p.Language])
		view := variantView{Name: name, URL: p.Path(productPath(v.Slug)), Here: v.Slug == product.Slug, SoldOut: p.left.SoldOut(v.Slug)}
		if own(v)[p.Language] == "" && own(v)[shop.Languages[0]] != "" {
			view.Lang = shop.Languages[0]
		}
		i, known := at[name]
		switch {
		case !known:
			at[name] = len(views)
			views = append(views, view)
		case !views[i].Here && (view.Here || catalogue.InLanguage(other(v), p.Language) == same):
			views[i] = view
		}
	}
	return views
}
