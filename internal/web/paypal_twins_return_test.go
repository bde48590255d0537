package web_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"kontor/internal/paypal/paypalsim"
	"kontor/internal/shop"
	"kontor/internal/shop/order"
	"kontor/internal/shop/payment"
	"kontor/tests/shoptest"
)

// giveBack gives an order back as the button beside the question does.
func giveBack(o *shoptest.Client, id int) shoptest.Answer {
	return o.Post(fmt.Sprintf("%s/%d/doppelt/zuruecknehmen", ordersPath, id), nil)
}

// T59: when PayPal refuses the refund it is a case, the order stays, and the question
// too; another click retries it.
func TestT59_RefusedReturn(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	operator := p.Operator()
	id := p.lost()
	p.customer.PostOrder(shoptest.Order()).Want(http.StatusCreated)
	p.PayPal.PlanRefund(paypalsim.Plan{Issue: payment.PayPalIssueInsufficientFunds})
	giveBack(operator, 1).WantError(http.StatusUnprocessableEntity,
		"PayPal hat das Geld nicht zurückgegeben. Der Grund und was zu tun ist, steht bei der Zahlung.")
	if p.status(1) != order.StatusPaid {
		t.Errorf("the order is %s", p.status(1))
	}
	p.wantCases(operator, 1)
	p.wantTwins(operator, 2, 1)
	p.wantReturned(id, 0)
	p.reconcile(time.Hour)
	if p.status(1) != order.StatusPaid {
		t.Errorf("the order is %s", p.status(1))
	}
	giveBack(operator, 1).Want(http.StatusOK)
	if p.status(1) != order.StatusCancelled {
		t.Errorf("the order is %s", p.status(1))
	}
	p.wantCases(operator, 0)
	p.wantReturned(id, 2220)
	p.onlyRefund(operator)
}

// T59: what was returned at PayPal, past the shop, is not returned again; the order is
// cancelled all the same.
func TestT59_ReturnedAtPayPal(t *testing.T) {
	t.Parallel()
	for _, outside := range []shop.Cents{1000, 2220} {
		p := startTill(t)
		operator := p.Operator()
		id := p.lost()
		p.customer.PostOrder(shoptest.Order()).Want(http.StatusCreated)
		p.PayPal.RefundBehind(p.PayPal.Entry(id).CaptureIDs[0], outside)
		if outside < 2220 {
			giveBack(operator, 1).Want(http.StatusUnprocessableEntity)
			if p.status(1) != order.StatusPaid {
				t.Errorf("the order is %s", p.status(1))
			}
		}
		giveBack(operator, 1).Want(http.StatusOK)
		if p.status(1) != order.StatusCancelled {
			t.Errorf("the order is %s", p.status(1))
		}
		p.wantReturned(id, 2220)
		p.wantCases(operator, 0)
		p.wantTwins(operator)
	}
}

// T59: a transfer that has arrived is not the shop's to return; the payment is.
func TestT59_PaidTransfer(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	operator := p.Operator()
	id := p.lost()
	p.customer.PostOrder(shoptest.Order()).Want(http.StatusCreated)
	operator.Patch(ordersPath+"/2", shoptest.Body{"status": "bezahlt"}).Want(http.StatusOK)
	giveBack(operator, 2).WantError(http.StatusConflict,
		"Das Geld dieser Bestellung kam nicht über PayPal. Bitte selbst zurücküberweisen und die Bestellung stornieren.")
	operator.Post(paymentsPath+"/1/erstattungen", shoptest.Body{"betrag": 2.2}).Want(http.StatusCreated)
	p.wantTwins(operator, 2, 1)
	giveBack(operator, 1).Want(http.StatusOK)
	if p.status(1) != order.StatusCancelled || p.status(2) != order.StatusPaid {
		t.Errorf("the orders are %s and %s", p.status(1), p.status(2))
	}
	p.wantReturned(id, 2220)
}

// T59: between the refund and the cancellation nothing is lost: the answer of PayPal is
// lost, as it is when the program is killed, and the reconciliation cancels the order
// with the news that the refund took effect. A second click meanwhile changes nothing.
func TestT59_LostAnswerToTheReturn(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	operator := p.Operator()
	id := p.lost()
	p.customer.PostOrder(shoptest.Order()).Want(http.StatusCreated)
	p.PayPal.Fail(paypalsim.Refund, paypalsim.Fault{Kind: paypalsim.Cut, Done: true})
	for range 2 {
		giveBack(operator, 1).Want(http.StatusOK)
		if p.status(1) != order.StatusPaid {
			t.Errorf("the order is %s before PayPal has answered", p.status(1))
		}
		p.wantTwins(operator)
		giveBack(operator, 2).Want(http.StatusConflict)
	}
	p.reconcile(time.Minute)
	if p.status(1) != order.StatusCancelled || p.status(2) != order.StatusPaymentOpen {
		t.Errorf("the orders are %s and %s", p.status(1), p.status(2))
	}
	p.wantReturned(id, 2220)
	p.onlyRefund(operator)
}
