package storetest

import (
	"fmt"
	"strings"
	"sync"
	"time"

	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
)

var mailLimitScenarios = []scenario{
	{"W30 an address gets so many messages in any hour, and in any day", limitedByTime},
	{"W30 orders that come at once get no more", limitedAtOnce},
	{"W30 withdrawals count like orders, however the address is spelled", limitedWithdrawals},
	{"W30 what cannot be sent, and what the operator sends, does not count", limitedUncounted},
	{"a clock that was ahead holds nothing for long", limitedByTheFuture},
}

const fewMails = 3

// placeLimited places an order whose customer's address has a mail limit, and returns
// the order with its message to the customer.
func (s *suite) placeLimited(limit message.MailLimit, changes ...func(*order.Order)) (*order.Order, message.Message) {
	p := s.placement(newOrder(changes...))
	p.Mails, p.Messages = limit, s.letters(p.Order.CreatedAt)
	p.Messages[1].To = p.Order.Customer.Email
	p.Messages[1].Begin(message.SendingNow, p.Order.CreatedAt)
	placed, err := s.Store.PlaceOrder(s.t.Context(), p)
	if err != nil || len(placed.Messages) != 2 {
		s.t.Errorf("placed with %d messages, %v", len(placed.Messages), err)
		return p.Order, p.Messages[1]
	}
	if operator := placed.Messages[0]; operator.State != message.Open {
		s.t.Errorf("the operator's message is %s", operator.State)
	}
	return placed.Order, placed.Messages[1]
}

// expectHeld expects that a message is held, that its order says so, and that it is not
// claimed for sending; or the opposite.
func (s *suite) expectHeld(o *order.Order, m message.Message, held bool) {
	s.t.Helper()
	state := message.Open
	if held {
		state = message.Held
	}
	stored := s.details(o.ID)
	if m.State != state || m.Claimed == held || o.HasHint(order.HintMail) != held || stored.HasHint(order.HintMail) != held {
		s.t.Errorf("order %d: message %s, claimed %v, hints %q, stored %q", o.ID, m.State, m.Claimed, o.HintTexts(), stored.HintTexts())
	}
	if read := s.message(m.ID); read.State != state || held && (read.Attempts != 0 || !strings.Contains(o.HintTexts(), read.Reason)) {
		s.t.Errorf("order %d: message %s after %d attempts, %q", o.ID, read.State, read.Attempts, read.Reason)
	}
}

func limitedByTime(s *suite) {
	limit := message.MailLimit{PerHour: fewMails, PerDay: fewMails + 1}
	place := func(after time.Duration, held bool) {
		s.t.Helper()
		o, m := s.placeLimited(limit, at(noon.Add(after)))
		s.expectHeld(o, m, held)
	}
	for range fewMails {
		place(0, false)
	}
	place(0, true)
	place(59*time.Minute, true)
	place(time.Hour, false) // held messages do not count
	place(2*time.Hour, true)
	place(24*time.Hour-time.Second, true)
	for range fewMails {
		place(24*time.Hour, false)
	}
	place(24*time.Hour, true)

	o, m := s.placeLimited(limit, at(noon), from("max@example.org"))
	s.expectHeld(o, m, false)
	if o, m := s.placeLimited(message.MailLimit{}, at(noon.Add(24*time.Hour))); m.State != message.Open || o.HasHint(order.HintMail) {
		s.t.Errorf("without a limit the message is %s, hints %v", m.State, o.Hints)
	}
	s.mailsAgree()
}

func limitedAtOnce(s *suite) {
	const orders = 20
	var placing sync.WaitGroup
	for i := range orders {
		placing.Go(func() {
			email := from([]string{"Erika@Example.org", "erika@example.org"}[i%2])
			s.placeLimited(message.MailLimit{PerHour: fewMails}, at(noon.Add(time.Duration(i)*time.Millisecond)), email)
		})
	}
	placing.Wait()
	states := message.Filter{State: message.Held, Limit: order.MaxLimit}
	held, err := s.Store.Messages(s.t.Context(), states)
	if err != nil || len(held.Messages) != orders-fewMails || held.Counts[message.Held] != orders-fewMails ||
		held.Counts[message.Open] != orders+fewMails {
		s.t.Errorf("%d held, %v, %v; want %d", len(held.Messages), held.Counts, err, orders-fewMails)
	}
	if found := s.page(order.Filter{Hint: order.HintMail}).Orders; len(found) != orders-fewMails {
		s.t.Errorf("%d orders have the hint", len(found))
	}
	s.mailsAgree()
}

func limitedWithdrawals(s *suite) {
	declare := func(name string) message.Message {
		w := newWithdrawal(name)
		w.Email, w.At = " ERIKA@example.org ", noon
		receipt := letter("widerruf-"+name, message.KindWithdrawal, noon)
		receipt.To, receipt.Withdrawal = w.Email, w.Withdrawn()
		_, owed, err := s.Store.AddWithdrawal(s.t.Context(), w, []message.Message{receipt}, message.MailLimit{PerHour: fewMails})
		if err != nil || len(owed) != 1 {
			s.t.Fatalf("%d messages, %v", len(owed), err)
		}
		return owed[0]
	}
	for i := range fewMails - 1 {
		if m := declare(fmt.Sprint("limit", i)); m.State != message.Open {
			s.t.Errorf("withdrawal %d: %s", i, m.State)
		}
	}
	limit := message.MailLimit{PerHour: fewMails}
	o, m := s.placeLimited(limit)
	s.expectHeld(o, m, false)
	o, m = s.placeLimited(limit)
	s.expectHeld(o, m, true)
	if m := declare("beyond"); m.State != message.Held || !strings.Contains(m.Reason, "angehalten") {
		s.t.Errorf("a withdrawal beyond the limit: %s, %q", m.State, m.Reason)
	}
	s.mailsAgree()
}

func limitedUncounted(s *suite) {
	limit := message.MailLimit{PerHour: 1}
	for range 3 { // there is no sender
		p := s.placement(newOrder())
		p.Mails, p.Messages = limit, s.letters(noon)
		for i := range p.Messages {
			p.Messages[i].Begin(message.SendingOff, noon)
		}
		if placed, err := s.Store.PlaceOrder(s.t.Context(), p); err != nil || placed.Messages[1].State != message.NotSetUp {
			s.t.Errorf("without a sender: %+v, %v", placed.Messages, err)
		}
	}
	o, first := s.placeLimited(limit)
	s.expectHeld(o, first, false)
	o, held := s.placeLimited(limit)
	s.expectHeld(o, held, true)
	again := message.Resend{Sending: message.SendingNow, Key: "erneut-1", Actor: "Verwaltung", At: noon.Add(time.Minute)}
	sent, err := s.Store.ResendMessage(s.t.Context(), held.ID, again)
	if err != nil || sent.State != message.Open || !sent.Claimed || sent.Reason != "" {
		s.t.Fatalf("sent by hand: %+v, %v", sent, err)
	}
	o, m := s.placeLimited(limit, at(noon.Add(time.Hour))) // only the first counts, and is an hour old
	s.expectHeld(o, m, false)
	o, m = s.placeLimited(limit, at(noon.Add(time.Hour)))
	s.expectHeld(o, m, true)
	if m, err = s.Store.DiscardMessage(s.t.Context(), m.ID, "Verwaltung", noon.Add(time.Hour)); err != nil || m.State != message.Discarded {
		s.t.Errorf("discarded: %s, %v", m.State, err)
	}
	s.mailsAgree()
}

func limitedByTheFuture(s *suite) {
	limit := message.MailLimit{PerHour: 1}
	s.placeLimited(limit, at(noon.AddDate(1, 0, 0)))
	o, m := s.placeLimited(limit)
	s.expectHeld(o, m, false)
	o, m = s.placeLimited(limit, at(noon.Add(-clockSkew)))
	s.expectHeld(o, m, true)
}

// clockSkew is by how much the clocks of two instances may differ.
const clockSkew = 10 * time.Second
