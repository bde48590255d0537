package storefront

import (
	"math"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"kontor/internal/jsvalue"
	"kontor/internal/shop"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/order"
)

// Whatever is sent is parsed without a panic, and what passes the checks can be stored
// by every engine.
func FuzzOrderBody(f *testing.F) {
	for _, seed := range []string{
		`{"land":"DE","kunde":{"name":" A ","email":"a@b"},"artikel":[{"slug":"a","name":"A","menge":2.5,"preis":1.005,"gratis":1}],"summe":"0x1F"}`,
		`{"land":"ch","kunde":{"name":"\u0000\ud800","email":"@"},"artikel":[{"slug":"x","name":"y","menge":1e-400,"preis":0}],"summe":[]}`,
		`null`, `[]`, `{"land":"de",}`, "\ufeff{}", `{"artikel":[[[[]]]]}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		value, err := jsvalue.Parse(body)
		if err != nil {
			return
		}
		draft := readDraft(value)
		if draft.Check() != nil {
			return
		}
		o := draft.Order(time.Now())
		if !o.Country.Valid() || o.Status != order.StatusPaymentOpen || len(o.Items) == 0 {
			t.Errorf("order %+v", o)
		}
		for _, amount := range []float64{o.Total, o.Subtotal, o.Shipping, o.Discount} {
			if math.IsNaN(amount) || math.Abs(amount) > shop.MaxAmount {
				t.Errorf("amount %v", amount)
			}
		}
		for _, item := range o.Items {
			if item.Quantity < 0 || item.Quantity > checkout.MaxQuantity || !keepable(item.Slug, item.Name, item.Category) {
				t.Errorf("item %+v", item)
			}
		}
		if p := o.Customer; !keepable(p.Name, p.Email, p.Street, p.Postcode, p.City, o.PaymentMethod, o.CouponCode) {
			t.Errorf("customer %+v", p)
		}
	})
}

// keepable reports whether PostgreSQL and SQLite store the texts unchanged.
func keepable(texts ...string) bool {
	for _, text := range texts {
		if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
			return false
		}
	}
	return true
}
