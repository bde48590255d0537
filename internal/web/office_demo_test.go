package web_test

import (
	"strings"
	"testing"

	"kontor/internal/demo"
	"kontor/tests/shoptest"
)

// Whoever changes more of a demo row than whether it is offered has made it their own.
// Switching it off has not: it would stay behind when the demo is removed.
func TestChangedDemoRowsAreTheOperators(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	s.Stock(demo.Products()[:1]...)
	if _, err := s.DB.CreateCoupon(t.Context(), demo.Coupons()[0], s.Clock.Now()); err != nil {
		t.Fatal(err)
	}
	admin := s.Operator()
	product, coupon := productsPath+"/"+demo.Products()[0].Slug, couponsPath+"/"+demo.Coupons()[0].Code
	for _, step := range []struct {
		path, body string
		demo       bool
	}{
		{product, `{"aktiv":false,"bestseller_label":false}`, true},
		{product, `{"preis":5.95,"name_de":"Merinowolle Petrol, 50 g"}`, true}, // as it was
		{product, `{"preis":6.5}`, false},
		{product, `{"demo":true}`, true}, // undone
		{product, `{"name_it":"Lana"}`, false},
		{product, `{"demo":true,"name_it":"Lana nuova"}`, true},
		{product, `{"demo":false}`, false},
		{coupon, `{"aktiv":false}`, true},
		{coupon, `{"wert":12}`, false},
		{coupon, `{"demo":true}`, true},
		{coupon, `{"mindestsumme":1}`, false},
	} {
		answer := admin.Patch(step.path, step.body).Want(200)
		if got := strings.Contains(answer.Text(), `"demo":true`); got != step.demo {
			t.Errorf("%s: demo is %v: %s", step.body, got, answer.Text())
		}
	}
	admin.Patch(product, `{"demo":1}`).WantError(400, "„demo“ muss true oder false sein.")

	// A deleted row of the demo comes back as one when that is undone.
	restored := admin.Post(productsPath, newProduct+`,"demo":true}`).Want(201)
	if !strings.Contains(restored.Text(), `"demo":true`) {
		t.Error(restored.Text())
	}
}
