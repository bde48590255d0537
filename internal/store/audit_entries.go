package store

import (
	"context"
	"strconv"

	"kontor/internal/shop"
	"kontor/internal/shop/audit"
	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/coupon"
)

// recordProduct adds what changed of a product to the audit log.
func (t *tx) recordProduct(ctx context.Context, before, after *catalogue.Product) {
	var d audit.Diff
	for _, language := range shop.Languages {
		d.Text("name_"+string(language), before.Names[language], after.Names[language])
		d.Text("alt_"+string(language), before.Alt[language], after.Alt[language])
	}
	d.Value("kategorie", before.CategorySlug, after.CategorySlug)
	d.Value("preis", number(before.Price), number(after.Price))
	d.Value("grundpreis", number(before.UnitPrice), number(after.UnitPrice))
	d.Value("einheit", before.Unit, after.Unit)
	d.Value("aktiv", yes(before.Active), yes(after.Active))
	d.Value("bestseller", yes(before.BestsellerLabel), yes(after.BestsellerLabel))
	t.Record(ctx, d.Entry(audit.Product, audit.Subject(audit.KindProduct, after.Slug)))
}

// recordCoupon adds what changed of a coupon to the audit log.
func (t *tx) recordCoupon(ctx context.Context, before, after *coupon.Coupon) {
	var d audit.Diff
	d.Value("art", string(before.Kind), string(after.Kind))
	d.Value("wert", number(before.Value), number(after.Value))
	d.Value("aktiv", yes(before.Active), yes(after.Active))
	d.Value("einmalig", yes(before.OncePerPerson), yes(after.OncePerPerson))
	d.Value("von", string(before.From), string(after.From))
	d.Value("bis", string(before.Until), string(after.Until))
	d.Value("ab", number(before.MinimumGoods), number(after.MinimumGoods))
	d.Value("höchstens", strconv.FormatInt(before.MaxRedemptions, 10), strconv.FormatInt(after.MaxRedemptions, 10))
	t.Record(ctx, d.Entry(audit.Coupon, audit.Subject(audit.KindCoupon, after.Code)))
}

func number(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

func yes(set bool) string {
	if set {
		return "ja"
	}
	return "nein"
}
