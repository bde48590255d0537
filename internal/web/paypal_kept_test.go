package web_test

import (
	"net/http"
	"strings"
	"testing"

	"kontor/internal/paypal/paypalsim"
	"kontor/internal/shop/payment"
	"kontor/tests/shoptest"
)

// wantAsked checks of how many orders the office asks whether they are to be cancelled,
// everywhere where it does.
func (p *till) wantAsked(when string, want int) {
	p.t.Helper()
	operator := p.Operator()
	list := operator.Get(paymentsPath + "?status=storno_offen").Want(http.StatusOK).JSON()
	listed := list["zahlungen"].([]any)
	counted := list["anzahl"].(map[string]any)["storno_offen"]
	balance := operator.Get(paymentsPath + "/bilanz").Want(http.StatusOK).JSON()["storno_offen"]
	if len(listed) != want || counted != float64(want) || balance != float64(want) {
		p.t.Errorf("%s: %d orders are listed, %v counted, %v in the balance; want %d", when, len(listed), counted, balance, want)
	}
	for _, entry := range listed {
		said, _ := entry.(map[string]any)["rat"].(string)
		if !strings.Contains(said, "nicht storniert") {
			p.t.Errorf("%s: the advice is %q", when, said)
		}
	}
	at := operator.Get(ordersPath + "/1").Want(http.StatusOK).JSON()["order"].(map[string]any)["zahlung"].(map[string]any)
	if at["storno_offen"] != (want > 0) {
		p.t.Errorf("%s: at the order it says %v", when, at["storno_offen"])
	}
	p.wantBalance()
}

// T55: an order all of whose money went back is asked about until it is cancelled, and
// again when that is undone. A part that went back, or a refund that failed, asks
// nothing.
func TestT55_WhollyRefundedIsAskedAbout(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	operator := p.Operator()
	p.customer.Capture(p.approved()).Want(http.StatusCreated)
	refunds := paymentsPath + "/1/erstattungen"
	p.wantAsked("paid", 0)
	operator.Post(refunds, shoptest.Body{"betrag": 10}).Want(http.StatusCreated)
	p.wantAsked("a part went back", 0)
	p.PayPal.PlanRefund(paypalsim.Plan{Issue: payment.PayPalIssueRefundTimeLimit})
	operator.Post(refunds, shoptest.Body{}).Want(http.StatusUnprocessableEntity)
	p.wantAsked("the rest failed", 0)
	operator.Post(refunds, shoptest.Body{}).Want(http.StatusCreated)
	p.wantAsked("the rest went back", 1)
	for _, status := range []string{"storniert", "bezahlt", "storniert"} {
		operator.Patch(ordersPath+"/1", shoptest.Body{"status": status}).Want(http.StatusOK)
		p.wantAsked(status, map[string]int{"bezahlt": 1}[status])
	}
}

// T55: money that went back past the shop asks the same.
func TestT55_RefundedAtPayPalIsAskedAbout(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	id := p.approved()
	p.customer.Capture(id).Want(http.StatusCreated)
	capture := p.payment(id).Capture.ID
	p.PayPal.RefundBehind(capture, 1000)
	p.Operator().Post(paymentsPath+"/1/pruefen", nil).Want(http.StatusOK)
	p.wantAsked("a part went back", 0)
	p.PayPal.RefundBehind(capture, 1220)
	p.Operator().Post(paymentsPath+"/1/pruefen", nil).Want(http.StatusOK)
	p.wantAsked("everything went back", 1)
	p.wantNotes("Erstattung bei PayPal", 2)
}

// T55: what was kept is a line of its own; revenue is what is paid, as ever. A
// cancelled order is in neither.
func TestT55_KeptBesideRevenue(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	operator := p.Operator()
	for range 2 {
		p.customer.Capture(p.approved()).Want(http.StatusCreated)
	}
	p.customer.PostOrder(shoptest.Order()).Want(http.StatusCreated)
	operator.Patch(ordersPath+"/3", shoptest.Body{"status": "bezahlt"}).Want(http.StatusOK)
	want := func(when string, revenue, kept int64) {
		t.Helper()
		figures := toldFigures(t, operator.Get(figuresPath))
		if figures.Paid.Cents != revenue || figures.Paid.Kept != kept {
			t.Errorf("%s: %+v", when, figures.Paid)
		}
		if diff := gocmp(plainly(t, p.Shop).plainFigures(t, nil), figures); diff != "" {
			t.Errorf("%s (-plain +told):\n%s", when, diff)
		}
	}
	want("paid", 6660, 6660)
	operator.Post(paymentsPath+"/1/erstattungen", shoptest.Body{"betrag": 5.4}).Want(http.StatusCreated)
	want("a part went back", 6660, 6120)
	p.PayPal.PlanRefund(paypalsim.Plan{Status: "PENDING"})
	operator.Post(paymentsPath+"/1/erstattungen", shoptest.Body{"betrag": 1}).Want(http.StatusCreated)
	want("more is on its way", 6660, 6020)
	operator.Post(paymentsPath+"/2/erstattungen", shoptest.Body{}).Want(http.StatusCreated)
	want("another one wholly", 6660, 3800)
	operator.Patch(ordersPath+"/2", shoptest.Body{"status": "storniert"}).Want(http.StatusOK)
	want("which is cancelled", 4440, 3800)
}
