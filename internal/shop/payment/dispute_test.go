package payment

import (
	"strings"
	"testing"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/message"
)

var noon = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

// contested is a paid payment of 22.20 €, a dispute about all of it, and PayPal's state
// of that.
type contested struct {
	t    *testing.T
	of   Payment
	d    Dispute
	said PayPalDispute
	told []string
}

func newContested(t *testing.T, bank bool) *contested {
	return &contested{
		t: t, of: Payment{ID: 7, State: StateCompleted, Capture: Capture{ID: "C", Amount: 2220, Currency: CurrencyEuro}},
		said: PayPalDispute{
			ID: "PP-D-1", CaptureIDs: []string{"C"}, Status: PayPalDisputeSellersTurn, Bank: bank,
			Amount: PayPalAmount{2220, CurrencyEuro}, Updated: noon, ResponseDue: noon.Add(time.Hour),
		},
	}
}

// hears lets the dispute observe a later state of PayPal's, in which so much has gone
// back.
func (c *contested) hears(outside shop.Cents, change func(*PayPalDispute)) {
	c.of.Capture.Outside = outside
	c.said.Updated = c.said.Updated.Add(time.Minute)
	change(&c.said)
	before := c.d
	if !c.d.Observe(&c.said, &c.of, noon) {
		return
	}
	for _, m := range owedForDispute(&before, &c.d, &c.of, false, message.SendingOff, noon) {
		subject, _, _ := strings.Cut(m.Note.Subject, " (")
		c.told = append(c.told, subject)
	}
}

func (c *contested) hearsVerdict(outside shop.Cents, outcome string, paid PayPalAmount) {
	c.hears(outside, func(d *PayPalDispute) {
		d.Status, d.Outcome, d.OutcomeAmount = PayPalDisputeResolved, outcome, paid
	})
}

// want checks how much of what is known to have gone back came back, and what the
// operator was told.
func (c *contested) want(won shop.Cents, told ...string) {
	c.t.Helper()
	got := max(0, min(c.d.Amount, c.of.Capture.Outside-c.d.OutsideBefore)-c.d.Lost)
	if c.d.Open() {
		got = 0
	}
	if got != won || strings.Join(c.told, ", ") != strings.Join(told, ", ") {
		c.t.Errorf("%s € came back, want %s €; told %q, want %q: %+v", got, won, c.told, told, c.d)
	}
}

func euros(cents shop.Cents) PayPalAmount { return PayPalAmount{cents, CurrencyEuro} }

func nothing(*PayPalDispute) {}

func reopened(d *PayPalDispute) {
	d.Status, d.Outcome, d.OutcomeAmount = PayPalDisputeUnderReview, "", PayPalAmount{}
}

// T58: a claim that is lost and then won on appeal brings the money back, whether or not
// the shop heard of it before the first verdict.
func TestT58_LostThenWon(t *testing.T) {
	t.Parallel()
	for _, early := range []bool{true, false} {
		c := newContested(t, false)
		told := []string{"Konflikt entschieden", "Konflikt wieder offen", "Konflikt entschieden"}
		if early {
			c.hears(300, nothing) // 3.00 € were refunded before
			told = append([]string{"Konflikt bei PayPal"}, told...)
		}
		c.hearsVerdict(2220, PayPalOutcomeBuyer, euros(1920))
		c.hears(2220, reopened)
		c.hearsVerdict(2220, PayPalOutcomeSeller, PayPalAmount{})
		c.want(1920, told...)
	}
}

// T58: a chargeback that is won, goes on and is lost leaves nothing with the shop.
func TestT58_WonThenLost(t *testing.T) {
	t.Parallel()
	c := newContested(t, true)
	c.hears(0, nothing)
	c.hearsVerdict(2220, PayPalOutcomeSeller, PayPalAmount{})
	c.want(2220, "Konflikt bei PayPal", "Konflikt entschieden")
	c.hears(2220, reopened)
	c.want(0, "Konflikt bei PayPal", "Konflikt entschieden", "Konflikt wieder offen")
	c.hearsVerdict(2220, PayPalOutcomeBuyer, euros(2220))
	c.want(0, "Konflikt bei PayPal", "Konflikt entschieden", "Konflikt wieder offen", "Konflikt entschieden")
}

// T58: where PayPal does not say readably what the verdict means, nothing counts as
// brought back unless the seller has won.
func TestT58_UnreadableVerdicts(t *testing.T) {
	t.Parallel()
	for outcome, won := range map[string]shop.Cents{
		PayPalOutcomeBuyer: 0, PayPalOutcomeAccepted: 0, PayPalOutcomeDenied: 0, PayPalOutcomeNone: 0, "": 0, "SOMETHING_NEW": 0,
		PayPalOutcomeSeller: 2220, PayPalOutcomeWithdrawn: 2220, PayPalOutcomePayout: 2220,
	} {
		c := newContested(t, true)
		c.said.Amount = PayPalAmount{}
		c.hears(0, nothing)
		c.hearsVerdict(2220, outcome, PayPalAmount{})
		c.want(won, "Konflikt bei PayPal", "Konflikt entschieden")
		if c.d.Amount != 2220 || c.d.ExplainOutcome() == "" {
			t.Errorf("%q: %+v", outcome, c.d)
		}
	}
}

// T58: another deadline is told, the same one and one of a dispute that waits for
// somebody else are not.
func TestT58_Deadlines(t *testing.T) {
	t.Parallel()
	c := newContested(t, false)
	c.hears(0, nothing)
	c.hears(0, nothing)
	c.hears(0, func(d *PayPalDispute) { d.ResponseDue = noon.Add(2 * time.Hour) })
	c.hears(0, func(d *PayPalDispute) { d.Status, d.ResponseDue = PayPalDisputeUnderReview, time.Time{} })
	c.want(0, "Konflikt bei PayPal", "Konflikt mit neuer Frist")
	if got := c.d.Advice(); got != "" {
		t.Errorf("advice %q", got)
	}
}

// T58: two chargebacks of one payment each bring back what they took themselves.
func TestT58_TwoChargebacks(t *testing.T) {
	t.Parallel()
	first, second := newContested(t, true), newContested(t, true)
	first.said.Amount, second.said.Amount = euros(1000), euros(1000)
	first.hears(1000, nothing)
	second.hears(2000, nothing)
	first.hearsVerdict(2000, PayPalOutcomeSeller, PayPalAmount{})
	second.hearsVerdict(2000, PayPalOutcomeBuyer, euros(1000))
	first.want(1000, "Konflikt bei PayPal", "Konflikt entschieden")
	second.want(0, "Konflikt bei PayPal", "Konflikt entschieden")
}

// T58: a chargeback that was won before the shop heard of it brings nothing back that
// had never been missing, whatever else went back, and although PayPal has yet to carry
// out a refund of the shop's own.
func TestT58_WonBeforeItWasKnown(t *testing.T) {
	t.Parallel()
	c := newContested(t, true)
	c.said.Amount = euros(170)
	c.of.Returned, c.of.Ordered = 100, &Ordered{{Amount: 100, State: RefundOpen}}
	c.of.Capture.Shown, c.of.Capture.Last = 300, 300
	c.hearsVerdict(200, PayPalOutcomeSeller, euros(0))
	(*c.of.Ordered)[0].State = RefundDone
	c.hears(300, nothing)
	c.want(0, "Konflikt entschieden")
}
