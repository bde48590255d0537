package web_test

import (
	"bytes"
	"net/http"
	"strings"
	"testing"
	"time"

	"kontor/internal/paypal/paypalsim"
	"kontor/internal/shop/payment"
)

// T58: a dispute about money that the journal does not know is mailed and shown above
// the list, and moves nothing.
func TestT58_UnknownCapture(t *testing.T) {
	t.Parallel()
	c := startContested(t)
	foreign := c.PayPal.ForeignOrder("somebody-else", 3000)
	c.PayPal.CaptureBehind(foreign)
	id := c.PayPal.OpenDispute(c.PayPal.Entry(foreign).CaptureIDs[0], paypalsim.Claim{})
	for range 2 {
		c.hears(false)
		c.wantTold("Konflikt bei PayPal")
		c.wantMoney(2220, 0)
		page := c.operator.Get(paymentsPath).Want(http.StatusOK).JSON()
		if strays := page["konflikte"].([]any); len(strays) != 1 || strays[0].(map[string]any)["paypal_id"] != id || len(page["zahlungen"].([]any)) != 1 {
			t.Errorf("page %v", page)
		}
	}
	if text := c.lastNote("Konflikt bei PayPal"); !strings.Contains(text, "Die Zahlung dazu kennt der Shop nicht") || !strings.Contains(text, "30,00 EUR") {
		t.Errorf("the message is %q", text)
	}
	c.PayPal.ResolveDispute(id, payment.PayPalOutcomeBuyer, 3000)
	c.hears(false)
	c.wantTold("Konflikt bei PayPal", "Konflikt entschieden")
	if strays := c.operator.Get(paymentsPath).Want(http.StatusOK).JSON()["konflikte"].([]any); len(strays) != 0 {
		t.Errorf("still shown: %v", strays)
	}
}

// T58: old disputes about other business on the same account are not mailed when the
// shop first reads the list.
func TestT58_OldDisputesOfOthers(t *testing.T) {
	t.Parallel()
	c := startContested(t)
	foreign := c.PayPal.ForeignOrder("somebody-else", 3000)
	c.PayPal.CaptureBehind(foreign)
	c.PayPal.ResolveDispute(c.PayPal.OpenDispute(c.PayPal.Entry(foreign).CaptureIDs[0], paypalsim.Claim{}), payment.PayPalOutcomeSeller, 0)
	c.hears(false)
	c.wantTold()
}

// T58: without the permission for disputes payments go on, the operator hears from
// notifications alone that there is one, and everything is known once the permission is
// there.
func TestT58_DisputesNotPermitted(t *testing.T) {
	t.Parallel()
	c := startContested(t)
	forbidden := paypalsim.Fault{Kind: paypalsim.Forbidden, Times: -1}
	c.PayPal.Fail(paypalsim.ListDisputes, forbidden)
	c.PayPal.Fail(paypalsim.ReadDispute, forbidden)
	c.PayPal.OpenDispute(c.capture, paypalsim.Claim{Bank: true, Due: c.Clock.Now().Add(240 * time.Hour)})
	calls := c.PayPal.Calls(paypalsim.ListDisputes)
	for range 4 {
		c.hears(false)
	}
	if n := c.PayPal.Calls(paypalsim.ListDisputes) - calls; n > 1 {
		t.Errorf("the list is asked for %d times in eight hours", n)
	}
	c.wantTold()
	c.hears(true)
	c.hears(true)
	c.wantTold("Konflikt bei PayPal")
	c.wantCases(c.operator, 1)
	c.wantMoney(0, 0)
	if d := c.dispute(); d["stand_text"] != "Nicht lesbar: der PayPal-App fehlt die Berechtigung für Konflikte." || d["frist"] != nil || d["betrag"] != 22.2 {
		t.Errorf("the dispute is %v", d)
	}
	c.PayPal.Heal()
	c.reconcile(24 * time.Hour)
	c.operator = c.Operator()
	c.wantTold("Konflikt bei PayPal", "Konflikt mit neuer Frist")
	if d := c.dispute(); d["stand_text"] != "Wartet auf Sie" || d["frist"] == nil {
		t.Errorf("the dispute is %v", d)
	}
}

// T58: without the permission a notification of the verdict ends the case, and brings
// back nothing that PayPal has not shown.
func TestT58_VerdictNotPermitted(t *testing.T) {
	t.Parallel()
	c := startContested(t)
	for _, o := range []paypalsim.Operation{paypalsim.ListDisputes, paypalsim.ReadDispute} {
		c.PayPal.Fail(o, paypalsim.Fault{Kind: paypalsim.Forbidden, Times: -1})
	}
	id := c.PayPal.OpenDispute(c.capture, paypalsim.Claim{Bank: true})
	c.hears(true)
	c.wantCases(c.operator, 1)
	c.PayPal.ResolveDispute(id, payment.PayPalOutcomeSeller, 0)
	c.hears(true)
	c.wantCases(c.operator, 0)
	c.wantTold("Konflikt bei PayPal", "Konflikt entschieden")
	if text := c.lastNote("Konflikt entschieden"); !strings.Contains(text, "bitte im PayPal-Konto nachsehen") {
		t.Errorf("the message is %q", text)
	}
	if b := c.wantBalance(); b.Ordered != 0 || b.Refunded != 2220 {
		t.Errorf("balance %+v", b)
	}
	c.PayPal.Heal()
	c.reconcile(24 * time.Hour)
	c.operator = c.Operator()
	c.wantMoney(2220, 0)
}

// T58: words of PayPal that nobody knows are shown as unknown, never as they are, and
// wait for the operator.
func TestT58_UnknownCodes(t *testing.T) {
	t.Parallel()
	c := startContested(t)
	id := c.PayPal.OpenDispute(c.capture, paypalsim.Claim{Reason: "ALIENS_TOOK_IT"})
	c.PayPal.MoveDispute(id, "WAITING_FOR_ALIENS", "MARS")
	c.hears(false)
	c.wantCases(c.operator, 1)
	d := c.dispute()
	for _, field := range []string{"grund_text", "stand_text"} {
		if text := d[field].(string); !strings.HasSuffix(text, ", den der Shop nicht kennt.") {
			t.Errorf("%s is %q", field, text)
		}
	}
	c.PayPal.ResolveDispute(id, "ALIENS_WIN", 0)
	c.hears(false)
	if text := c.dispute()["ausgang_text"]; text != "PayPal nennt einen Ausgang, den der Shop nicht kennt." {
		t.Errorf("the outcome is %q", text)
	}
	for _, subject := range []string{"Konflikt bei PayPal", "Konflikt entschieden"} {
		if strings.Contains(c.lastNote(subject), "ALIENS") {
			t.Errorf("the message is %q", c.lastNote(subject))
		}
	}
	c.wantMoney(2220, 0)
}

// T58, T17: a notification discloses which dispute to read and nothing else: what it says
// of the verdict is not believed.
func TestT58_NotificationIsNotBelieved(t *testing.T) {
	t.Parallel()
	c := startContested(t)
	c.PayPal.OpenDispute(c.capture, paypalsim.Claim{Bank: true})
	e := c.events("CUSTOMER.DISPUTE.CREATED")[0]
	e.Body = bytes.Replace(e.Body, []byte(`"INQUIRY"`), []byte(`"ARBITRATION"`), 1)
	e.Body = bytes.Replace(e.Body, []byte(`"CHARGEBACK"`), []byte(`"ARBITRATION"`), 1)
	e.Body = bytes.ReplaceAll(e.Body, []byte(`"OPEN"`), []byte(`"RESOLVED"`))
	c.follow(e)
	if d := c.dispute(); d["stand_text"] != "Offen" || d["stufe"] != "CHARGEBACK" {
		t.Errorf("the dispute is %v", d)
	}
	c.wantMoney(0, 0)
}
