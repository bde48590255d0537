//go:build !race

package checkout_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"kontor"
	"kontor/internal/checkout"
)

// mutant switches one proof rule off, where the shop meets PayPal and its
// journal.
type mutant struct {
	refunds bool   // only worlds with many refunds show its fault
	plan    string // what the first capture meets that shows its fault
	alone   bool   // only worlds in which one thing happens at a time show its fault
	paypal  func(checkout.PayPal) checkout.PayPal
	store   func(checkout.PaymentStore, *world) checkout.PaymentStore
}

// mutants are at least one for each rule.
var mutants = map[string]mutant{
	"R1 the row knows the order at PayPal before the buyer does": {store: changing(func(before, after *kontor.Payment) {
		if before.PayPalOrderID == "" && after.PayPalOrderID != "" {
			*after = *before
		}
	})},
	"R2 unknown is not unpaid":                      {alone: true, paypal: func(p checkout.PayPal) checkout.PayPal { return guesses{p} }},
	"R3 captured already means read the order":      {alone: true, paypal: func(p checkout.PayPal) checkout.PayPal { return refuses{p} }},
	"R4 only the capture's status is money":         {plan: kontor.PayPalCaptureDeclined, paypal: func(p checkout.PayPal) checkout.PayPal { return trusts{p} }},
	"R5 cents are compared":                         {plan: "amount", store: changing(ignoreAmount)},
	"R6 money wins":                                 {store: changing(keepEnd)},
	"R7 order and state are one transaction":        {store: func(s checkout.PaymentStore, w *world) checkout.PaymentStore { return &twoSteps{s, w} }},
	"R8 ends without money are looked at once more": {store: changing(noFinalLook)},
	"R9 the refund of what does not fit is repeated": {plan: "amount", store: changing(func(_, after *kontor.Payment) {
		if after.State == kontor.PaymentRefunding {
			after.NextAt = after.NextAt.AddDate(1, 0, 0)
		}
	})},
	"R9 refunds keep their names": {refunds: true, paypal: func(p checkout.PayPal) checkout.PayPal { return &renames{PayPal: p} }},
}

// changing is a journal whose steps come out otherwise.
func changing(change func(before, after *kontor.Payment)) func(checkout.PaymentStore, *world) checkout.PaymentStore {
	return func(s checkout.PaymentStore, _ *world) checkout.PaymentStore { return changedSteps{s, change} }
}

type changedSteps struct {
	checkout.PaymentStore
	change func(before, after *kontor.Payment)
}

func (s changedSteps) ChangePayment(ctx context.Context, c kontor.PaymentChange) (kontor.ChangedPayment, error) {
	apply := c.Apply
	c.Apply = func(p *kontor.Payment) {
		before := *p
		apply(p)
		s.change(&before, p)
	}
	return s.PaymentStore.ChangePayment(ctx, c)
}

func ignoreAmount(before, after *kontor.Payment) {
	if after.State == kontor.PaymentRefundDue && before.State != after.State && after.Basket != nil {
		after.State = kontor.PaymentCompleted
	}
}

func keepEnd(before, after *kontor.Payment) {
	if before.State.WithoutMoney() && !after.State.WithoutMoney() {
		*after = *before
		after.FinalLook, after.NextAt = after.Since, after.NextAt.AddDate(1, 0, 0)
	}
}

func noFinalLook(_, after *kontor.Payment) {
	if after.State.WithoutMoney() {
		after.NextAt = after.NextAt.AddDate(1, 0, 0)
	}
}

// guesses takes no answer for "there is no such order".
type guesses struct{ checkout.PayPal }

func (g guesses) Order(ctx context.Context, id string) (kontor.PayPalOrder, error) {
	order, err := g.PayPal.Order(ctx, id)
	var unknown *kontor.PayPalUnknown
	if errors.As(err, &unknown) {
		err = &kontor.PayPalRefusal{Status: 404}
	}
	return order, err
}

// refuses takes "captured already" for a no.
type refuses struct{ checkout.PayPal }

func (r refuses) CaptureOrder(ctx context.Context, id, request string) (kontor.PayPalOrder, error) {
	order, err := r.PayPal.CaptureOrder(ctx, id, request)
	var refusal *kontor.PayPalRefusal
	if errors.As(err, &refusal) && refusal.Issue == kontor.PayPalIssueOrderAlreadyCaptured {
		err = &kontor.PayPalRefusal{Status: 422, Issue: "TRANSACTION_REFUSED"}
	}
	return order, err
}

// trusts takes an order that is completed for paid.
type trusts struct{ checkout.PayPal }

func (m trusts) Order(ctx context.Context, id string) (kontor.PayPalOrder, error) {
	return trusting(m.PayPal.Order(ctx, id))
}

func (m trusts) CaptureOrder(ctx context.Context, id, request string) (kontor.PayPalOrder, error) {
	return trusting(m.PayPal.CaptureOrder(ctx, id, request))
}

func trusting(o kontor.PayPalOrder, err error) (kontor.PayPalOrder, error) {
	if o.Status == kontor.PayPalOrderCompleted && len(o.Captures) > 0 {
		o.Captures[0].Status = kontor.PayPalCaptureCompleted
	}
	return o, err
}

// twoSteps stores the order apart from the state that it belongs to.
type twoSteps struct {
	checkout.PaymentStore
	world *world
}

func (s *twoSteps) ChangePayment(ctx context.Context, c kontor.PaymentChange) (kontor.ChangedPayment, error) {
	p, err := s.Payment(ctx, c.ID)
	if err != nil {
		return kontor.ChangedPayment{}, err
	}
	before := p.State
	if c.Apply(&p); p.State != before && p.State == kontor.PaymentCompleted {
		order := p.PaidOrder(c.At)
		order.CouponCode = ""
		s.world.db.PlaceOrder(ctx, kontor.Placement{Order: order, Prefix: "BK", Prices: kontor.PriceCheckOff, AttemptID: p.Key + s.world.paypal.id("")})
	}
	return s.PaymentStore.ChangePayment(ctx, c)
}

// renames gives every attempt at a refund a new name.
type renames struct {
	checkout.PayPal
	n atomic.Int64
}

func (r *renames) RefundCapture(ctx context.Context, capture, request string, amount *kontor.Cents, note string) (kontor.PayPalRefund, error) {
	return r.PayPal.RefundCapture(ctx, capture, fmt.Sprint(request, r.n.Add(1)), amount, note)
}

// mutantVariable names the rule that a run of this test's own binary leaves out.
const mutantVariable = "KONTOR_TEST_MUTANT"

// The model finds the fault when any one of the proof rules R1 to R9 is off.
func TestModel_EveryRuleIsNeeded(t *testing.T) {
	t.Parallel()
	for name := range mutants {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			run := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestModel_Mutant$", "-rapid.checks=20000", "-rapid.shrinktime=1ms", "-rapid.nofailfile")
			run.Env = append(os.Environ(), mutantVariable+"="+name)
			output, err := run.CombinedOutput()
			if err == nil || !strings.Contains(string(output), "[rapid] failed") {
				t.Errorf("the model does not miss the rule: %v\n%s", err, output)
			}
		})
	}
}

// TestModel_Mutant is the model without the rule that the environment names.
func TestModel_Mutant(t *testing.T) {
	rule, ok := mutants[os.Getenv(mutantVariable)]
	if !ok {
		return // TestModel_EveryRuleIsNeeded runs it
	}
	rapid.Check(t, func(rt *rapid.T) { inWorld(t, rt, rule) })
}
