package web_test

import (
	"net/http"
	"testing"
	"time"

	"kontor/internal/paypal/paypalsim"
	"kontor/internal/shop/payment"
	"kontor/tests/shoptest"
)

// T1, T2, T32: an answer that got lost while PayPal created the order costs
// nothing: the same page gets the one order at PayPal.
func TestT1_T2_LostAnswerToCreate(t *testing.T) {
	t.Parallel()
	for _, fault := range []paypalsim.Fault{
		{Kind: paypalsim.Cut}, {Kind: paypalsim.InternalError}, {Kind: paypalsim.BadGateway}, {Kind: paypalsim.TooManyRequests},
		{Kind: paypalsim.Cut, Done: true}, {Kind: paypalsim.CreatedPage, Done: true}, {Kind: paypalsim.InternalError, Done: true},
	} {
		p := startTill(t)
		p.PayPal.Fail(paypalsim.Create, fault)
		body := shoptest.Order(shoptest.Set("kassenSchluessel", shoptest.NewCheckoutKey()))
		p.customer.Post("/api/paypal/orders", body).
			WantError(http.StatusServiceUnavailable, "PayPal antwortet gerade nicht. Bitte gleich noch einmal versuchen.")
		p.wantBooks(0)
		id := p.customer.Post("/api/paypal/orders", body).Want(http.StatusCreated).JSON()["id"].(string)
		again := p.customer.Post("/api/paypal/orders", body).Want(http.StatusCreated).JSON()["id"].(string)
		if n := len(p.PayPal.Books()); n != 1 || again != id {
			t.Errorf("%+v: %d orders at PayPal, %s and %s", fault, n, id, again)
		}
		p.Approve(id)
		p.customer.Capture(id).Want(http.StatusCreated)
		p.wantBooks(1)
	}
}

// T3, T29: a payment that nobody approves ends without money, and is looked at for
// the last time.
func TestT3_NobodyApproves(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	id := p.customer.Pay()
	p.reconcile(3 * time.Minute)
	p.want(id, payment.StateCreated)
	p.PayPal.Expire(id)
	p.reconcile(200 * time.Minute)
	p.want(id, payment.StateExpired)
	p.customer.Capture(id).WantError(http.StatusGone, "Dieser Bezahlvorgang ist abgelaufen. Es wurde nichts abgebucht.")
	p.reconcile(8 * time.Hour)
	p.reconcile(payment.FinalReadAgain)
	if ended := p.want(id, payment.StateExpired); ended.FinalRead.IsZero() || !ended.NextAt.IsZero() {
		t.Errorf("last looked at %v, next %v", ended.FinalRead, ended.NextAt)
	}
	p.wantBooks(0)
}

// T10, R21: what fails before it has an effect loses nothing: the second try pays once.
func TestT10_CaptureFailsBefore(t *testing.T) {
	t.Parallel()
	for _, kind := range []paypalsim.Kind{
		paypalsim.InternalError, paypalsim.BadGateway, paypalsim.Unavailable, paypalsim.TooManyRequests, paypalsim.Conflict, paypalsim.Cut,
	} {
		p := startTill(t)
		id := p.approved()
		p.PayPal.Fail(paypalsim.Capture, paypalsim.Fault{Kind: kind, Times: 5})
		p.customer.Capture(id).WantError(http.StatusServiceUnavailable, "Der Stand der Zahlung wird geprüft.")
		p.want(id, payment.StateCapturing)
		p.wantBooks(0)
		p.PayPal.Heal()
		p.customer.Capture(id).Want(http.StatusCreated)
		p.wantBooks(1)
	}
}

// T11, T9, R21: what fails after the money moved becomes an order, without any call
// of the browser, even when PayPal has forgotten the request.
func TestT11_T9_CaptureFailsAfter(t *testing.T) {
	t.Parallel()
	for _, kind := range []paypalsim.Kind{
		paypalsim.InternalError, paypalsim.BadGateway, paypalsim.Cut, paypalsim.CutInAnswer, paypalsim.CreatedPage, paypalsim.Conflict,
	} {
		p := startTill(t)
		id := p.approved()
		p.PayPal.Fail(paypalsim.Capture, paypalsim.Fault{Kind: kind, Done: true})
		p.PayPal.Fail(paypalsim.Read, paypalsim.Fault{Kind: paypalsim.None})
		first := p.customer.Capture(id) // reads again, and finds the money
		if numbers(t, first) != "BK-2026-0001" {
			t.Errorf("%s: %s", kind, first.Text())
		}
		p.wantBooks(1)

		// Nobody asks again, and PayPal is away for hours.
		lost := p.approved()
		p.PayPal.Fail(paypalsim.Capture, paypalsim.Fault{Kind: kind, Done: true})
		p.PayPal.Watch(func(o paypalsim.Operation, m paypalsim.Moment) {
			if o == paypalsim.Capture && m == paypalsim.After {
				p.PayPal.Fail(paypalsim.Read, paypalsim.Fault{Kind: paypalsim.Unavailable, Times: -1})
			}
		})
		p.customer.Capture(lost).WantError(http.StatusServiceUnavailable, "Der Stand der Zahlung wird geprüft.")
		p.PayPal.Watch(func(paypalsim.Operation, paypalsim.Moment) {})
		p.PayPal.Heal()
		p.PayPal.ForgetRequestIDs()
		p.reconcile(7 * time.Hour)
		p.want(lost, payment.StateCompleted)
		p.wantBooks(2)
	}
}

// T11, R21: the answer never comes, though the money moved.
func TestT11_TimeOutAfterTheCapture(t *testing.T) {
	t.Parallel()
	p := startTill(t, shoptest.PayPalTimeout(3*time.Second))
	id := p.approved()
	p.PayPal.Fail(paypalsim.Capture, paypalsim.Fault{Kind: paypalsim.Hang, Done: true})
	p.customer.Capture(id).WantError(http.StatusServiceUnavailable, "Der Stand der Zahlung wird geprüft.")
	p.wantNoOrders()
	p.reconcile(10 * time.Minute)
	p.want(id, payment.StateCompleted)
	p.wantBooks(1)
	if n := p.PayPal.Calls(paypalsim.Capture); n != 1 {
		t.Errorf("%d captures were asked for", n)
	}
}

// T12: an answer without purchase_units is no answer: the order is read.
func TestT12_AnswerWithoutUnits(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	id := p.approved()
	p.PayPal.Fail(paypalsim.Capture, paypalsim.Fault{Kind: paypalsim.NoUnits, Done: true})
	p.customer.Capture(id).Want(http.StatusCreated)
	p.wantBooks(1)

	// That it may not be read at once is no refusal of the capture.
	for _, kind := range []paypalsim.Kind{paypalsim.NotFound, paypalsim.Forbidden, paypalsim.InternalError} {
		id := p.approved()
		p.PayPal.Fail(paypalsim.Capture, paypalsim.Fault{Kind: paypalsim.NoUnits, Done: true})
		p.PayPal.Watch(func(o paypalsim.Operation, m paypalsim.Moment) {
			if o == paypalsim.Capture && m == paypalsim.After {
				p.PayPal.Fail(paypalsim.Read, paypalsim.Fault{Kind: kind})
			}
		})
		p.customer.Capture(id).Want(http.StatusCreated)
	}
	p.wantBooks(4)
}

// T13, T14: a token that ends is renewed once; without tokens nothing is refused.
func TestT13_T14_Tokens(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	id := p.approved()
	p.PayPal.RevokeTokens()
	p.customer.Capture(id).Want(http.StatusCreated)
	p.wantBooks(1)

	withoutTokens := func() {
		p.PayPal.RevokeTokens()
		p.PayPal.Fail(paypalsim.Token, paypalsim.Fault{Kind: paypalsim.Unavailable, Times: -1})
	}
	for i, read := range []bool{false, true} { // before the order is read, and after
		other := p.approved()
		if !read {
			withoutTokens()
		}
		p.PayPal.Watch(func(o paypalsim.Operation, m paypalsim.Moment) {
			if o == paypalsim.Read && m == paypalsim.After {
				withoutTokens()
			}
		})
		p.customer.Capture(other).WantError(http.StatusServiceUnavailable, "Der Stand der Zahlung wird geprüft.")
		p.want(other, payment.StateCapturing)
		p.PayPal.Watch(nil)
		p.PayPal.Heal()
		p.reconcile(time.Minute)
		p.want(other, payment.StateCompleted)
		p.wantBooks(2 + i)
	}

	withoutTokens()
	body := shoptest.Order(shoptest.Set("kassenSchluessel", shoptest.NewCheckoutKey()))
	p.customer.Post("/api/paypal/orders", body).
		WantError(http.StatusServiceUnavailable, "PayPal antwortet gerade nicht. Bitte gleich noch einmal versuchen.")
	p.PayPal.Heal()
	p.customer.Post("/api/paypal/orders", body).Want(http.StatusCreated)
}

// T31: an order that was captured behind the shop is found.
func TestT31_CapturedBehindTheShop(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	id := p.approved()
	p.PayPal.CaptureBehind(id)
	p.reconcile(4 * time.Minute)
	p.want(id, payment.StateCompleted)
	p.wantBooks(1)
}

// T36: a false 404 while the capture is under way costs no order.
func TestT36_FalseNotFound(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	id := p.approved()
	p.PayPal.Fail(paypalsim.Capture, paypalsim.Fault{Kind: paypalsim.Cut, Done: true})
	p.PayPal.Watch(func(o paypalsim.Operation, m paypalsim.Moment) {
		if o == paypalsim.Capture && m == paypalsim.After {
			p.PayPal.Fail(paypalsim.Read, paypalsim.Fault{Kind: paypalsim.NotFound})
		}
	})
	p.customer.Capture(id).WantError(http.StatusServiceUnavailable, "Der Stand der Zahlung wird geprüft.")
	p.PayPal.Watch(func(paypalsim.Operation, paypalsim.Moment) {})
	p.want(id, payment.StateExpired)
	p.wantWaiting(id, true)
	p.reconcile(15 * time.Second)
	p.want(id, payment.StateCompleted)
	p.wantBooks(1)
}

// T36: an order that PayPal goes on not knowing after it was asked to capture it may be
// paid until the final read; then the buyer learns that it is not, and the coupon is
// free.
func TestT36_NotFoundForGood(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	storeCoupon(t, p.Shop, "EINMAL")
	with := shoptest.Set("gutscheinCode", "EINMAL")
	id := p.approved(with)
	p.PayPal.Fail(paypalsim.Capture, paypalsim.Fault{Kind: paypalsim.Cut})
	p.PayPal.Watch(func(o paypalsim.Operation, _ paypalsim.Moment) {
		if o == paypalsim.Capture {
			p.PayPal.Fail(paypalsim.Read, paypalsim.Fault{Kind: paypalsim.NotFound, Times: -1})
		}
	})
	p.customer.Capture(id).WantError(http.StatusServiceUnavailable, "Der Stand der Zahlung wird geprüft.")
	for _, later := range []time.Duration{time.Minute, time.Hour, 5 * time.Hour} {
		p.reconcile(later)
		p.wantWaiting(id, true)
	}
	p.customer.PostOrder(shoptest.Order(with)).
		WantError(http.StatusConflict, "Dieser Gutschein wurde mit dieser E-Mail-Adresse bereits eingelöst.")
	p.reconcile(time.Hour)
	p.wantWaiting(id, false)
	p.customer.Capture(id).WantError(http.StatusGone, "Dieser Bezahlvorgang ist abgelaufen. Es wurde nichts abgebucht.")
	p.customer.PostOrder(shoptest.Order(with)).Want(http.StatusCreated)
	p.wantBooks(0)
}

// wantWaiting checks whether the page of a payment goes on waiting, which says
// nothing of money then.
func (p *till) wantWaiting(id string, want bool) {
	p.t.Helper()
	code := "zahlung_abgelaufen"
	if want {
		code = "zahlung_unklar"
	}
	p.wantWaitingFor(id, want, code)
}

// wantWaitingFor checks that, and the page's error code.
func (p *till) wantWaitingFor(id string, want bool, code string) {
	p.t.Helper()
	state := p.customer.Get("/api/paypal/orders/" + id).Want(http.StatusOK).JSON()
	if state["wartet"] != want || state["fehlercode"] != code {
		p.t.Errorf("the page is told %v, want %s", state, code)
	}
}

// T34: nobody else has the coupon of a payment that a human has to look at.
func TestT34_CouponOfAnUnclearPayment(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	storeCoupon(t, p.Shop, "EINMAL")
	with := shoptest.Set("gutscheinCode", "EINMAL")
	id := p.approved(with)
	p.PayPal.Fail(paypalsim.Capture, paypalsim.Fault{Kind: paypalsim.Cut, Done: true})
	p.PayPal.Watch(func(o paypalsim.Operation, _ paypalsim.Moment) {
		if o == paypalsim.Capture {
			p.PayPal.Fail(paypalsim.Read, paypalsim.Fault{Kind: paypalsim.Unavailable, Times: -1})
		}
	})
	p.customer.Capture(id).Want(http.StatusServiceUnavailable)
	p.reconcile(25 * time.Hour)
	p.want(id, payment.StateUnclear)
	p.customer.PostOrder(shoptest.Order(with)).
		WantError(http.StatusConflict, "Dieser Gutschein wurde mit dieser E-Mail-Adresse bereits eingelöst.")
	p.PayPal.Heal()
	p.reconcile(time.Hour)
	p.want(id, payment.StateCompleted)
	p.wantBooks(1)
}
