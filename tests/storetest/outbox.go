package storetest

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/google/go-cmp/cmp"

	"kontor/internal/shop/coupon"
	"kontor/internal/shop/message"
)

var outboxScenarios = []scenario{
	{"R19 messages are stored with their order", owedWithOrder},
	{"H10 a refused order owes nobody anything", owedByRefused},
	{"H01 a repeated request owes nobody anything", owedByReplay},
	{"a key is there once, or the order is not", owedKeyTwice},
	{"a note to the operator belongs to no order", noteKept},
	{"S50 texts of every kind come back as they were", outboxTexts},
}

// letters returns the messages that an order may owe, not yet claimed.
func (s *suite) letters(at time.Time) []message.Message {
	n := s.attempts.Add(1)
	return []message.Message{
		letter(fmt.Sprintf("bestellung-%d-betreiber_bestellung", n), message.KindOperatorOrder, at),
		letter(fmt.Sprintf("bestellung-%d-kunde_eingang", n), message.KindConfirmation, at),
	}
}

func letter(key string, kind message.Kind, at time.Time) message.Message {
	m := message.Message{Key: key, Kind: kind, Language: "de", CreatedAt: at}
	if !kind.ToOperator() {
		m.Language, m.To = "fr", "erika@example.org"
	}
	m.Begin(message.SendingLater, at)
	return m
}

// owe places the plain order with its messages, and returns these.
func (s *suite) owe(at time.Time) []message.Message {
	s.t.Helper()
	p := s.placement(newOrder())
	p.Messages = s.letters(at)
	placed, err := s.Store.PlaceOrder(s.t.Context(), p)
	if err != nil {
		s.t.Fatal(err)
	}
	return placed.Messages
}

func (s *suite) message(id int64) message.Message {
	s.t.Helper()
	m, err := s.Store.Message(s.t.Context(), id)
	if err != nil {
		s.t.Fatalf("message %d: %v", id, err)
	}
	return m
}

// mailsAgree compares the counts of messages with a plain query.
func (s *suite) mailsAgree() {
	s.t.Helper()
	page, err := s.Store.Messages(s.t.Context(), message.Filter{Limit: 1})
	if err != nil {
		s.t.Fatal(err)
	}
	for _, state := range message.States {
		var n int64
		s.scan(`SELECT count(*) FROM mails WHERE zustand = $1`, []any{string(state)}, &n)
		if page.Counts[state] != n {
			s.t.Errorf("%d messages are %s, counted %d", n, state, page.Counts[state])
		}
	}
}

func (s *suite) mails() (n int) {
	s.t.Helper()
	s.scan(`SELECT count(*) FROM mails`, nil, &n)
	return n
}

func owedWithOrder(s *suite) {
	p := s.placement(newOrder())
	p.Messages = s.letters(noon)
	p.Messages[1].Begin(message.SendingNow, noon)
	placed, err := s.Store.PlaceOrder(s.t.Context(), p)
	if err != nil {
		s.t.Fatal(err)
	}
	want := p.Messages
	for i := range want {
		want[i].ID, want[i].OrderID, want[i].OrderNumber = int64(i+1), placed.Order.ID, placed.Order.Number
	}
	if diff := cmp.Diff(want, placed.Messages); diff != "" {
		s.t.Errorf("messages as answered (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want, s.details(placed.Order.ID).Messages); diff != "" {
		s.t.Errorf("messages of the order (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want[1], s.message(2)); diff != "" {
		s.t.Errorf("one message (-want +got):\n%s", diff)
	}
	if other := s.details(s.place().ID).Messages; len(other) > 0 {
		s.t.Errorf("another order has messages: %+v", other)
	}
	s.mailsAgree()
}

func owedByRefused(s *suite) {
	p := s.placement(newOrder(with("GIBTESNICHT")))
	p.Messages = s.letters(noon)
	if _, err := s.Store.PlaceOrder(s.t.Context(), p); !errors.Is(err, coupon.ErrUnusable) {
		s.t.Fatalf("unknown coupon: %v", err)
	}
	if n := s.mails(); n != 0 {
		s.t.Errorf("a refused order owes %d messages", n)
	}
	s.mailsAgree()
}

func owedByReplay(s *suite) {
	const requests = 20
	var placing sync.WaitGroup
	for range requests {
		placing.Go(func() {
			p := s.placement(newOrder())
			p.Idempotency, p.Messages = key("k"), s.letters(noon)
			placed, err := s.Store.PlaceOrder(s.t.Context(), p)
			if err != nil || placed.Replayed != (len(placed.Messages) == 0) {
				s.t.Errorf("placed %+v, %v", placed, err)
			}
		})
	}
	placing.Wait()
	if n := s.mails(); n != 2 {
		s.t.Errorf("%d requests with one key owe %d messages", requests, n)
	}
	s.mailsAgree()
}

func owedKeyTwice(s *suite) {
	first := s.owe(noon)
	before := s.rows()
	p := s.placement(newOrder())
	p.Messages = []message.Message{letter("neu", message.KindConfirmation, noon), letter(first[0].Key, message.KindConfirmation, noon)}
	if _, err := s.Store.PlaceOrder(s.t.Context(), p); err == nil {
		s.t.Error("a key was taken twice")
	}
	if after := s.rows(); after != before || s.mails() != 2 {
		s.t.Errorf("rows %+v, before %+v; %d messages", after, before, s.mails())
	}
	s.mailsAgree()
}

func noteKept(s *suite) {
	p := s.placement(newOrder())
	note := letter("meldung-1", message.KindOperatorNote, noon)
	note.Note = &message.OperatorNote{Subject: "Zahlung unklar", Text: "Bitte nachsehen:\n„42“"}
	p.Messages = []message.Message{note}
	if _, err := s.Store.PlaceOrder(s.t.Context(), p); err != nil {
		s.t.Fatal(err)
	}
	if diff := cmp.Diff(note.Note, s.claim(1, noon)[0].Note); diff != "" {
		s.t.Errorf("note (-want +got):\n%s", diff)
	}
}

func outboxTexts(s *suite) {
	for _, text := range hostile {
		p := s.placement(newOrder())
		p.Messages = s.letters(noon)
		p.Messages[1].To, p.Messages[1].Reason = text, text
		placed, err := s.Store.PlaceOrder(s.t.Context(), p)
		if err != nil {
			s.t.Fatalf("%q: %v", text, err)
		}
		if m := s.message(placed.Messages[1].ID); m.To != text || m.Reason != text {
			s.t.Errorf("%q came back as %q and %q", text, m.To, m.Reason)
		}
	}
}
