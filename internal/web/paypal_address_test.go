package web_test

import (
	"net/http"
	"testing"

	"kontor/internal/paypal/paypalsim"
	"kontor/internal/shop/payment"
	"kontor/tests/shoptest"
)

// T49: the buyer's address and the lines of the basket go to PayPal, and nothing else
// about the buyer. The number stays the journal's.
func TestT49_AddressAndItemsGoToPayPal(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	id := p.customer.Pay()
	given := p.PayPal.Given(id)
	if given.Preference != "SET_PROVIDED_ADDRESS" || given.Name != "Erika Mustermann" || given.Street != "Heidestraße 17" ||
		given.Postcode != "51147" || given.City != "Köln" || given.Country != "DE" {
		t.Errorf("the address: %+v", given)
	}
	if len(given.Items) != 2 || given.Items[0].Quantity != "2" || given.Items[0].Price != 595 ||
		given.Goods != 1730 || given.Shipping != 490 || given.Discount != 0 {
		t.Errorf("the items: %+v", given)
	}
	if entry, got := p.PayPal.Entry(id), p.payment(id); entry.InvoiceID != got.Number || entry.CustomID != got.Key {
		t.Errorf("at PayPal it is %+v, here %s", entry, got.Number)
	}
	p.wantNothingPrivate()
}

// T49: a line that the shop accepts and PayPal does not, here one of no pieces, leaves the
// total alone.
func TestT49_TotalsOnly(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	id := p.customer.Pay(shoptest.Set("artikel.menge", 0.4), shoptest.Set("zwischensumme", 5.40), shoptest.Set("summe", 10.30))
	if given := p.PayPal.Given(id); given.Items != nil || given.Goods != 0 || given.City != "Köln" {
		t.Errorf("%+v", given)
	}
	p.Approve(id)
	p.customer.Capture(id).Want(http.StatusCreated)
	p.wantBooks(1)
}

// T49: an order without an address, as an old page sends it, is paid as before.
func TestT49_NoAddress(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	id := p.approved(shoptest.Set("kunde.strasse", ""), shoptest.Set("kunde.plz", ""), shoptest.Set("kunde.ort", ""))
	if given := p.PayPal.Given(id); given.Preference != "NO_SHIPPING" || given.Name != "" || len(given.Items) != 2 {
		t.Errorf("%+v", given)
	}
	p.customer.Capture(id).Want(http.StatusCreated)
	p.wantBooks(1)
}

// T49: what PayPal has against an address does not cost the sale, and the order has its
// address all the same.
func TestT49_RefusedAddress(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	for i, issue := range []string{"POSTAL_CODE_REQUIRED", "CITY_REQUIRED", "INVALID_COUNTRY_CODE", "SHIPPING_ADDRESS_INVALID"} {
		p.PayPal.DislikeAddresses(issue)
		id := p.approved()
		if given := p.PayPal.Given(id); given.Preference != "NO_SHIPPING" || given.City != "" {
			t.Errorf("%s: %+v", issue, given)
		}
		if entry := p.PayPal.Entry(id); entry.InvoiceID != p.payment(id).Number {
			t.Errorf("%s: the invoice id is %s", issue, entry.InvoiceID)
		}
		number := numbers(t, p.customer.Capture(id))
		if bought, err := p.DB.Order(t.Context(), p.payment(id).OrderID); err != nil || bought.Customer.Street != "Heidestraße 17" || bought.Number != number {
			t.Errorf("%s: the order is %+v, %v", issue, bought, err)
		}
		p.wantBooks(i + 1)
	}
	p.wantNothingPrivate()
}

// T49, T2: when the answer to the second creation is lost, the same page gets that very
// order.
func TestT49_T2_RefusedAddressAndLostAnswer(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	p.PayPal.DislikeAddresses("POSTAL_CODE_REQUIRED")
	p.PayPal.Fail(paypalsim.Create, paypalsim.Fault{Kind: paypalsim.None})
	p.PayPal.Fail(paypalsim.Create, paypalsim.Fault{Kind: paypalsim.Cut, Done: true})
	body := shoptest.Order(shoptest.Set("kassenSchluessel", shoptest.NewCheckoutKey()))
	p.customer.Post("/api/paypal/orders", body).Want(http.StatusServiceUnavailable)
	id := p.customer.Post("/api/paypal/orders", body).Want(http.StatusCreated).JSON()["id"].(string)
	if books := p.PayPal.Books(); len(books) != 1 || books[0].OrderID != id {
		t.Errorf("at PayPal there are %+v, the page has %s", books, id)
	}
	p.Approve(id)
	p.customer.Capture(id).Want(http.StatusCreated)
	p.wantBooks(1)
}

// T49: PayPal is asked again without the address only if it dislikes what was said.
func TestT49_OtherRefusals(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	body := func() shoptest.Body {
		return shoptest.Order(shoptest.Set("kassenSchluessel", shoptest.NewCheckoutKey()))
	}
	for _, kind := range []paypalsim.Kind{paypalsim.Forbidden, paypalsim.NotFound, paypalsim.InternalError, paypalsim.TooManyRequests} {
		before := p.PayPal.Calls(paypalsim.Create)
		p.PayPal.Fail(paypalsim.Create, paypalsim.Fault{Kind: kind})
		if a := p.customer.Post("/api/paypal/orders", body()); a.Status < 400 {
			t.Errorf("%s: %d", kind, a.Status)
		}
		if n := p.PayPal.Calls(paypalsim.Create) - before; n != 1 {
			t.Errorf("%s: %d creations", kind, n)
		}
	}
	if books := p.PayPal.Books(); len(books) != 0 {
		t.Errorf("orders at PayPal: %+v", books)
	}
	p.PayPal.DislikeAddresses("POSTAL_CODE_REQUIRED")
	p.PayPal.Fail(paypalsim.Create, paypalsim.Fault{Kind: paypalsim.None})
	p.PayPal.Fail(paypalsim.Create, paypalsim.Fault{Kind: paypalsim.Forbidden})
	p.customer.Post("/api/paypal/orders", body()).WantError(http.StatusUnprocessableEntity, payment.ErrDeclined.Text)
}
