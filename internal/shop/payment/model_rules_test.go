//go:build !race

package payment_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"kontor/internal/shop/checkout"
	"kontor/internal/shop/message"
	"kontor/internal/shop/payment"
	"kontor/internal/store"
)

// mutant disables one proof rule, where the shop meets PayPal and its journal.
type mutant struct {
	refunds bool   // only worlds with many refunds show its fault
	plan    string // the outcome of the first capture that shows its fault
	outside bool   // only worlds in which much goes back outside the shop, without notifications, show its fault
	alone   bool   // only worlds in which one thing happens at a time show its fault
	seed    uint64 // of a life that shows its fault; when the model changes, another one is found
	paypal  func(payment.PayPal) payment.PayPal
	store   func(payment.Store, *world) payment.Store
}

// mutants has at least one for each rule.
var mutants = map[string]mutant{
	"R1 the row knows the order at PayPal before the buyer does": {seed: 6693042278174487405, store: changing(func(before, after *payment.Payment) {
		if before.PayPalOrderID == "" && after.PayPalOrderID != "" {
			*after = *before
		}
	})},
	"R2 unknown is not unpaid":                                {seed: 1637081345361666791, alone: true, paypal: func(p payment.PayPal) payment.PayPal { return guesses{p} }},
	"R3 captured already means read the order":                {seed: 11130950181977790769, alone: true, paypal: func(p payment.PayPal) payment.PayPal { return refuses{p} }},
	"R4 only the capture's status is money":                   {seed: 9949321557157735307, plan: payment.PayPalCaptureDeclined, paypal: func(p payment.PayPal) payment.PayPal { return trusts{p} }},
	"R5 cents are compared":                                   {seed: 4419004841697203363, plan: "amount", store: changing(ignoreAmount)},
	"R6 money wins":                                           {seed: 8585884211964638122, store: changing(keepEnd)},
	"R7 order and state are one transaction":                  {seed: 297047434010410870, store: func(s payment.Store, w *world) payment.Store { return &twoSteps{s, w} }},
	"R8 payments that ended without money are read once more": {seed: 1897085568461005085, store: changing(noFinalRead)},
	"R9 the refund of what does not fit is repeated": {seed: 13714180815282584136, plan: "amount", store: changing(func(_, after *payment.Payment) {
		if after.State == payment.StateRefunding {
			after.NextAt = after.NextAt.AddDate(1, 0, 0)
		}
	})},
	"R10 paid orders are read again": {seed: 1549975139831695746, outside: true, store: func(s payment.Store, _ *world) payment.Store {
		return unswept{changedSteps{s, func(_, after *payment.Payment) {
			if after.State == payment.StateCompleted {
				after.NextAt = time.Time{}
			}
		}}}
	}},
	"R11 what a dispute brings back counts": {seed: 6796261012744041609, outside: true, store: func(s payment.Store, _ *world) payment.Store { return unjudged{s} }},
	"R9 refunds keep their names":           {seed: 16164063975735925219, refunds: true, paypal: func(p payment.PayPal) payment.PayPal { return &renames{PayPal: p} }},
	"R12 the shop knows its own refunds":    {seed: 4463930402494513907, refunds: true, paypal: func(p payment.PayPal) payment.PayPal { return nameless{p} }},
}

// changing returns a journal that alters the result of each step.
func changing(change func(before, after *payment.Payment)) func(payment.Store, *world) payment.Store {
	return func(s payment.Store, _ *world) payment.Store { return changedSteps{s, change} }
}

type changedSteps struct {
	payment.Store
	change func(before, after *payment.Payment)
}

func (s changedSteps) ChangePayment(ctx context.Context, c payment.Change) (payment.Changed, error) {
	apply := c.Apply
	c.Apply = func(p *payment.Payment) {
		before := *p
		apply(p)
		s.change(&before, p)
	}
	return s.Store.ChangePayment(ctx, c)
}

func ignoreAmount(before, after *payment.Payment) {
	if after.State == payment.StateRefundDue && before.State != after.State && after.Basket != nil {
		after.State = payment.StateCompleted
	}
}

func keepEnd(before, after *payment.Payment) {
	if before.State.WithoutMoney() && !after.State.WithoutMoney() {
		*after = *before
		after.FinalRead, after.NextAt = after.Since, after.NextAt.AddDate(1, 0, 0)
	}
}

func noFinalRead(_, after *payment.Payment) {
	if after.State.WithoutMoney() {
		after.NextAt = after.NextAt.AddDate(1, 0, 0)
	}
}

// unswept finds nothing in PayPal's lists.
type unswept struct{ payment.Store }

func (unswept) ReadSoon(context.Context, int64, time.Time) error { return nil }

func (unswept) ReadPaidSoon(context.Context, time.Time, time.Time) error { return nil }

// unjudged keeps no verdict.
type unjudged struct{ payment.Store }

func (u unjudged) KeepDispute(ctx context.Context, c payment.DisputeChange) (bool, []message.Message, error) {
	if c.Said.Resolved() {
		return false, nil, nil
	}
	return u.Store.KeepDispute(ctx, c)
}

// guesses takes a missing answer for "there is no such order".
type guesses struct{ payment.PayPal }

func (g guesses) Order(ctx context.Context, id string) (payment.PayPalOrder, error) {
	order, err := g.PayPal.Order(ctx, id)
	var unknown *payment.PayPalUnknown
	if errors.As(err, &unknown) {
		err = &payment.PayPalRefusal{Status: 404}
	}
	return order, err
}

// refuses takes "captured already" for a refusal.
type refuses struct{ payment.PayPal }

func (r refuses) CaptureOrder(ctx context.Context, id, request string) (payment.PayPalOrder, error) {
	order, err := r.PayPal.CaptureOrder(ctx, id, request)
	var refusal *payment.PayPalRefusal
	if errors.As(err, &refusal) && refusal.Issue == payment.PayPalIssueOrderAlreadyCaptured {
		err = &payment.PayPalRefusal{Status: 422, Issue: "TRANSACTION_REFUSED"}
	}
	return order, err
}

// trusts takes a completed order for a paid one.
type trusts struct{ payment.PayPal }

func (m trusts) Order(ctx context.Context, id string) (payment.PayPalOrder, error) {
	return trusting(m.PayPal.Order(ctx, id))
}

func (m trusts) CaptureOrder(ctx context.Context, id, request string) (payment.PayPalOrder, error) {
	return trusting(m.PayPal.CaptureOrder(ctx, id, request))
}

func trusting(o payment.PayPalOrder, err error) (payment.PayPalOrder, error) {
	if o.Status == payment.PayPalOrderCompleted && len(o.Captures) > 0 {
		o.Captures[0].Status = payment.PayPalCaptureCompleted
	}
	return o, err
}

// twoSteps stores the order in another transaction than the state that it belongs to.
type twoSteps struct {
	payment.Store
	world *world
}

func (s *twoSteps) ChangePayment(ctx context.Context, c payment.Change) (payment.Changed, error) {
	p, err := s.Payment(ctx, c.ID)
	if err != nil {
		return payment.Changed{}, err
	}
	before := p.State
	if c.Apply(&p); p.State != before && p.State == payment.StateCompleted {
		order := p.PaidOrder(c.At)
		order.CouponCode = ""
		s.world.db.PlaceOrder(ctx, checkout.Placement{Order: order, Prefix: "BK", Prices: checkout.PriceCheckOff, AttemptID: p.Key + s.world.paypal.id("")})
	}
	return s.Store.ChangePayment(ctx, c)
}

// renames uses a new request id for every attempt at a refund.
type renames struct {
	payment.PayPal
	n atomic.Int64
}

func (r *renames) RefundCapture(ctx context.Context, capture string, wanted payment.PayPalNewRefund) (payment.PayPalRefund, error) {
	wanted.RequestID = fmt.Sprint(wanted.RequestID, r.n.Add(1))
	return r.PayPal.RefundCapture(ctx, capture, wanted)
}

// nameless does not show the names of refunds.
type nameless struct{ payment.PayPal }

func (n nameless) Order(ctx context.Context, id string) (payment.PayPalOrder, error) {
	order, err := n.PayPal.Order(ctx, id)
	for i := range order.Refunds {
		order.Refunds[i].CustomID = ""
	}
	return order, err
}

// mutantVariable names the rule that a run of this test binary leaves out.
const mutantVariable = "KONTOR_TEST_MUTANT"

// The model finds the fault if any one of the proof rules R1 to R12 is disabled.
func TestModel_EveryRuleIsNeeded(t *testing.T) {
	t.Parallel()
	for name, rule := range mutants {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, missed := withoutRule(t, name, "-rapid.checks=1", fmt.Sprint("-rapid.seed=", rule.seed)); missed {
				return
			}
			said, missed := withoutRule(t, name, "-rapid.checks=20000")
			if !missed {
				t.Fatalf("the model does not miss the rule:\n%s", said)
			}
			t.Logf("found by other lives than before: %s", reproduction.FindString(said))
		})
	}
}

var reproduction = regexp.MustCompile(`-rapid\.seed=\d+`)

// withoutRule runs the model without a rule, and reports whether it found the fault.
func withoutRule(t *testing.T, rule string, flags ...string) (said string, missed bool) {
	t.Helper()
	run := exec.CommandContext(t.Context(), os.Args[0], append(flags, "-test.run=^TestModel_Mutant$", "-rapid.shrinktime=1ms", "-rapid.nofailfile")...)
	run.Env = append(os.Environ(), mutantVariable+"="+rule)
	output, err := run.CombinedOutput()
	return string(output), err != nil && strings.Contains(string(output), "[rapid] failed")
}

// TestModel_Mutant is the model without the rule named by the environment.
func TestModel_Mutant(t *testing.T) {
	rule, ok := mutants[os.Getenv(mutantVariable)]
	if !ok {
		return // TestModel_EveryRuleIsNeeded runs it
	}
	rapid.Check(t, func(rt *rapid.T) {
		inFile(t, func(open func() *store.DB) { inWorld(t, rt, rule, open) })
	})
}
