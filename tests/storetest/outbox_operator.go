package storetest

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
)

var outboxOperatorScenarios = []scenario{
	{"filters find their messages, newest first and page by page", listedMessages},
	{"everything but what was sent can be discarded, once", discarded},
	{"each thing that the operator does is in the order's history", mailHistory},
	{"a message of a kind is owed once, however many ask", owedOnce},
	{"a message about no order is owed once for its key, however many ask", owedOnceByKey},
	{"unknown messages and orders are not found", unknownMessages},
}

// expectMessages expects that the filter finds exactly the messages with these ids, two
// per page.
func (s *suite) expectMessages(f message.Filter, ids ...int64) {
	s.t.Helper()
	var got []int64
	for f.Limit = 2; ; {
		page, err := s.Store.Messages(s.t.Context(), f)
		if err != nil {
			s.t.Fatalf("messages %+v: %v", f, err)
		}
		for _, m := range page.Messages {
			got = append(got, m.ID)
		}
		if f.Before = page.Next; page.Next == 0 {
			break
		}
	}
	if diff := cmp.Diff(ids, got, cmpopts.EquateEmpty()); diff != "" {
		s.t.Errorf("messages %+v (-want +got):\n%s", f, diff)
	}
}

func listedMessages(s *suite) {
	for range 3 {
		s.owe(noon)
	}
	claimed := s.claim(4, noon)
	claimed[0].Sent(noon)
	claimed[1].Refused("nein", noon)
	claimed[2].Refused("nein", noon)
	for _, m := range claimed[:3] {
		s.settle(m)
	}
	s.expectMessages(message.Filter{}, 6, 5, 4, 3, 2, 1)
	s.expectMessages(message.Filter{State: message.Open}, 6, 5, 4)
	s.expectMessages(message.Filter{State: message.Failed}, 3, 2)
	s.expectMessages(message.Filter{State: message.Sent}, 1)
	s.expectMessages(message.Filter{State: message.NotSetUp})
	s.expectMessages(message.Filter{OrderID: 2}, 4, 3)
	s.expectMessages(message.Filter{OrderID: 2, State: message.Failed}, 3)
	s.expectMessages(message.Filter{OrderID: 9})
	for _, text := range hostile {
		s.expectMessages(message.Filter{State: message.State(text)})
	}
	s.mailsAgree()
}

func discarded(s *suite) {
	s.owe(noon)
	m, err := s.Store.DiscardMessage(s.t.Context(), 1, "Verwaltung a1b2", noon)
	if err != nil || m.State != message.Discarded {
		s.t.Fatalf("discarded: %+v, %v", m, err)
	}
	sent := s.claim(10, noon)
	if len(sent) != 1 || sent[0].ID != 2 {
		s.t.Fatalf("a discarded message is due: %+v", sent)
	}
	sent[0].Sent(noon)
	s.settle(sent[0])
	before := s.details(1)
	for id := range int64(2) {
		if _, err := s.Store.DiscardMessage(s.t.Context(), id+1, "Verwaltung a1b2", noon); !errors.Is(err, message.ErrDone) {
			s.t.Errorf("discard a %s message: %v", s.message(id+1).State, err)
		}
	}
	if diff := cmp.Diff(before, s.details(1)); diff != "" {
		s.t.Errorf("a refused request left traces:\n%s", diff)
	}
	if again := s.mustResend(1, "erneut", message.SendingLater); again.State != message.Open {
		s.t.Errorf("taken up again: %+v", again)
	}
	s.mailsAgree()
}

func mailHistory(s *suite) {
	s.owe(noon)
	s.mustResend(1, "erneut-1", message.SendingLater)
	s.setStatus(1, order.StatusPaid)
	if _, err := s.Store.DiscardMessage(s.t.Context(), 1, "Verwaltung a1b2", noon.Add(2*time.Hour)); err != nil {
		s.t.Fatal(err)
	}
	paid := letter("bezahlt", message.KindPaid, noon.Add(3*time.Hour))
	paid.OrderID = 1
	if _, err := s.Store.OweMessage(s.t.Context(), paid, "Verwaltung c3d4"); err != nil {
		s.t.Fatal(err)
	}
	now := s.details(1)
	want := []order.Event{
		{At: noon, Actor: order.ActorShop, Kind: order.EventCreated},
		{At: noon.Add(time.Hour), Actor: "Verwaltung a1b2", Kind: order.EventMail, Text: "Bestellbenachrichtigung erneut gesendet"},
		{At: noon.Add(time.Hour), Actor: "Verwaltung", Kind: order.EventStatus, From: "zahlungOffen", To: "bezahlt"},
		{At: noon.Add(2 * time.Hour), Actor: "Verwaltung a1b2", Kind: order.EventMail, Text: "Bestellbenachrichtigung verworfen"},
		{At: noon.Add(3 * time.Hour), Actor: "Verwaltung c3d4", Kind: order.EventMail, Text: "Zahlungsbestätigung gesendet"},
	}
	if diff := cmp.Diff(want, now.Events); diff != "" {
		s.t.Errorf("history (-want +got):\n%s", diff)
	}
	if now.Version != 5 || !now.UpdatedAt.Equal(noon.Add(time.Hour)) {
		s.t.Errorf("version %d, changed at %v", now.Version, now.UpdatedAt)
	}
	s.countersAgree()
}

func owedOnce(s *suite) {
	s.place(in(order.StatusPaid))
	s.place(in(order.StatusPaid))
	var mu sync.Mutex
	stored := 0
	var asking sync.WaitGroup
	for _, m := range append(s.paidLetters(1, 10), s.paidLetters(2, 10)...) {
		asking.Go(func() {
			owed, err := s.Store.OweMessage(s.t.Context(), m, "Verwaltung a1b2")
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil && owed.ID != 0 && owed.OrderID == m.OrderID && owed.OrderNumber != "":
				stored++
			case !errors.Is(err, message.ErrExists):
				s.t.Errorf("owed %+v, %v", owed, err)
			}
		})
	}
	asking.Wait()
	if stored != 2 || s.mails() != 2 || s.rows().events != 2 {
		s.t.Errorf("%d messages granted, %d stored, history %+v", stored, s.mails(), s.details(1).Events)
	}
	first := s.details(1).Messages[0]
	if _, err := s.Store.DiscardMessage(s.t.Context(), first.ID, "Verwaltung a1b2", noon); err != nil {
		s.t.Fatal(err)
	}
	if _, err := s.Store.OweMessage(s.t.Context(), s.paidLetters(1, 1)[0], "Verwaltung a1b2"); err != nil {
		s.t.Errorf("another one in the place of one that was discarded: %v", err)
	}
	s.mailsAgree()
}

func owedOnceByKey(s *suite) {
	var stored atomic.Int64
	var asking sync.WaitGroup
	for i := range 20 {
		m := letter(fmt.Sprintf("zugang-%d", i%2), message.KindOperatorNote, noon)
		m.Note = &message.OperatorNote{Subject: "Zugang", Text: "Abgelehnt."}
		asking.Go(func() {
			owed, err := s.Store.OweOnce(s.t.Context(), m)
			if err != nil {
				s.t.Error(err)
			}
			stored.Add(int64(len(owed)))
		})
	}
	asking.Wait()
	if stored.Load() != 2 || s.mails() != 2 {
		s.t.Errorf("%d messages granted, %d stored", stored.Load(), s.mails())
	}
	s.mailsAgree()
}

// paidLetters returns n messages about an order, each with a key of its own.
func (s *suite) paidLetters(order int64, n int) (letters []message.Message) {
	for range n {
		m := s.letters(noon)[1]
		m.Kind, m.OrderID = message.KindPaid, order
		letters = append(letters, m)
	}
	return letters
}

func unknownMessages(s *suite) {
	s.owe(noon)
	ctx := s.t.Context()
	for _, id := range []int64{0, -1, 3, 1 << 62} {
		_, shown := s.Store.Message(ctx, id)
		_, resent := s.resend(id, "erneut", message.SendingNow)
		_, discarded := s.Store.DiscardMessage(ctx, id, "Verwaltung", noon)
		for _, err := range []error{shown, resent, discarded} {
			if !errors.Is(err, message.ErrNotFound) {
				s.t.Errorf("message %d: %v", id, err)
			}
		}
		stray := letter("fremd", message.KindPaid, noon)
		if stray.OrderID = id; id == 0 {
			continue
		}
		if _, err := s.Store.OweMessage(ctx, stray, "Verwaltung"); !errors.Is(err, order.ErrNotFound) {
			s.t.Errorf("message about order %d: %v", id, err)
		}
	}
	if n := s.mails(); n != 2 {
		s.t.Errorf("%d messages", n)
	}
}
