package storetest

import (
	"sync/atomic"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/message"
	"kontor/internal/shop/payment"
)

// contested returns PayPal's first state of a dispute about all of a payment's money,
// which the buyer's bank takes.
func contested(p payment.Payment) payment.PayPalDispute {
	return payment.PayPalDispute{
		ID: "PP-D-" + p.Capture.ID, CaptureIDs: []string{"SOMETHINGELSE", p.Capture.ID}, Bank: true,
		Reason: payment.PayPalDisputeNotReceived, Status: payment.PayPalDisputeSellersTurn, Stage: payment.PayPalStageChargeback,
		Amount: payment.PayPalAmount{Cents: p.Capture.Amount, Currency: payment.CurrencyEuro}, ResponseDue: noon.Add(240 * time.Hour),
		Created: noon.Add(-time.Minute), Updated: noon,
	}
}

// keepDispute stores PayPal's state of a dispute with a message, and returns how many messages that owes.
func (s *suite) keepDispute(said payment.PayPalDispute) (news bool, owed int) {
	s.t.Helper()
	news, messages, err := s.Store.KeepDispute(s.t.Context(), payment.DisputeChange{
		Said: said, At: noon,
		Owe: func(_, after *payment.Dispute, of *payment.Payment) []message.Message {
			note := message.OperatorNote{Subject: "Konflikt", Text: after.PayPalID}
			m := message.Message{Key: shop.FormatTime(after.Updated) + after.PayPalID, Kind: message.KindOperatorNote, Language: "de", Note: &note, CreatedAt: noon}
			m.Begin(message.SendingOff, noon)
			return []message.Message{m}
		},
	})
	if err != nil {
		s.t.Fatalf("keep: %v", err)
	}
	return news, len(messages)
}

// takenBack records that everything went back outside the shop.
func (s *suite) takenBack(p payment.Payment) {
	s.t.Helper()
	gone := capturedAs("1", p.Total)
	gone.Captures[0].ID, gone.Captures[0].Status = p.Capture.ID, payment.PayPalCaptureRefunded
	if _, err := s.paymentStep(p.ID, func(p *payment.Payment) { p.Observe(gone, noon) }); err != nil {
		s.t.Fatal(err)
	}
}

// theDispute returns the payment with its only dispute.
func (s *suite) theDispute(id int64) (payment.Details, payment.Dispute) {
	s.t.Helper()
	details, err := s.Store.PaymentDetails(s.t.Context(), id)
	if err != nil || len(details.Disputes) != 1 {
		s.t.Fatalf("%+v, %v", details, err)
	}
	return details, details.Disputes[0]
}

func disputeKept(s *suite) {
	p := s.paidPayment("1")
	said := contested(p)
	if news, owed := s.keepDispute(said); !news || owed != 1 {
		s.t.Errorf("news %v, %d messages", news, owed)
	}
	details, d := s.theDispute(p.ID)
	want := payment.Dispute{
		ID: d.ID, PaymentID: p.ID, PayPalID: said.ID, CaptureID: p.Capture.ID, Bank: true, Reason: said.Reason, Status: said.Status, Stage: said.Stage,
		Amount: 2070, Currency: "EUR", Due: said.ResponseDue, OpenedAt: said.Created, Updated: said.Updated,
		CreatedAt: noon, UpdatedAt: noon, Version: 1,
	}
	if d != want {
		s.t.Errorf("%+v\nwant %+v", d, want)
	}
	if details.Contested != 2070 || details.DisputesDue != 1 || !details.IsCase() || details.Left() != 2070 {
		s.t.Errorf("%+v", details.Payment)
	}
	if b := s.balance(); b.Contested != 2070 || b.Ordered != 2070 || b.Cases != 1 {
		s.t.Errorf("balance %+v", b)
	}
	for _, again := range []payment.PayPalDispute{said, {ID: said.ID, Status: payment.PayPalDisputeResolved, Updated: noon.Add(-time.Second)}} {
		if news, owed := s.keepDispute(again); news || owed != 0 {
			s.t.Errorf("%+v is news, %d messages", again, owed)
		}
	}
	if _, after := s.theDispute(p.ID); after != want {
		s.t.Errorf("%+v\nwant %+v", after, want)
	}
}

// The verdict and the movement of the money become known in any order.
func disputeWon(s *suite) {
	for i, takenFirst := range []bool{true, false} {
		p := s.paidPayment([]string{"1", "2"}[i])
		said := contested(p)
		won := said
		won.Status, won.Outcome, won.Updated = payment.PayPalDisputeResolved, payment.PayPalOutcomeSeller, noon.Add(time.Hour)
		if takenFirst {
			s.takenBack(p)
		}
		s.keepDispute(said)
		s.keepDispute(won)
		if !takenFirst {
			s.takenBack(p)
		}
		details, d := s.theDispute(p.ID)
		if d.Won != 2070 || details.WonBack != 2070 || details.Capture.Outside != 2070 || details.Left() != 2070 || details.IsCase() {
			s.t.Errorf("taken first %v: %+v, %+v", takenFirst, d, details.Payment)
		}
	}
	if b := s.balance(); b.Ordered != 2*2070 || b.Refunded != 0 || b.Contested != 0 {
		s.t.Errorf("balance %+v", b)
	}
	if f := s.figures("", ""); f.Returned != 0 {
		s.t.Errorf("%s € count as returned", f.Returned)
	}
}

func disputeLost(s *suite) {
	p := s.paidPayment("1")
	said := contested(p)
	s.takenBack(p)
	if b := s.balance(); b.Uncancelled != 1 {
		s.t.Errorf("balance %+v", b)
	}
	s.keepDispute(said)
	if b := s.balance(); b.Ordered != 0 || b.Refunded != 2070 || b.Contested != 0 || b.Uncancelled != 0 { // it may yet come back
		s.t.Errorf("balance %+v", b)
	}
	said.Status, said.Outcome, said.Updated = payment.PayPalDisputeResolved, payment.PayPalOutcomeBuyer, noon.Add(time.Hour)
	said.OutcomeAmount = payment.PayPalAmount{Cents: 1500, Currency: payment.CurrencyEuro}
	s.keepDispute(said)
	if details, d := s.theDispute(p.ID); d.Lost != 1500 || d.Won != 570 || details.Left() != 570 {
		s.t.Errorf("%+v, %+v", d, details.Payment)
	}
	if b := s.balance(); b.Ordered != 570 || b.Refunded != 1500 {
		s.t.Errorf("balance %+v", b)
	}
	if f := s.figures("", ""); f.Returned != 1500 {
		s.t.Errorf("%s € count as returned", f.Returned)
	}
}

func disputeRace(s *suite) {
	p := s.paidPayment("1")
	said := contested(p)
	var news, owed atomic.Int64
	atOnce(8, func(int) {
		if new, messages := s.keepDispute(said); new {
			news.Add(1)
			owed.Add(int64(messages))
		}
	})
	if _, d := s.theDispute(p.ID); news.Load() != 1 || owed.Load() != 1 || d.Version != 1 {
		s.t.Errorf("%d times news, %d messages, %+v", news.Load(), owed.Load(), d)
	}
}

func disputeStray(s *suite) {
	p := s.waiting("1")
	said := contested(payment.Payment{Capture: payment.Capture{ID: "CAPTURE-1", Amount: 2070}})
	said.CaptureIDs = said.CaptureIDs[1:]
	if news, owed := s.keepDispute(said); !news || owed != 1 {
		s.t.Errorf("news %v, %d messages", news, owed)
	}
	page, err := s.Store.Payments(s.t.Context(), payment.Filter{})
	if err != nil || len(page.Strays) != 1 || page.Strays[0].PaymentID != 0 || page.Cases != 0 {
		s.t.Fatalf("%+v, %v", page, err)
	}
	if b := s.balance(); b.Contested != 0 {
		s.t.Errorf("balance %+v", b)
	}
	// The journal hears of the capture later.
	if _, err := s.paymentStep(p.ID, func(p *payment.Payment) { p.Observe(capturedAs("1", p.Total), noon) }); err != nil {
		s.t.Fatal(err)
	}
	said.Updated = noon.Add(time.Minute)
	s.keepDispute(said)
	if details, d := s.theDispute(p.ID); d.PaymentID != p.ID || d.ID != page.Strays[0].ID || details.Contested != 2070 {
		s.t.Errorf("%+v, %+v", d, details.Payment)
	}
}

func eventOfDispute(s *suite) {
	event := payment.PayPalEvent{ID: "WH-1", Type: "CUSTOMER.DISPUTE.CREATED", CaptureID: "C1", DisputeID: "PP-D-1"}
	if err := s.Store.KeepPayPalEvent(s.t.Context(), event, noon); err != nil {
		s.t.Fatal(err)
	}
	event.Tries = 1
	if claimed, err := s.Store.ClaimPayPalEvents(s.t.Context(), 9, noon); err != nil || len(claimed) != 1 || claimed[0] != event {
		s.t.Errorf("%+v, %v", claimed, err)
	}
}
