package paypal_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kontor/internal/paypal/paypalsim"
	"kontor/internal/shop"
	"kontor/internal/shop/payment"
)

// disputes reads those that changed since a time.
func (m *merchant) disputes(t *testing.T, since time.Time) []payment.PayPalDispute {
	t.Helper()
	all, err := m.Disputes(t.Context(), since)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// T58: a dispute is read with what it is about, until its end; the list and the dispute
// itself agree.
func TestT58_ADisputeFromEndToEnd(t *testing.T) {
	t.Parallel()
	m := open(t)
	capture, begin := m.captured(t, "a1"), m.clock.Now()
	if found := m.disputes(t, begin); len(found) != 0 {
		t.Errorf("nothing is contested: %+v", found)
	}
	due := begin.Add(10 * 24 * time.Hour)
	m.clock.Advance(time.Hour)
	id := m.sim.OpenDispute(capture.ID, paypalsim.Claim{Amount: 730, Reason: payment.PayPalDisputeNotAsDescribed, Due: due})
	opened := m.clock.Now()
	dispute, err := m.Dispute(t.Context(), id)
	if err != nil || dispute.ID != id || !slices.Equal(dispute.CaptureIDs, []string{capture.ID}) || !dispute.Amount.Is(730) ||
		dispute.Reason != payment.PayPalDisputeNotAsDescribed || dispute.Status != payment.PayPalDisputeSellersTurn || dispute.Resolved() ||
		dispute.Stage != payment.PayPalStageInquiry || dispute.Outcome != "" || dispute.OutcomeAmount.Readable() ||
		!dispute.ResponseDue.Equal(due) || !dispute.Created.Equal(opened) || !dispute.Updated.Equal(opened) {
		t.Errorf("opened: %+v, %v", dispute, err)
	}
	m.clock.Advance(time.Hour)
	m.sim.MoveDispute(id, payment.PayPalDisputeUnderReview, payment.PayPalStageChargeback)
	if found := m.disputes(t, m.clock.Now()); len(found) != 1 || found[0].Status != payment.PayPalDisputeUnderReview || found[0].Stage != payment.PayPalStageChargeback {
		t.Errorf("moved: %+v", found)
	}
	m.clock.Advance(time.Hour)
	if found := m.disputes(t, m.clock.Now()); len(found) != 0 {
		t.Errorf("unchanged for an hour: %+v", found)
	}
	m.sim.ResolveDispute(id, payment.PayPalOutcomeBuyer, 730)
	found := m.disputes(t, begin)
	if len(found) != 1 || !found[0].Resolved() || found[0].Outcome != payment.PayPalOutcomeBuyer || !found[0].OutcomeAmount.Is(730) ||
		!found[0].ResponseDue.IsZero() || found[0].CaptureIDs[0] != capture.ID {
		t.Errorf("resolved: %+v", found)
	}
	if _, err := m.Dispute(t.Context(), "PP-R-ABC-99999999"); !wantRefusal(t, err).NotFound() {
		t.Error(err)
	}
}

// T58: whoever wins, the money is where PayPal says, and the order shows it.
func TestT58_MoneyFollowsTheOutcome(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		bank    bool
		outcome string
		paid    shop.Cents
		status  string // of the capture afterwards
	}{
		"the buyer wins":             {false, payment.PayPalOutcomeBuyer, 2730, payment.PayPalCaptureRefunded},
		"a part goes back":           {false, payment.PayPalOutcomeBuyer, 730, payment.PayPalCapturePartiallyRefunded},
		"the merchant wins":          {false, payment.PayPalOutcomeSeller, 0, payment.PayPalCaptureCompleted},
		"the buyer gives up":         {false, payment.PayPalOutcomeWithdrawn, 0, payment.PayPalCaptureCompleted},
		"PayPal pays":                {false, payment.PayPalOutcomePayout, 0, payment.PayPalCaptureCompleted},
		"a chargeback stays":         {true, payment.PayPalOutcomeBuyer, 2730, payment.PayPalCaptureRefunded},
		"a chargeback stays in part": {true, payment.PayPalOutcomeBuyer, 730, payment.PayPalCapturePartiallyRefunded},
		"a chargeback is undone":     {true, payment.PayPalOutcomeSeller, 0, payment.PayPalCaptureCompleted},
		"PayPal covers a chargeback": {true, payment.PayPalOutcomePayout, 0, payment.PayPalCaptureCompleted},
		"the merchant accepts":       {true, payment.PayPalOutcomeAccepted, 2730, payment.PayPalCaptureRefunded},
	} {
		m := open(t)
		capture := m.captured(t, "a1")
		id := m.sim.OpenDispute(capture.ID, paypalsim.Claim{Bank: c.bank})
		meanwhile := shop.Cents(2730)
		if c.bank {
			meanwhile = 0
		}
		if held := m.sim.Entry(capture.OrderID).Held(); held != meanwhile {
			t.Errorf("%s: meanwhile the merchant has %d", name, held)
		}
		m.sim.ResolveDispute(id, c.outcome, c.paid)
		if held := m.sim.Entry(capture.OrderID).Held(); held != 2730-c.paid {
			t.Errorf("%s: the merchant has %d", name, held)
		}
		order, err := m.Order(t.Context(), capture.OrderID)
		if err != nil || order.Captures[0].Status != c.status {
			t.Errorf("%s: %+v, %v", name, order, err)
		}
		var back shop.Cents
		for _, refund := range order.Refunds {
			if refund.Status == payment.PayPalRefundCompleted {
				back += refund.Amount.Cents
			}
		}
		if back != c.paid {
			t.Errorf("%s: the order shows %d", name, back)
		}
	}
}

// T58: the list is read to its end, in PayPal's order, and no dispute twice.
func TestT58_DisputesPageByPage(t *testing.T) {
	t.Parallel()
	m := open(t)
	begin := m.clock.Now()
	var want []string
	for i := range 7 {
		capture := m.captured(t, fmt.Sprintf("a%d", i))
		want = append(want, m.sim.OpenDispute(capture.ID, paypalsim.Claim{}))
	}
	slices.Reverse(want)
	for _, size := range []int{1, 2, 3, 7, 8} {
		m.sim.LimitPages(size)
		var got []string
		for _, dispute := range m.disputes(t, begin) {
			got = append(got, dispute.ID)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%d on a page: %v, want %v", size, got, want)
		}
	}
	m.sim.LimitPages(0)
	asked := m.sim.Calls(paypalsim.ListDisputes)
	m.clock.Advance(181 * 24 * time.Hour)
	if found := m.disputes(t, begin); len(found) != 0 || m.sim.Calls(paypalsim.ListDisputes) != asked+1 {
		t.Errorf("after their life: %+v", found)
	}
}

// T58: a dispute that is opened while the list is read pushes others to the next page;
// none is returned twice for that, and none is missing.
func TestT58_DisputesOpenedMeanwhile(t *testing.T) {
	t.Parallel()
	m := open(t)
	begin := m.clock.Now()
	var want []string
	for i := range 4 {
		want = append(want, m.sim.OpenDispute(m.captured(t, fmt.Sprintf("a%d", i)).ID, paypalsim.Claim{}))
	}
	another := m.captured(t, "a4")
	m.sim.LimitPages(2)
	var once sync.Once
	m.sim.Watch(func(o paypalsim.Operation, moment paypalsim.Moment) {
		if o == paypalsim.ListDisputes && moment == paypalsim.After {
			once.Do(func() { m.sim.OpenDispute(another.ID, paypalsim.Claim{}) })
		}
	})
	var got []string
	for _, dispute := range m.disputes(t, begin) {
		got = append(got, dispute.ID)
	}
	slices.Reverse(want)
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// T58: either all disputes are known or it is known that they are not.
func TestT58_NoPartOfTheDisputes(t *testing.T) {
	t.Parallel()
	m := open(t)
	begin := m.clock.Now()
	for i := range 4 {
		m.sim.OpenDispute(m.captured(t, fmt.Sprintf("a%d", i)).ID, paypalsim.Claim{})
	}
	m.sim.LimitPages(2)
	for _, operation := range []paypalsim.Operation{paypalsim.ListDisputes, paypalsim.ReadDispute} {
		for _, kind := range []paypalsim.Kind{paypalsim.InternalError, paypalsim.CreatedPage, paypalsim.BlockedPage, paypalsim.CutInAnswer, paypalsim.TooManyRequests} {
			m.sim.Fail(operation, paypalsim.Fault{}) // the first call goes well
			m.sim.Fail(operation, paypalsim.Fault{Kind: kind})
			found, err := m.Disputes(t.Context(), begin)
			if wantUnknown(t, err); len(found) != 0 {
				t.Errorf("%s of %s: %+v", kind, operation, found)
			}
			m.sim.Heal()
		}
	}
	m.sim.Fail(paypalsim.ReadDispute, paypalsim.Fault{Kind: paypalsim.NotFound})
	_, err := m.Disputes(t.Context(), begin)
	wantUnknown(t, err) // the list was not refused
	if found := m.disputes(t, begin); len(found) != 4 {
		t.Errorf("afterwards: %+v", found)
	}
}

// T58: an account without the permission for disputes is recognised; a firewall's page
// does not pass for that.
func TestT58_NoPermission(t *testing.T) {
	t.Parallel()
	m := open(t)
	for _, operation := range []paypalsim.Operation{paypalsim.ListDisputes, paypalsim.ReadDispute} {
		m.sim.Fail(operation, paypalsim.Fault{Kind: paypalsim.Forbidden, Times: -1})
	}
	_, err := m.Disputes(t.Context(), m.clock.Now())
	if refusal := wantRefusal(t, err); !refusal.NoPermission() || refusal.NotFound() {
		t.Errorf("%+v", refusal)
	}
	_, err = m.Dispute(t.Context(), "PP-R-ABC-99999999")
	if !wantRefusal(t, err).NoPermission() {
		t.Error(err)
	}
	m.sim.Heal()
	m.sim.Fail(paypalsim.ListDisputes, paypalsim.Fault{Kind: paypalsim.BlockedPage})
	_, err = m.Disputes(t.Context(), m.clock.Now())
	wantUnknown(t, err)
}

// T58: malformed ids cause no call, and unreadable amounts stay unreadable.
func TestT58_IDsAndAmountsOfDisputes(t *testing.T) {
	t.Parallel()
	m := open(t)
	for _, id := range []string{"", "../orders", "PP/R", "PP?x=y", strings.Repeat("A", 256)} {
		if _, err := m.Dispute(t.Context(), id); !wantRefusal(t, err).NotFound() || m.sim.Calls(paypalsim.Token) != 0 {
			t.Errorf("%q: %v", id, err)
		}
	}
	id := m.sim.OpenDispute(m.captured(t, "a1").ID, paypalsim.Claim{})
	m.sim.Fail(paypalsim.ReadDispute, paypalsim.Fault{Kind: paypalsim.LocalAmounts, Done: true})
	if dispute, err := m.Dispute(t.Context(), id); err != nil || dispute.Amount.Readable() || dispute.ID != id {
		t.Errorf("%+v, %v", dispute, err)
	}
}

// T58: answers that cannot be PayPal's list decide nothing, and none is followed to
// another server or for ever.
func TestT58_ListsAreNotTrusted(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"a dispute without id":     `{"items":[{"status":"OPEN"}]}`,
		"an id for another path":   `{"items":[{"dispute_id":"../../v2/x","status":"OPEN"}]}`,
		"a dispute without status": `{"items":[{"dispute_id":"PP-1"}]}`,
		"a link to nowhere":        `{"links":[{"rel":"next","href":"%zz"}]}`,
		"a link without a query":   `{"links":[{"rel":"next","href":"/v1/customer/disputes"}]}`,
		"no end":                   `{"links":[{"rel":"next","href":"https://evil.test/v2/x?next_page_token=A"}]}`,
	} {
		var paths []string
		m := open(t, func(s *settings) {
			s.BaseURL = serve(t, func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/v1/oauth2/token" {
					w.Write([]byte(`{"access_token":"A21AA","expires_in":32400}`))
					return
				}
				paths = append(paths, r.URL.Path)
				w.Write([]byte(body))
			})
		})
		_, err := m.Disputes(t.Context(), m.clock.Now())
		wantUnknown(t, err)
		if slices.ContainsFunc(paths, func(path string) bool { return path != "/v1/customer/disputes" }) || len(paths) > 200 {
			t.Errorf("%s: %d calls of %v", name, len(paths), slices.Compact(paths))
		}
	}
}

// T58: each step of a dispute is notified, with its id and its capture, and a reversal
// like a refund.
func TestT58_NotificationsOfDisputes(t *testing.T) {
	t.Parallel()
	m := open(t)
	capture := m.captured(t, "a1")
	id := m.sim.OpenDispute(capture.ID, paypalsim.Claim{})
	m.sim.MoveDispute(id, payment.PayPalDisputeUnderReview, payment.PayPalStageChargeback)
	m.sim.ResolveDispute(id, payment.PayPalOutcomeBuyer, 2730)
	for _, kind := range []string{"CUSTOMER.DISPUTE.CREATED", "CUSTOMER.DISPUTE.UPDATED", "CUSTOMER.DISPUTE.RESOLVED"} {
		sent := m.event(t, kind)
		event, err := payment.ReadPayPalEvent(sent.Body)
		if err != nil || event != (payment.PayPalEvent{ID: sent.ID, Type: kind, DisputeID: id, CaptureID: capture.ID}) {
			t.Errorf("%s: %+v, %v", kind, event, err)
		}
	}
	event, err := payment.ReadPayPalEvent(m.event(t, "PAYMENT.CAPTURE.REVERSED").Body)
	if err != nil || event.CaptureID != capture.ID || event.DisputeID != "" {
		t.Errorf("reversed: %+v, %v", event, err)
	}
	if events := m.sim.Events(); slices.ContainsFunc(events, func(e paypalsim.Event) bool { return e.Type == "PAYMENT.CAPTURE.REFUNDED" }) {
		t.Errorf("a reversal passes for the merchant's refund: %d notifications", len(events))
	}
}
