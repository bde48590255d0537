package web_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"kontor/internal/paypal/paypalsim"
	"kontor/internal/shop"
	"kontor/internal/shop/payment"
	"kontor/tests/shoptest"
)

// T58: whatever order the notifications of a chargeback come in, and however often, the
// money is where PayPal has it, and the operator is told of each step once.
func TestT58_EventsInAnyOrder(t *testing.T) {
	t.Parallel()
	for name, outcome := range map[string]string{"won": payment.PayPalOutcomeSeller, "lost": payment.PayPalOutcomeBuyer} {
		for order := range 3 {
			t.Run(name+[]string{" forwards", " backwards", " twice"}[order], func(t *testing.T) {
				t.Parallel()
				c := startContested(t)
				c.PayPal.Fail(paypalsim.ListDisputes, paypalsim.Fault{Kind: paypalsim.Forbidden, Times: -1})
				id := c.PayPal.OpenDispute(c.capture, paypalsim.Claim{Bank: true})
				c.follow(c.events("PAYMENT.CAPTURE.REVERSED")[0]) // the books know of the money first
				c.wantMoney(0, 0)
				left := shop.Cents(2220)
				if outcome == payment.PayPalOutcomeBuyer {
					left = 0
				}
				c.PayPal.ResolveDispute(id, outcome, 2220-left)
				events := c.events("CUSTOMER.DISPUTE.CREATED")
				events = append(events, c.events("CUSTOMER.DISPUTE.RESOLVED")...)
				switch order {
				case 1:
					slices.Reverse(events)
				case 2:
					events = append(events, events...)
				}
				for _, e := range events {
					c.follow(e)
				}
				c.wantMoney(left, 0)
				c.wantTold("Konflikt entschieden")
				c.wantNotes("Erstattung bei PayPal", 1)
			})
		}
	}
}

// follow lets the shop follow a single notification; others wait at PayPal.
func (c *contested) follow(e paypalsim.Event) {
	c.t.Helper()
	event, err := payment.ReadPayPalEvent(e.Body)
	if err == nil {
		err = c.DB.KeepPayPalEvent(c.t.Context(), event, c.Clock.Now())
	}
	if err != nil {
		c.t.Fatal(err)
	}
	c.reconcile(time.Minute)
}

// T58: a chargeback that the shop hears of before the order at PayPal shows it comes
// back all the same, once.
func TestT58_DisputeBeforeItsMoney(t *testing.T) {
	t.Parallel()
	c := startContested(t)
	c.PayPal.Fail(paypalsim.Read, paypalsim.Fault{Kind: paypalsim.Unavailable, Times: -1})
	id := c.PayPal.OpenDispute(c.capture, paypalsim.Claim{Bank: true, Amount: 1000})
	c.hears(false)
	c.wantCases(c.operator, 1)
	c.PayPal.Heal()
	c.hears(false)
	c.wantMoney(1220, 1000)
	c.PayPal.ResolveDispute(id, payment.PayPalOutcomeSeller, 0)
	c.hears(false)
	c.wantMoney(2220, 0)
}

// T58: what the seller gave back at PayPal before or during a dispute does not come back
// with the verdict.
func TestT58_OnlyWhatTheDisputeTookComesBack(t *testing.T) {
	t.Parallel()
	for name, bank := range map[string]bool{"chargeback": true, "claim": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := startContested(t)
			c.PayPal.RefundBehind(c.capture, 500)
			id := c.PayPal.OpenDispute(c.capture, paypalsim.Claim{Bank: bank})
			c.hears(false)
			left := shop.Cents(1720)
			if bank {
				c.wantMoney(0, 0)
			} else {
				c.wantMoney(left, left)
				c.PayPal.RefundBehind(c.capture, 200)
				left -= 200
			}
			c.PayPal.ResolveDispute(id, payment.PayPalOutcomeSeller, 0)
			c.hears(false)
			c.wantMoney(left, 0)
		})
	}
}

// T58: once the verdict has brought the money back it can be refunded, and nothing more.
func TestT58_RefundAfterAWonDispute(t *testing.T) {
	t.Parallel()
	c := startContested(t)
	const refunds = paymentsPath + "/1/erstattungen"
	id := c.PayPal.OpenDispute(c.capture, paypalsim.Claim{Bank: true})
	c.hears(false)
	c.operator.Post(refunds, shoptest.Body{"betrag": 5}).WantError(http.StatusConflict, "Von dieser Zahlung ist nichts zu erstatten.")
	c.PayPal.ResolveDispute(id, payment.PayPalOutcomeSeller, 0)
	c.hears(false)
	c.operator.Post(refunds, shoptest.Body{"betrag": 5}).Want(http.StatusCreated)
	c.wantMoney(1720, 0)
	c.hears(false)
	c.wantMoney(1720, 0)
	c.operator.Post(refunds, shoptest.Body{}).Want(http.StatusCreated)
	c.wantMoney(0, 0)
}

// T58: PayPal's answer from before the one that is known changes nothing and causes no
// message.
func TestT58_OutdatedAnswer(t *testing.T) {
	t.Parallel()
	c := startContested(t)
	id := c.PayPal.OpenDispute(c.capture, paypalsim.Claim{Bank: true})
	old := c.read(id)
	c.Clock.Advance(time.Minute)
	c.PayPal.ResolveDispute(id, payment.PayPalOutcomeSeller, 0)
	c.hears(false)
	c.wantMoney(2220, 0)
	for _, said := range []payment.PayPalDispute{old, {ID: id, CaptureIDs: old.CaptureIDs}} {
		news, owed, err := c.DB.KeepDispute(t.Context(), payment.DisputeChange{Said: said, At: c.Clock.Now()})
		if news || len(owed) > 0 || err != nil {
			t.Errorf("an outdated answer is news: %v, %v", owed, err)
		}
	}
	c.wantMoney(2220, 0)
	c.wantTold("Konflikt entschieden")
}

// read returns PayPal's state of a dispute as the shop reads it.
func (c *contested) read(id string) payment.PayPalDispute {
	c.t.Helper()
	said, err := c.Payments.PayPal.Dispute(c.t.Context(), id)
	if err != nil {
		c.t.Fatal(err)
	}
	return said
}

// T58: the operator is told again when the seller has to answer again, and not when
// anybody else has to.
func TestT58_ToldOfEachTurn(t *testing.T) {
	t.Parallel()
	c := startContested(t)
	id := c.PayPal.OpenDispute(c.capture, paypalsim.Claim{Due: c.Clock.Now().Add(100 * time.Hour)})
	told := []string{"Konflikt bei PayPal"}
	for _, status := range []string{
		payment.PayPalDisputeBuyersTurn, payment.PayPalDisputeUnderReview, payment.PayPalDisputeSellersTurn, payment.PayPalDisputeSellersTurn,
	} {
		c.hears(false)
		c.wantTold(told...)
		before := c.dispute()["stand_text"]
		c.PayPal.MoveDispute(id, status, payment.PayPalStageInquiry)
		if status == payment.PayPalDisputeSellersTurn && before != "Wartet auf Sie" {
			told = append(told, "Konflikt wartet auf Antwort")
		}
	}
	c.hears(false)
	c.wantTold(told...)
	if len(told) != 2 || !strings.Contains(c.lastNote("Konflikt wartet auf Antwort"), "Bis zum ") {
		t.Errorf("told %q", told)
	}
}

// T58: money that goes back at PayPal after a won chargeback is noticed, though the sum
// outside had been as high before.
func TestT58_RefundAtPayPalAfterAWonDispute(t *testing.T) {
	t.Parallel()
	c := startContested(t)
	id := c.PayPal.OpenDispute(c.capture, paypalsim.Claim{Bank: true})
	c.hears(false)
	c.wantMoney(0, 0)
	c.PayPal.ResolveDispute(id, payment.PayPalOutcomeSeller, 0)
	c.hears(false)
	c.wantMoney(2220, 0)
	for i, back := range []shop.Cents{500, 700} {
		c.PayPal.RefundBehind(c.capture, back)
		c.dayByDay(1)
		c.operator = c.Operator()
		c.wantMoney([]shop.Cents{1720, 1020}[i], 0)
	}
	again := c.PayPal.OpenDispute(c.capture, paypalsim.Claim{Bank: true})
	c.hears(false)
	c.wantMoney(0, 0)
	c.PayPal.ResolveDispute(again, payment.PayPalOutcomeBuyer, 1020)
	c.hears(false)
	c.wantMoney(0, 0)
}
