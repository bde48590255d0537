package shoptest_test

import (
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"kontor/internal/demo"
	"kontor/internal/mail"
	"kontor/internal/shop"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/order"
	"kontor/internal/web/api"
	"kontor/tests/mailtest"
	"kontor/tests/shoptest"
)

// The examples of the description work verbatim on a started shop, in every language:
// each one gets the first described answer.
func TestExamplesWork(t *testing.T) {
	t.Parallel()
	for language, run := range map[string]func(*testing.T, *shoptest.Shop, []example) string{
		"curl": runCurl, "js": runJavaScript, "go": runGo,
	} {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			// A working sender would leave no message to discard.
			sender := mailtest.StartResend(t, "re_123")
			sender.SetFault(mailtest.Failure)
			shop := shoptest.Start(t, shoptest.Codes("K7QM-2WXD-9RSC", "P4HT-6LXQ-8VBN"),
				shoptest.Mail(mail.Options{ResendKey: "re_123", ResendURL: sender.URL()}))
			shop.Visitor().PostOrder(shoptest.Order()).Want(http.StatusCreated) // the examples also place an order, and change the first one
			operator := shop.Operator()
			operator.Patch("/api/verwaltung/orders/1", shoptest.Body{"status": "bezahlt"}).Want(http.StatusOK)
			operator.Post("/api/verwaltung/orders/1/rechnungen", shoptest.Body{"art": "rechnung"}).Want(http.StatusCreated)
			examples := examplesIn(t, shop, language)
			got := statuses(run(t, shop, examples))
			for _, e := range examples[1:] {
				if got[e.id] != e.status {
					t.Errorf("%s answered %d, want %d", e.id, got[e.id], e.status)
				}
			}
		})
	}
}

// The described order matches the demo's catalogue to the cent, and so does the one
// that tests send: a shop that refuses wrong prices takes both.
func TestOrdersFitTheCatalogue(t *testing.T) {
	t.Parallel()
	shop := shoptest.Start(t, shoptest.Public(), shoptest.Prices(checkout.PriceCheckStrict), shoptest.Terms(checkout.Terms{
		Shipping: map[shop.Country]checkout.ShippingRate{"de": {Cost: 490}, "at": {Cost: 790}, "ch": {Cost: 1290}, "lu": {Cost: 790}},
	}))
	shop.Stock(demo.Products()...)
	customer := shop.Anonymous()
	customer.PostOrder(describedOrder(t, customer)).Want(http.StatusCreated)
	customer.PostOrder(shoptest.Order()).Want(http.StatusCreated)

	cheap := shoptest.Order(shoptest.Set("summe", 0.01))
	customer.PostOrder(cheap).WantError(http.StatusConflict, "Die Preise haben sich geändert.")
	shop.WantStatuses(order.StatusPaymentOpen, order.StatusPaymentOpen)
}

// describedOrder returns the example of an order's body.
func describedOrder(t *testing.T, c *shoptest.Client) any {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromData(c.Get("/api/openapi.json").Want(http.StatusOK).Body)
	if err != nil {
		t.Fatal(err)
	}
	return doc.Paths.Value("/api/orders").Post.RequestBody.Value.Content["application/json"].Examples["bestellung"].Value.Value
}

// example is one piece of code in the description.
type example struct {
	id, code string
	status   int
}

// examplesIn returns the first steps and the examples of all operations in one
// language, in the description's order with deletions behind, except for those that end a
// session and those about accounts and payments, which need a person at a provider.
func examplesIn(t *testing.T, shop *shoptest.Shop, language string) []example {
	t.Helper()
	reference, err := api.NewReference(shop.Visitor().Get("/api/openapi.json").Want(http.StatusOK).Body)
	if err != nil {
		t.Fatal(err)
	}
	list := []example{{id: "start", code: sampleIn(reference.Start, language)}}
	var deletions, last []example
	for _, group := range reference.Groups {
		if slices.Contains([]string{"Accounts", "PayPal", "Administration: payments"}, group.Name) {
			continue
		}
		for _, op := range group.Operations {
			e := example{op.ID, sampleIn(op.Samples, language), op.Answers[0].Status}
			if slices.Contains([]string{"endSession", "dismissProposal", "noteVIES"}, op.ID) {
				continue // they take the id of somebody else's session, a refund through PayPal, and an order without an invoice
			}
			switch {
			case strings.HasPrefix(op.ID, "leave"):
				last = append([]example{e}, last...)
			case strings.HasPrefix(op.ID, "delete"):
				deletions = append(deletions, e)
			default:
				list = append(list, e)
			}
		}
	}
	return slices.Concat(list, deletions, last)
}

func sampleIn(samples []api.Sample, language string) string {
	for _, sample := range samples {
		if sample.Language == language {
			return sample.Code
		}
	}
	return ""
}

// statuses parses the output of the examples: a line with an example's name, then one
// that begins with the status.
func statuses(output string) map[string]int {
	found := make(map[string]int)
	for _, m := range regexp.MustCompile(`(?m)^## (\w+)\n(\d{3})\b`).FindAllStringSubmatch(output, -1) {
		found[m[1]], _ = strconv.Atoi(m[2])
	}
	return found
}
